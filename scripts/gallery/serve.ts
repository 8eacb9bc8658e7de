/** Serves the built gallery on the loopback, under the headers that the authority gives the real page. */
import { join, normalize } from 'node:path'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify"

export interface ServedGallery {
  url: string
  stop(): Promise<void>
}

export function serveGallery(folder: string): ServedGallery {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/favicon.ico') return new Response(null, { status: 204 })
      const path = normalize(pathname === '/' ? '/gallery.html' : pathname)
      const file = Bun.file(join(folder, path))
      if (path.includes('..') || !(await file.exists())) return new Response('not here', { status: 404 })
      return new Response(file, { headers: { 'content-security-policy': POLICY } })
    },
  })
  return { url: server.url.href, stop: () => server.stop(true) }
}
