/**
 * Two sockets made one: binary frames go over as they came, in both directions. The relay reads no byte of them.
 *
 *   slow reader   its unsent bytes make the runtime say -1: the sender is paused (TCP tells it) until all are sent.
 *                 What was read before the pause (up to about 0.4 MB) still arrives and is sent; a send that could be
 *                 dropped ends the circuit, because a gap in a Noise stream ends it anyway.
 *   idle          no binary frame either way. WebSocket pings do not count. PINGs inside the circuit do, since the
 *                 relay cannot tell them from an open stream's heartbeat (both are padded to the same size): the two
 *                 ends, which can, close a circuit without open streams; this is the bound for when neither does.
 */
import { type RelayCode, relayCodeOf } from '../../shared/relay/close-codes.ts'
import type { Clock } from '../../shared/time.ts'
import type { CircuitEnd } from '../../shared/wire/audit.ts'
import type { Backlog, Held } from './backlog.ts'
import type { Lease } from './budget.ts'
import type { Circuit, Circuits } from './circuits.ts'
import type { Guard } from './guard.ts'
import type { RelayLimits } from './limits.ts'
import type { Authorization, CircuitSubject } from './ports.ts'
import { closeSocket, type Ending } from './refusal.ts'
import { type Listener, type Socket, sendJson } from './socket.ts'

export interface SpliceDeps {
  authorization: Authorization
  backlog: Backlog
  circuits: Circuits
  clock: Clock
  guard: Guard
  limits: RelayLimits
}

export interface SpliceSides {
  subject: CircuitSubject
  /** Its entry in the circuit log. */
  row: number
  device: Socket
  daemon: Socket
  lease: Lease
}

export function splice(deps: SpliceDeps, { subject, row, device, daemon, lease }: SpliceSides): void {
  const { authorization, circuits, limits, clock, guard } = deps
  const openedAt = clock.now()
  let movedAt = openedAt
  let ended = false
  const moved = (): void => {
    movedAt = clock.now()
  }
  const circuit: Circuit = {
    subject,
    end(reason, ending) {
      if (ended) return
      ended = true
      circuits.remove(circuit)
      lease.release()
      up.stop()
      down.stop()
      closeSocket(device, ending)
      closeSocket(daemon, ending)
      const bytes = { up: up.bytes(), down: down.bytes() }
      guard('the circuit log', () => authorization.circuitClosed(row, reason, bytes))
    },
    look(now) {
      if (now - openedAt >= limits.circuitLifeMs) circuit.end('expired', OLD)
      else if (now - movedAt >= limits.circuitIdleMs) circuit.end('idle', IDLE)
    },
  }
  const up = oneWay(deps, circuit, { from: device, to: daemon, moved })
  const down = oneWay(deps, circuit, { from: daemon, to: device, moved })
  device.data.listener = side(circuit, up, down)
  daemon.data.listener = side(circuit, down, up)
  lease.up()
  circuits.add(circuit)
  sendJson(device, { t: 'ready' })
  sendJson(daemon, { t: 'ready' })
}

interface Direction {
  forward(bytes: Uint8Array): void
  /** The receiver has all there was. */
  resume(): void
  stop(): void
  bytes(): number
}

function oneWay(
  { backlog, limits }: SpliceDeps,
  circuit: Circuit,
  { from, to, moved }: { from: Socket; to: Socket; moved: () => void },
): Direction {
  let bytes = 0
  const held: Held = { bytes: 0, over: () => circuit.end('over_budget', OVER) }
  return {
    forward(message) {
      if (message.length === 0) return circuit.end('connection_lost', EMPTY)
      if (held.bytes + message.length > limits.sendBufferBytes) return held.over()
      moved()
      bytes += message.length
      const sent = to.sendBinary(message)
      if (sent > 0) return
      if (sent === 0) return circuit.end('connection_lost', LOST)
      from.pause()
      backlog.hold(held, to.getBufferedAmount())
    },
    resume() {
      backlog.hold(held, 0)
      from.resume()
    },
    stop: () => backlog.hold(held, 0),
    bytes: () => bytes,
  }
}

function side(circuit: Circuit, out: Direction, into: Direction): Listener {
  return {
    text: () => circuit.end('connection_lost', TEXT),
    binary: out.forward,
    drained: into.resume,
    closed(code) {
      const reason = leftBecause(code)
      circuit.end(reason, reason === 'connection_lost' ? LOST : null)
    },
  }
}

/** What a side meant that closed by itself. */
function leftBecause(code: number): CircuitEnd {
  if (CLEAN.has(code)) return 'user'
  const said = relayCodeOf(code)
  return (said && SAID[said]) ?? 'connection_lost'
}

/** Normal, going away, and a close without a code (RFC 6455, 7.4.1). */
const CLEAN = new Set([1000, 1001, 1005])

const SAID: { readonly [C in RelayCode]?: CircuitEnd } = {
  idle: 'idle',
  expired: 'expired',
  token_expired: 'expired',
  revoked: 'revoked',
  device_revoked: 'revoked',
  session_revoked: 'revoked',
}

const OVER: Ending = { code: 'over_budget', message: 'the other side reads too slowly' }
const LOST: Ending = { code: 'connection_lost', message: 'the other side is gone' }
const EMPTY: Ending = { code: 'invalid_request', message: 'an empty message' }
const TEXT: Ending = { code: 'invalid_request', message: 'a text message after the splice' }
const IDLE: Ending = { code: 'idle', message: 'nothing was said for too long' }
const OLD: Ending = { code: 'expired', message: 'a circuit lives no longer than this' }
