/**
 * One life of a tunnel: dials the relay, proves with the sign key who this is, then takes orders until it ends.
 *
 *   relay ──▶ challenge {nonce}      daemon ──▶ hello {machine, proof}      relay ──▶ welcome
 *   relay ──▶ open, revoked, statement, pong      daemon ──▶ ping, revoked_ack, statement_ack, refuse
 *
 * What the relay says wrongly or not at all ends this tunnel, never the daemon.
 */
import { relayCodeOf } from '../../shared/relay/close-codes.ts'
import {
  RELAY_VERSION,
  TunnelChallenge,
  TunnelOrder,
  type TunnelReport,
  TunnelWelcome,
} from '../../shared/relay/messages.ts'
import { readControl } from '../../shared/relay/read-control.ts'
import { tunnelProofInput } from '../../shared/relay/tunnel-proof.ts'
import type { Clock, Timer } from '../../shared/time.ts'
import { fromBase64url, toBase64url } from '../../shared/token/base64url.ts'
import type { DaemonLimits } from '../limits.ts'
import type { RelayAddress } from './relay-address.ts'
import { dropSocket } from './relay-socket.ts'
import type { TunnelEnd } from './state.ts'

export interface TunnelIdentity {
  issuer: string
  machine: string
  version: string
  agents: string[]
  sign(message: Uint8Array): Uint8Array
}

export interface DialDeps {
  address: RelayAddress
  identity: TunnelIdentity
  clock: Clock
  limits: DaemonLimits
  openSocket(url: string): WebSocket
  onOnline(): void
  onOrder(order: Exclude<TunnelOrder, { t: 'pong' }>): void
  /** Called once. */
  onEnd(end: TunnelEnd): void
}

export interface Tunnel {
  /** Lost when the tunnel is not up: whatever has to arrive is asked for again. */
  report(report: TunnelReport): void
  close(): void
}

type Phase = 'challenge' | 'welcome' | 'online' | 'over'

export function dialTunnel(deps: DialDeps): Tunnel {
  const { address, identity, clock, limits } = deps
  const socket = deps.openSocket(address.tunnel)
  let phase: Phase = 'challenge'
  let deadline: Timer = clock.after(limits.tunnelOpenMs, () => end(null, 'the relay did not answer'))
  let beat: Timer | null = null

  function end(code: TunnelEnd['code'], why: string): void {
    if (phase === 'over') return
    const wasOnline = phase === 'online'
    phase = 'over'
    deadline.cancel()
    beat?.cancel()
    dropSocket(socket)
    deps.onEnd({ code, why, wasOnline })
  }

  const say = (message: object): void => {
    if (phase !== 'over' && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  function heard(): void {
    deadline.cancel()
    deadline = clock.after(limits.tunnelDeadMs, () => end('connection_lost', 'the relay fell silent'))
  }

  function ping(): void {
    say({ t: 'ping' })
    beat = clock.after(limits.tunnelPingMs, ping)
  }

  function challenged(data: unknown): void {
    const nonce = readControl(TunnelChallenge, data)?.nonce
    const bytes = nonce === undefined ? null : fromBase64url(nonce)
    if (!bytes) return end(null, 'what answers there is no relay of this version')
    const { issuer, machine, version, agents } = identity
    const proof = identity.sign(
      tunnelProofInput({ host: address.host, issuer, machine, nonce: bytes, version: RELAY_VERSION }),
    )
    phase = 'welcome'
    say({ t: 'hello', v: RELAY_VERSION, machine, proof: toBase64url(proof), version, agents })
  }

  function welcomed(data: unknown): void {
    if (!readControl(TunnelWelcome, data)) return // a refusal: its close follows with the code
    phase = 'online'
    heard()
    beat = clock.after(limits.tunnelPingMs, ping)
    deps.onOnline()
  }

  function ordered(data: unknown): void {
    heard()
    const order = readControl(TunnelOrder, data)
    if (order && order.t !== 'pong') deps.onOrder(order) // what we do not know is a newer relay's
  }

  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (phase === 'challenge') challenged(data)
    else if (phase === 'welcome') welcomed(data)
    else if (phase === 'online') ordered(data)
  }
  socket.onclose = ({ code }) => {
    const known = relayCodeOf(code)
    end(known, known ? `the relay closed: ${known}` : 'the connection ended')
  }
  // The close that follows says the same.
  socket.onerror = () => undefined

  return {
    report: say,
    close: () => end(null, 'closed'),
  }
}
