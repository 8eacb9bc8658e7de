import type { Logger } from 'pino'
import { AppError } from '../shared/errors.ts'
import { ownFailures, ownPort, serveOrTaken } from '../shared/http/serve.ts'
import { SECOND_MS } from '../shared/time.ts'
import { clientAddress } from './auth/address.ts'
import type { Edge } from './auth/edge.ts'
import { loopbackUrl, type Site } from './auth/site.ts'
import type { AuthorityLimits } from './limits.ts'
import type { MountedRelay } from './relay/relay.ts'
import type { Seat } from './relay/socket.ts'
import { apiHeaders } from './web/headers.ts'
import type { Web } from './web/web.ts'

export interface ListenDeps {
  host: string
  port: number
  edge: Edge
  site: Pick<Site, 'checkHost' | 'origin'>
  relay: MountedRelay
  web: Web
  log: Pick<Logger, 'error'>
  trustedProxyHops: number
  limits: Pick<AuthorityLimits, 'listenerBodyBytes' | 'idleConnectionMs'>
}

export interface Listening {
  url: string
  port: number
  stop(): Promise<void>
}

/** One port for the page, the API and the relay's sockets; null where another program has it. */
export function listen(deps: ListenDeps): Listening | null {
  const { host, relay } = deps
  const take = createTaking(deps)
  const server = serveOrTaken(() =>
    Bun.serve<Seat>({
      ...ownFailures(deps.log),
      ...ownPort,
      hostname: host,
      port: deps.port,
      maxRequestBodySize: deps.limits.listenerBodyBytes,
      idleTimeout: deps.limits.idleConnectionMs / SECOND_MS,
      async fetch(request, server) {
        const response = await take(request, server)
        return (
          response && withHeaders(response, apiHeaders({ https: deps.site.origin().startsWith('https:') }))
        )
      },
      websocket: relay.websocket,
    }),
  )
  if (!server) return null
  const port = server.port ?? deps.port
  return {
    url: loopbackUrl({ host, port }),
    port,
    async stop() {
      relay.stop()
      await server.stop(true)
    },
  }
}

type Taking = (request: Request, server: Bun.Server<Seat>) => Response | Promise<Response> | undefined

/** Each request to who answers it; undefined: it became a socket. */
function createTaking({ edge, relay, site, trustedProxyHops, web }: ListenDeps): Taking {
  return (request, server) => {
    // Of a Host that is none, or a target that is none, no URL can be read.
    if (!URL.canParse(request.url)) return refused(new AppError('unknown_host', 'this is no address'))
    const socket = server.requestIP(request)?.address ?? ''
    if (!new URL(request.url).pathname.startsWith('/relay/')) return web(request) ?? edge(request, socket)
    const known = site.checkHost(request)
    if (!known.ok) return refused(known.error)
    return relay.upgrade(
      request,
      server,
      clientAddress(socket, request.headers.get('x-forwarded-for'), trustedProxyHops),
    )
  }
}

const refused = (error: AppError): Response => Response.json(error.body(), { status: error.status })

/** The page says more of itself; what it says stays. */
function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}
