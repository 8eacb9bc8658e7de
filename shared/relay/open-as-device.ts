/** The device's half of opening a circuit: the handshake, and then the messages of `admission.ts`. */
import { AppError, type ErrorCode, errorCodes } from '../errors.ts'
import type { Random } from '../ids.ts'
import { equalInConstantTime } from '../noise/constant-time.ts'
import { initiate } from '../noise/handshake.ts'
import type { KeyPair } from '../noise/key-pair.ts'
import { LOCK_NONCE_BYTES, lockCode, lockCommit, lockScan, pairProof } from '../noise/pairing.ts'
import { prologue } from '../noise/prologue.ts'
import type { Suite } from '../noise/suite.ts'
import type { Transport } from '../noise/transport.ts'
import { toBase64url } from '../token/base64url.ts'
import { FromDaemon } from './admission.ts'
import type { OpeningChannel } from './opening-channel.ts'
import { type SealedMessages, sealedMessages } from './sealed-messages.ts'

export interface DeviceOpening {
  suite: Suite
  random: Random
  deviceKey: KeyPair
  issuer: string
  machine: string
  /** The machine's key as the device pinned it; 32 bytes. */
  machineKey: Uint8Array
  capability: string
  /** What the device calls itself. */
  name: string
  /** A secret of 16 bytes that the machine was told by another way; null: none. */
  pairing: Uint8Array | null
}

export type Settled =
  /** `paired`: the machine proved the pairing secret too, so its key may be pinned. `signKey`: where it said one. */
  | { kind: 'open'; transport: Transport; paired: boolean; signKey: string | null }
  | { kind: 'refused'; error: AppError }

/** `waiting`: a person types `code`, shown here, on a device that the machine knows, or it scans `scan` here. */
export type OpenedAsDevice =
  | Settled
  | { kind: 'waiting'; code: string; scan: string; pending: string; settled: Promise<Settled> }

export async function openAsDevice(channel: OpeningChannel, device: DeviceOpening): Promise<OpenedAsDevice> {
  const transport = await handshake(channel, device)
  if (!transport) return lost()
  const messages = sealedMessages(channel, transport)
  const { capability, name, pairing } = device
  const proof = pairing && pairProof(pairing, transport.handshakeHash, 'device')
  await messages.send({ capability, name, ...(proof ? { pair: proof.toHex() } : {}) })
  const first = await messages.receive(FromDaemon)
  if (first && 'approval' in first && first.approval === 'commit') {
    return agreeOnCode(messages, transport, device, first)
  }
  return settle(first, transport, pairing)
}

async function handshake(channel: OpeningChannel, device: DeviceOpening): Promise<Transport | null> {
  const { suite, deviceKey: staticKey, machineKey: remoteKey } = device
  const begun = await initiate({
    suite,
    prologue: prologue(device.issuer, device.machine),
    staticKey,
    remoteKey,
  })
  if (!begun.ok) return null
  channel.send(begun.value.message)
  const answer = await channel.receive()
  const finished = answer && (await begun.value.finish(answer))
  return finished?.ok ? finished.value.transport : null
}

/** The machine is bound to its nonce before it sees ours, so a box between the two cannot choose the code. */
async function agreeOnCode(
  messages: SealedMessages,
  transport: Transport,
  device: DeviceOpening,
  { commit, pending }: { commit: string; pending: string },
): Promise<OpenedAsDevice> {
  const nD = device.random(LOCK_NONCE_BYTES)
  await messages.send({ nonce: nD.toHex() })
  const revealed = await messages.receive(FromDaemon)
  if (!revealed || !('approval' in revealed) || revealed.approval !== 'reveal')
    return settle(revealed, transport, null)
  const nM = Uint8Array.fromHex(revealed.nonce)
  if (!equalInConstantTime(lockCommit(nM), Uint8Array.fromHex(commit))) {
    return refused('protocol_error', 'the machine opened another nonce than it had committed to')
  }
  const keys = { machine: device.machineKey, device: device.deviceKey.publicKey }
  return {
    kind: 'waiting',
    code: lockCode(transport.handshakeHash, nM, nD, keys),
    scan: toBase64url(lockScan(transport.handshakeHash, nM, nD, keys)),
    pending,
    settled: messages.receive(FromDaemon).then((said) => settle(said, transport, null)),
  }
}

function settle(said: FromDaemon | null, transport: Transport, pairing: Uint8Array | null): Settled {
  if (!said) return lost()
  if ('error' in said) {
    const { code, message } = said.error
    return refused(isCode(code) ? code : 'device_not_approved', message)
  }
  if (!('admitted' in said)) return refused('protocol_error', 'the machine said something out of turn')
  const signKey = said.sign ?? null
  if (said.pair === undefined || !pairing) return { kind: 'open', transport, paired: false, signKey }
  const proof = pairProof(pairing, transport.handshakeHash, 'machine')
  return equalInConstantTime(proof, Uint8Array.fromHex(said.pair))
    ? { kind: 'open', transport, paired: true, signKey }
    : refused('machine_key_changed', 'what answered does not know the pairing secret')
}

const refused = (code: ErrorCode, message: string): Settled => ({
  kind: 'refused',
  error: new AppError(code, message),
})

const lost = (): Settled => refused('connection_lost', 'the circuit closed while it was being opened')

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)
