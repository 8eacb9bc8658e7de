/**
 * The relay: daemons hold tunnels, devices connect, and each circuit is two sockets spliced into one. Mount `upgrade`
 * for `/relay/*` and `websocket` in `Bun.serve`.
 */
import type { Logger } from 'pino'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import type { Random } from '../../shared/ids.ts'
import { type Clock, SECOND_MS } from '../../shared/time.ts'
import type { Verifier } from '../../shared/token/ed25519.ts'
import { openAccept } from './accept.ts'
import { createBacklog } from './backlog.ts'
import { createBudget } from './budget.ts'
import { createCircuits } from './circuits.ts'
import { openConnect } from './connect.ts'
import { createGuard, type Guard } from './guard.ts'
import { createHub } from './hub.ts'
import type { RelayLimits } from './limits.ts'
import type { Authorization, Relay } from './ports.ts'
import { reauthorize } from './reauthorize.ts'
import { closeSocket, type Ending } from './refusal.ts'
import type { Door, Seat, Socket } from './socket.ts'
import { createSockets } from './sockets.ts'
import { openTunnel } from './tunnel.ts'

export interface RelayDeps {
  authorization: Authorization
  clock: Clock
  random: Random
  limits: RelayLimits
  log: Logger
  /** Ed25519. */
  verify: Verifier
}

export interface RelayFigures {
  tunnels: number
  /** Spliced. */
  circuits: number
  waiting: number
  heldBytes: number
}

export interface MountedRelay extends Relay {
  /**
   * `address`: the client's, as the server trusts it.
   * @returns undefined once the request has become a socket, else the refusal.
   */
  upgrade(request: Request, server: Bun.Server<Seat>, address: string): Response | undefined
  websocket: Bun.WebSocketHandler<Seat>
  /** What there is just now. `heldBytes`: unsent, for readers slower than their senders. */
  figures(): RelayFigures
  /** Tells everybody `server_shutdown`; nobody gets in afterwards. */
  stop(): void
}

export function createRelay(given: RelayDeps): MountedRelay {
  const { clock, limits } = given
  const guard = createGuard(given.log)
  const circuits = createCircuits(clock, limits)
  const hub = createHub(circuits)
  const backlog = createBacklog(limits)
  const deps = { ...given, guard, circuits, hub, backlog, budget: createBudget(limits) }
  const sockets = createSockets(limits)
  const open = new Set<Socket>()
  let stopped = false

  const openers: Record<Door, (socket: Socket) => void> = {
    tunnel: (socket) => openTunnel(deps, socket),
    connect: (socket) => openConnect(deps, socket),
    accept: (socket) => openAccept(deps, socket),
  }
  return {
    isOnline: (machine) => hub.of(machine) !== null,
    reauthorize: (filter) => reauthorize(deps, filter),
    nudge: (machine) => hub.of(machine)?.sayOwed(),
    upgrade(request, server, address) {
      const door = doorOf(new URL(request.url).pathname)
      if (door === null) return refused('route_not_found', 'the relay has no such door')
      if (stopped) return refused('server_shutdown', SHUTDOWN.message)
      const place = sockets.enter(address)
      const data: Seat = { door, host: request.headers.get('host') ?? '', place, listener: null }
      if (server.upgrade(request, { data })) return
      place?.()
      return refused('invalid_request', 'this is a WebSocket')
    },
    figures: () => ({
      tunnels: hub.all().length,
      circuits: circuits.all.size - circuits.waiting.size,
      waiting: circuits.waiting.size,
      heldBytes: backlog.total(),
    }),
    websocket: handlers({ limits, guard, open, openers }),
    stop() {
      stopped = true
      for (const circuit of [...circuits.all]) circuit.end('server_shutdown', SHUTDOWN)
      for (const socket of [...open]) closeSocket(socket, SHUTDOWN)
    },
  }
}

interface HandlerDeps {
  limits: RelayLimits
  guard: Guard
  open: Set<Socket>
  openers: Record<Door, (socket: Socket) => void>
}

function handlers({ limits, guard, open, openers }: HandlerDeps): Bun.WebSocketHandler<Seat> {
  /** A socket whose turn failed is closed, which ends what it was part of. */
  const guarded = (socket: Socket, work: () => void): void => {
    if (!guard(socket.data.door, work)) closeSocket(socket, FAILED)
  }
  return {
    perMessageDeflate: false,
    maxPayloadLength: limits.messageBytes,
    backpressureLimit: limits.sendBufferBytes,
    closeOnBackpressureLimit: true,
    idleTimeout: limits.socketQuietMs / SECOND_MS,
    open(socket) {
      open.add(socket)
      if (socket.data.place === null) return closeSocket(socket, CROWDED)
      guarded(socket, () => openers[socket.data.door](socket))
    },
    message(socket, data) {
      const { listener } = socket.data
      guarded(socket, () => (typeof data === 'string' ? listener?.text(data) : listener?.binary(data)))
    },
    drain: (socket) => guarded(socket, () => socket.data.listener?.drained()),
    close(socket, code) {
      open.delete(socket)
      const { listener } = socket.data
      socket.data.listener = null
      socket.data.place?.()
      guard('a close', () => listener?.closed(code))
    },
  }
}

function doorOf(pathname: string): Door | null {
  if (pathname === '/relay/tunnel') return 'tunnel'
  if (pathname === '/relay/connect') return 'connect'
  return pathname === '/relay/accept' ? 'accept' : null
}

function refused(code: ErrorCode, message: string): Response {
  const error = new AppError(code, message)
  return Response.json(error.body(), { status: error.status })
}

const SHUTDOWN: Ending = { code: 'server_shutdown', message: 'the relay is going down' }
const CROWDED: Ending = { code: 'too_many_sockets', message: 'too many sockets have not said who they are' }
const FAILED: Ending = { code: 'connection_lost', message: 'something went wrong' }
