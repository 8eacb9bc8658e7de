/** The one place people come to, and what it means for who may ask: Host, Origin and scheme. */
import { isLoopback } from '../../shared/config/values.ts'
import { type AppError, type Result, refuse } from '../../shared/errors.ts'

export interface SiteFacts {
  /** As configured: what people open, and where the relay is reached; neither has a path. */
  origin: string | null
  relayUrl: string | null
  allowPlainHttp: boolean
  /** Where the authority listens, known once it does. */
  listening(): { host: string; port: number }
}

export interface Site {
  origin(): string
  relayUrl(): string
  /** Whether a password may be given over this origin. */
  allowsSignIn(): boolean
  checkHost(request: Request): Result<null>
  /**
   * A request that changes something. A page of another site cannot ask it: it would send its own Origin, could not say
   * that its body is JSON, and could not send our own header. `origin`: whether one must be there.
   */
  checkChange(request: Request, origin: 'needed' | 'checked'): Result<null>
}

export function createSite(facts: SiteFacts): Site {
  const origin = (): string => facts.origin ?? loopbackUrl(facts.listening())
  const relayUrl = (): string => facts.relayUrl ?? origin().replace(/^http/, 'ws')
  const isKnown = (host: string): boolean =>
    host === new URL(origin()).host ||
    host === new URL(relayUrl()).host ||
    LOOPBACK_HOSTS.some((name) => host === `${name}:${facts.listening().port}`)
  return {
    origin,
    relayUrl,
    allowsSignIn() {
      const { protocol, hostname } = new URL(origin())
      return protocol === 'https:' || facts.allowPlainHttp || isLoopback(hostname.replace(/^\[|\]$/g, ''))
    },
    checkHost: (request) =>
      isKnown((request.headers.get('host') ?? '').toLowerCase())
        ? fine
        : refuse('unknown_host', 'this authority is not known under that name'),
    checkChange(request, needed) {
      const from = request.headers.get('origin')
      if (from === null ? needed === 'needed' : from !== origin()) return otherOrigin
      const site = request.headers.get('sec-fetch-site')
      if (site !== null && site !== 'same-origin') return otherOrigin
      const isJson = /^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')
      return isJson || !hasBody(request) ? fine : refuse('invalid_request', 'the body must be JSON')
    },
  }
}

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]']

/** What listens on every address is reached on loopback too. */
export const loopbackUrl = ({ host, port }: { host: string; port: number }): string =>
  `http://${host === '::1' || host === '::' ? '[::1]' : isLoopback(host) ? host : '127.0.0.1'}:${port}`

const fine: Result<null> = { ok: true, value: null }
const otherOrigin: { ok: false; error: AppError } = refuse(
  'origin_refused',
  'only a page of this authority’s own origin may ask this',
)

const hasBody = (request: Request): boolean =>
  (request.headers.get('content-length') ?? '0') !== '0' || request.headers.has('transfer-encoding')
