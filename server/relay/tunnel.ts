/**
 * A daemon's standing control connection: it answers a challenge with its sign key, then pings; the relay says `open`
 * for every circuit, and what the machine has not acknowledged.
 */
import type { Logger } from 'pino'
import type { Random } from '../../shared/ids.ts'
import { RELAY_VERSION, TunnelHello } from '../../shared/relay/messages.ts'
import { tunnelProofInput } from '../../shared/relay/tunnel-proof.ts'
import type { Clock } from '../../shared/time.ts'
import { fromBase64url, toBase64url } from '../../shared/token/base64url.ts'
import type { Verifier } from '../../shared/token/ed25519.ts'
import type { Circuits } from './circuits.ts'
import type { Guard } from './guard.ts'
import { awaitHello } from './hello.ts'
import type { Hub } from './hub.ts'
import type { RelayLimits } from './limits.ts'
import type { Authorization } from './ports.ts'
import { closeSocket, type Ending } from './refusal.ts'
import { type Socket, sendJson } from './socket.ts'
import { runTunnel } from './tunnel-run.ts'

export interface TunnelDeps {
  authorization: Authorization
  circuits: Circuits
  clock: Clock
  guard: Guard
  hub: Hub
  limits: RelayLimits
  log: Logger
  random: Random
  /** Ed25519. */
  verify: Verifier
}

const NONCE_BYTES = 32

export function openTunnel(deps: TunnelDeps, socket: Socket): void {
  const { authorization, limits, random } = deps
  const nonce = random(NONCE_BYTES)
  const wanted = { schema: TunnelHello, withinMs: limits.challengeMs, late: LATE }
  awaitHello(deps, socket, wanted, (hello) => {
    const allowed = authorization.tunnel(hello.machine)
    if (!allowed.ok) return closeSocket(socket, allowed)
    const { signKey } = allowed.value
    if (!isProven(deps, socket, { hello, nonce, signKey })) return closeSocket(socket, UNPROVEN)
    runTunnel(deps, socket, hello, signKey)
  })
  sendJson(socket, { t: 'challenge', nonce: toBase64url(nonce) })
}

/** The host is the one we are known by; where none is configured, the one that this socket dialled. */
function isProven(
  { authorization, verify }: TunnelDeps,
  socket: Socket,
  { hello, nonce, signKey }: { hello: TunnelHello; nonce: Uint8Array; signKey: Uint8Array },
): boolean {
  const signature = fromBase64url(hello.proof)
  if (signature === null) return false
  const input = tunnelProofInput({
    host: authorization.relayHost() ?? socket.data.host,
    issuer: authorization.issuer(),
    machine: hello.machine,
    nonce,
    version: RELAY_VERSION,
  })
  return verify(signKey, input, signature)
}

const LATE: Ending = { code: 'expired', message: 'the challenge was not answered in time' }
const UNPROVEN: Ending = { code: 'unauthenticated', message: 'the proof is not by the key of this machine' }
