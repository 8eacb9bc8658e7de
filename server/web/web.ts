/**
 * The page, for whoever asks: it holds no secret. Files carry a hash of their bytes in their name and never change; the
 * page that names them is asked for anew each time. Everything else is the API's.
 */
import { UI_INDEX } from '../../shared/ui-manifest.ts'
import type { Site } from '../auth/site.ts'
import { chosenEncoding } from './accept-encoding.ts'
import { pageHeaders } from './headers.ts'
import type { PageBuild, PageFile } from './read-build.ts'

/** Null: this path is not the page's. */
export type Web = (request: Request) => Response | null

/** Where the page itself is: at the root, and at what brings somebody in; tokens of links are in the fragment. */
const PAGES: ReadonlySet<string> = new Set([
  '/',
  '/set-up',
  '/forgot',
  '/register',
  '/confirm',
  '/invite',
  '/reset',
  '/verify',
  '/undo',
])
const FILES = '/assets/'

export function createWeb(deps: {
  /** Null: nothing was built. */
  build: PageBuild | null
  site: Pick<Site, 'checkHost' | 'origin' | 'relayUrl'>
}): Web {
  const { build, site } = deps
  const headersNow = (): Record<string, string> =>
    pageHeaders({ relayUrl: site.relayUrl(), https: site.origin().startsWith('https:') })

  return (request) => {
    const { pathname } = new URL(request.url)
    const isPage = PAGES.has(pathname)
    if (!isPage && !pathname.startsWith(FILES)) return null
    const known = site.checkHost(request)
    if (!known.ok) return Response.json(known.error.body(), { status: known.error.status })
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'The page is only read.', { ...headersNow(), allow: 'GET, HEAD' })
    }
    if (isPage && request.headers.get('host') !== new URL(site.origin()).host) {
      // Signing in works on the one origin only; a browser keeps the fragment over a redirect.
      return plain(302, '', { ...headersNow(), location: `${site.origin()}${pathname}` })
    }
    if (!build)
      return plain(503, 'The page is not built: run `bun run build`, then start again.', headersNow())
    const file = build.files.get(isPage ? UI_INDEX : pathname.slice(1))
    if (!file) return plain(404, 'There is no such file.', headersNow())
    return answer(request, file, {
      ...headersNow(),
      'cache-control': isPage ? 'no-store' : 'public, max-age=31536000, immutable',
    })
  }
}

function answer(request: Request, { type, forms }: PageFile, headers: Record<string, string>): Response {
  const encoding = chosenEncoding(request.headers.get('accept-encoding'), (form) => forms.has(form))
  const bytes = forms.get(encoding) ?? new Uint8Array(0)
  return new Response(request.method === 'HEAD' ? null : bytes, {
    headers: {
      ...headers,
      'content-type': type,
      'content-length': String(bytes.length),
      vary: 'accept-encoding',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    },
  })
}

const plain = (status: number, text: string, headers: Record<string, string>): Response =>
  new Response(text, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
