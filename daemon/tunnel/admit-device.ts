/**
 * Between the handshake and the first request: judges the capability, then the machine lock. Nothing of a device has an
 * effect before its first sealed message was opened and its capability verified.
 */
import { AppError, ok, type Result } from '../../shared/errors.ts'
import type { Random } from '../../shared/ids.ts'
import { LOCK_NONCE_BYTES, lockCode, lockCommit, lockScan } from '../../shared/noise/pairing.ts'
import type { Transport } from '../../shared/noise/transport.ts'
import { Admit, Reveal } from '../../shared/relay/admission.ts'
import type { OpeningChannel } from '../../shared/relay/opening-channel.ts'
import { type SealedMessages, sealedMessages } from '../../shared/relay/sealed-messages.ts'
import type { Clock } from '../../shared/time.ts'
import { toBase64url } from '../../shared/token/base64url.ts'
import type { Capability } from '../../shared/token/claims.ts'
import type { Scope } from '../../shared/wire/identity.ts'
import { within } from '../../shared/within.ts'
import type { DaemonLimits } from '../limits.ts'
import type { Lock } from '../lock/lock.ts'
import type { Applicant, PendingDevices } from '../lock/pending.ts'
import { checkShown, type JudgeDeps, judgeCapability } from './judge.ts'

export interface AdmitDeps extends JudgeDeps {
  clock: Clock
  random: Random
  limits: DaemonLimits
  lock: Lock
  pending: PendingDevices
  /** This machine's circuit key, 32 bytes. */
  machineKey: Uint8Array
  /** Its sign key, base64url. */
  signKey: string
  /** Whether one more circuit of this subject may be open. */
  hasRoom(sub: string): boolean
}

export interface Admission {
  channel: OpeningChannel
  transport: Transport
  /** SHA-256 of what the relay was shown. */
  capHash: Uint8Array
  /** The capability was judged: what follows may wait for a person. */
  onJudged(): void
}

/** A device that is let in. */
export interface AdmittedDevice {
  claims: Capability
  /** The device's, base64url. */
  key: string
  /** What is left of the capability's after the lock. */
  scopes: Scope[]
}

/** Null: the device went away, or said what nobody says; nothing is answered to that. */
export async function admitDevice(
  deps: AdmitDeps,
  admission: Admission,
): Promise<Result<AdmittedDevice> | null> {
  const { channel, transport } = admission
  const messages = sealedMessages(channel, transport)
  const admit = await messages.receive(Admit)
  if (!admit) return null
  const admitted = await decide(deps, admission, messages, admit)
  if (admitted && !admitted.ok) {
    const { code, message } = admitted.error
    await messages.send({ error: { code, message } })
  }
  return admitted
}

async function decide(
  deps: AdmitDeps,
  { channel, transport, capHash, onJudged }: Admission,
  messages: SealedMessages,
  admit: Admit,
): Promise<Result<AdmittedDevice> | null> {
  const token = admit.capability
  const judged = judgeCapability(deps, token, transport.remoteKey)
  if (!judged.ok) return judged
  const shown = checkShown(token, capHash)
  if (!shown.ok) return shown
  onJudged()
  const claims = judged.value
  if (!deps.hasRoom(claims.sub)) {
    return refused('circuit_limit', 'this machine has as many circuits as it may')
  }
  const key = toBase64url(transport.remoteKey)
  const applicant = { key, sub: claims.sub, scopes: claims.scp, name: admit.name ?? claims.dev }
  const proof = admit.pair === undefined ? null : Uint8Array.fromHex(admit.pair)
  const entrance = deps.lock.enter(applicant, transport.handshakeHash, proof)
  if (entrance.kind === 'open') {
    const pair = entrance.pair ? { pair: entrance.pair.toHex() } : {}
    await messages.send({ admitted: true, sign: deps.signKey, ...pair })
    return ok({ claims, key, scopes: entrance.scopes })
  }
  const approved = await awaitApproval(deps, channel, transport, messages, applicant)
  if (!approved?.ok) return approved
  // A person may have taken longer than the capability lives.
  const again = judgeCapability(deps, token, transport.remoteKey)
  if (!again.ok) return again
  const scopes = deps.lock.still(applicant)
  if (!scopes) return refused('device_not_approved', 'it was taken out of the lock again')
  await messages.send({ admitted: true, sign: deps.signKey })
  return ok({ claims, key, scopes })
}

async function awaitApproval(
  deps: AdmitDeps,
  channel: OpeningChannel,
  transport: Transport,
  messages: SealedMessages,
  applicant: Applicant,
): Promise<Result<null> | null> {
  const waiting = deps.pending.add(applicant)
  if (!waiting) return refused('device_not_approved', 'too many devices wait for approval already')
  void channel.ended.then(waiting.leave)
  const nM = deps.random(LOCK_NONCE_BYTES)
  await messages.send({ approval: 'commit', commit: lockCommit(nM).toHex(), pending: waiting.id })
  const reveal = await within(deps.clock, deps.limits.circuitOpenMs, messages.receive(Reveal))
  if (!reveal) {
    waiting.leave()
    return null
  }
  const keys = { machine: deps.machineKey, device: transport.remoteKey }
  const nD = Uint8Array.fromHex(reveal.nonce)
  waiting.agreed({
    code: lockCode(transport.handshakeHash, nM, nD, keys),
    scan: lockScan(transport.handshakeHash, nM, nD, keys),
  })
  await messages.send({ approval: 'reveal', nonce: nM.toHex() })
  const decision = await waiting.decided
  return decision.kind === 'approved' ? ok(null) : refused('device_not_approved', decision.message)
}

const refused = (code: 'circuit_limit' | 'device_not_approved', message: string): Result<never> => ({
  ok: false,
  error: new AppError(code, message),
})
