/**
 * The door of the authority’s own host: a socket in its directory, which only whoever runs it can open. One act a
 * request, and none that its routes have.
 */
import { chmodSync, rmSync } from 'node:fs'
import type { Logger } from 'pino'
import { AppError } from '../shared/errors.ts'
import { ownFailures } from '../shared/http/serve.ts'
import { Value } from '../shared/typebox.ts'
import { HostAct } from '../shared/wire/host-act.ts'
import type { HostActs } from './admin/host-acts.ts'
import type { AuthorityLimits } from './limits.ts'

export interface HostDoor {
  stop(): Promise<void>
}

export interface HostDoorDeps {
  /** Absolute; the lock of its directory is held, so that a socket there is one that was left. */
  socket: string
  acts: HostActs
  log: Pick<Logger, 'error' | 'warn'>
  limits: Pick<AuthorityLimits, 'publicBodyBytes'>
}

/** Null where the path is longer than sockets’ names may be: then the acts need the authority to be down. */
export function openHostDoor({ socket, acts, log, limits }: HostDoorDeps): HostDoor | null {
  if (Buffer.byteLength(socket) > MOST_PATH_BYTES) {
    log.warn('the home’s path is too long for a socket: fairlead admin reset works while this is stopped')
    return null
  }
  rmSync(socket, { force: true })
  const server = Bun.serve({
    ...ownFailures(log),
    unix: socket,
    maxRequestBodySize: limits.publicBodyBytes,
    async fetch(request) {
      const act = await readAct(request)
      const done = act === null ? refused() : acts(act)
      return done instanceof Response
        ? done
        : done.ok
          ? Response.json(done.value)
          : Response.json(done.error.body(), { status: done.error.status })
    },
  })
  chmodSync(socket, 0o600)
  return {
    async stop() {
      await server.stop(true)
      rmSync(socket, { force: true })
    },
  }
}

/** What `sun_path` holds on the system with the shortest. */
const MOST_PATH_BYTES = 103

async function readAct(request: Request): Promise<HostAct | null> {
  if (request.method !== 'POST' || new URL(request.url).pathname !== '/') return null
  try {
    const body: unknown = await request.json()
    return Value.Check(HostAct, body) ? body : null
  } catch (error) {
    if (error instanceof SyntaxError) return null // no JSON is no act
    throw error
  }
}

function refused(): Response {
  const error = new AppError('invalid_request', 'this is no act')
  return Response.json(error.body(), { status: error.status })
}
