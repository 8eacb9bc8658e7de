/** A tunnel that has proven itself: what it may say, how long it may be silent, how it ends. */
import { timingSafeEqual } from 'node:crypto'
import { isRelayCode } from '../../shared/relay/close-codes.ts'
import { RELAY_VERSION, type TunnelHello, TunnelReport } from '../../shared/relay/messages.ts'
import type { Clock } from '../../shared/time.ts'
import type { CircuitEnd } from '../../shared/wire/audit.ts'
import { readControl } from './control-text.ts'
import type { Tunnel } from './hub.ts'
import { createOwed, type Owed } from './owed.ts'
import { closeSocket, type Ending } from './refusal.ts'
import { type Socket, sendJson } from './socket.ts'
import type { TunnelDeps } from './tunnel.ts'

export function runTunnel(deps: TunnelDeps, socket: Socket, hello: TunnelHello, signKey: Uint8Array): void {
  const { authorization, circuits, hub, limits, log, clock, guard } = deps
  const { machine } = hello
  const owed = createOwed(deps, machine, (order) => tunnel.send(order))
  const alive = watch(clock, limits.tunnelDeadMs, () => tunnel.close(DEAD))
  const tunnel: Tunnel = {
    machine,
    send: (order) => sendJson(socket, order),
    sayOwed: () => owed.say(false),
    recheck() {
      const allowed = authorization.tunnel(machine)
      const ending = !allowed.ok ? allowed : isSame(allowed.value.signKey, signKey) ? null : REKEYED
      if (ending === null) return
      const reason: CircuitEnd = ending.code === 'machine_revoked' ? 'machine_deleted' : 'revoked'
      circuits.endOf(machine, reason, ending)
      tunnel.close(ending)
    },
    close: (ending) => closeSocket(socket, ending),
  }
  const pinged = whenPinged(deps, machine, owed)
  socket.data.listener = {
    text(text) {
      alive.heard()
      const report = readControl(TunnelReport, text, limits.controlBytes)
      if (report === null) return tunnel.close(MEANINGLESS)
      if (report.t === 'revoked_ack') return owed.acknowledged('revoked', report.id)
      if (report.t === 'statement_ack') return owed.acknowledged('statement', report.number)
      if (report.t === 'refuse') return refuseCircuit(deps, machine, report)
      tunnel.send({ t: 'pong' })
      pinged()
    },
    binary: () => tunnel.close(MEANINGLESS),
    drained() {},
    closed(code) {
      alive.stop()
      hub.leave(tunnel)
      log.info({ machine, code }, 'a tunnel closed')
      guard('when a machine was seen', () => authorization.seen(machine, null))
    },
  }
  hub.take(tunnel)
  log.info({ machine }, 'a tunnel opened')
  sendJson(socket, { t: 'welcome', v: RELAY_VERSION })
  authorization.seen(machine, { version: hello.version, agents: hello.agents ?? [] })
  owed.say(false)
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)

/** The daemon will not answer a circuit. Only its own, and the device hears why. */
function refuseCircuit(
  { circuits }: TunnelDeps,
  machine: string,
  said: { circuit: string; code: string },
): void {
  const waiting = circuits.waiting.get(said.circuit)
  if (waiting?.subject.machine !== machine) return
  const code = isRelayCode(said.code) ? said.code : 'machine_offline'
  waiting.end('connection_lost', { code, message: 'the machine does not answer this circuit' })
}

/** A ping is also the time to say again what was not acknowledged, and to write down that the machine is there. */
function whenPinged({ authorization, clock, limits }: TunnelDeps, machine: string, owed: Owed): () => void {
  let saidAt = clock.now()
  let seenAt = saidAt
  return () => {
    const now = clock.now()
    if (now - saidAt >= limits.tunnelAgainMs) {
      saidAt = now
      owed.say(true)
    }
    if (now - seenAt < limits.seenMs) return
    seenAt = now
    authorization.seen(machine, null)
  }
}

/** Calls `dead` once nothing was heard for `ms`. One timer, however much is heard. */
function watch(clock: Clock, ms: number, dead: () => void): { heard(): void; stop(): void } {
  let heardAt = clock.now()
  const look = (): void => {
    const quiet = clock.now() - heardAt
    if (quiet >= ms) dead()
    else timer = clock.after(ms - quiet, look)
  }
  let timer = clock.after(ms, look)
  return {
    heard() {
      heardAt = clock.now()
    },
    stop: () => timer.cancel(),
  }
}

const DEAD: Ending = { code: 'connection_lost', message: 'nothing was heard for too long' }
const REKEYED: Ending = { code: 'unauthenticated', message: 'the machine was enrolled with another key' }
const MEANINGLESS: Ending = { code: 'invalid_request', message: 'this is nothing a tunnel says' }
