import { chmodSync, rmSync } from 'node:fs'
import type { Logger } from 'pino'
import { AppError } from '../shared/errors.ts'
import { ownFailures, ownPort, serveOrTaken } from '../shared/http/serve.ts'
import { DAEMON_BODY_BYTES } from '../shared/limits.ts'
import type { Clock } from '../shared/time.ts'
import { checkLoopback } from './auth/loopback.ts'
import { admit } from './auth/principal.ts'
import { isPublic } from './public-routes.ts'

export type Listening =
  | { kind: 'listening'; url: string; port: number; stop(): Promise<void> }
  | { kind: 'port_taken' }

/** Streams ping every 15 s; a connection quieter than this has nobody at its end. */
const IDLE_SECONDS = 120
/** The app counts a body and refuses it in words; this only ends what nobody would send by mistake. */
const MOST_BODY_BYTES = 4 * DAEMON_BODY_BYTES

/** How long a stopping daemon lets answers go out, and how often it looks. The server has no event for it. */
const LAST_ANSWERS_MS = 1_000
const LOOK_MS = 5

export interface ListenDeps {
  host: string
  port: number
  socket: string
  secret: string
  clock: Clock
  log: Pick<Logger, 'error'>
  fetch(request: Request): Response | Promise<Response>
}

/** The loopback port, for whoever has the secret, and the socket in the home, for whoever can open it. */
export function listen(deps: ListenDeps): Listening {
  const bounds = { maxRequestBodySize: MOST_BODY_BYTES, idleTimeout: IDLE_SECONDS }
  // The socket's listener takes an idle timeout too, though its type denies it; without one it has 10 s, whatever
  // `server.timeout` is told.
  const socketBounds: { maxRequestBodySize: number } = bounds
  let url = ''
  const failures = ownFailures(deps.log)
  const byPort = (request: Request): Response | Promise<Response> => {
    // Of a Host that is none, or a target that is none, no URL can be read.
    if (!URL.canParse(request.url)) return refused(new AppError('invalid_host', 'this is no address'))
    if (isPublic(request)) return deps.fetch(request)
    const admission = checkLoopback(request, deps.secret, url)
    if (!admission.ok) return refused(admission.error)
    admit(request, { kind: 'local' })
    return deps.fetch(request)
  }
  const bySocket = (request: Request): Response | Promise<Response> => {
    if (!URL.canParse(request.url)) return refused(new AppError('invalid_host', 'this is no address'))
    admit(request, { kind: 'local' })
    return deps.fetch(request)
  }
  const tcp = serveOrTaken(() =>
    Bun.serve({ ...bounds, ...failures, ...ownPort, hostname: deps.host, port: deps.port, fetch: byPort }),
  )
  if (!tcp) return { kind: 'port_taken' }
  const port = tcp.port ?? deps.port
  url = `http://${deps.host.includes(':') ? `[${deps.host}]` : deps.host}:${port}`
  rmSync(deps.socket, { force: true })
  const unix = Bun.serve({ ...socketBounds, ...failures, unix: deps.socket, fetch: bySocket })
  chmodSync(deps.socket, 0o600)
  return {
    kind: 'listening',
    url,
    port,
    async stop() {
      // No more requests; what is being answered gets its answer, streams have been told to end.
      const closed = Promise.all([tcp.stop(), unix.stop()])
      await Promise.race([closed, answered(deps.clock, [tcp, unix])])
      await Promise.all([tcp.stop(true), unix.stop(true)])
      rmSync(deps.socket, { force: true })
    },
  }
}

const refused = (error: AppError): Response => Response.json(error.body(), { status: error.status })

/** Settles when nothing is being answered any more, or the answers take too long. */
async function answered(clock: Clock, servers: readonly { pendingRequests: number }[]): Promise<void> {
  const deadline = clock.now() + LAST_ANSWERS_MS
  while (servers.some((server) => server.pendingRequests > 0) && clock.now() < deadline) {
    await new Promise<void>((resolve) => void clock.after(LOOK_MS, resolve))
  }
}
