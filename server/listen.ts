import { serveOrTaken } from '../shared/http/serve.ts'
import { SECOND_MS } from '../shared/time.ts'
import { clientAddress } from './auth/address.ts'
import type { Edge } from './auth/edge.ts'
import { loopbackUrl, type Site } from './auth/site.ts'
import type { AuthorityLimits } from './limits.ts'
import type { MountedRelay } from './relay/relay.ts'
import type { Seat } from './relay/socket.ts'
import type { Web } from './web/web.ts'

export interface ListenDeps {
  host: string
  port: number
  edge: Edge
  site: Pick<Site, 'checkHost'>
  relay: MountedRelay
  web: Web
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
  const { host, relay, site, trustedProxyHops: hops } = deps
  const server = serveOrTaken(() =>
    Bun.serve<Seat>({
      hostname: host,
      port: deps.port,
      maxRequestBodySize: deps.limits.listenerBodyBytes,
      idleTimeout: deps.limits.idleConnectionMs / SECOND_MS,
      fetch(request, server) {
        const socket = server.requestIP(request)?.address ?? ''
        if (!new URL(request.url).pathname.startsWith('/relay/')) {
          return deps.web(request) ?? deps.edge(request, socket)
        }
        const known = site.checkHost(request)
        if (!known.ok) return Response.json(known.error.body(), { status: known.error.status })
        const address = clientAddress(socket, request.headers.get('x-forwarded-for'), hops)
        return relay.upgrade(request, server, address)
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
