/** One try of a device to open a circuit to a machine: capability, pin, relay, handshake, admission. */
import { createEndpoint, type Endpoint } from '../circuit/endpoint.ts'
import { AppError, type Result } from '../errors.ts'
import type { Random } from '../ids.ts'
import type { KeyPair } from '../noise/key-pair.ts'
import type { Suite } from '../noise/suite.ts'
import type { Clock } from '../time.ts'
import { fromBase64url } from '../token/base64url.ts'
import { within } from '../within.ts'
import { dialConnect } from './dial-connect.ts'
import type { MachinePin } from './machine-pin.ts'
import { noiseSealer } from './noise-sealer.ts'
import { openAsDevice, type Settled } from './open-as-device.ts'
import { type OpeningChannel, openingChannel } from './opening-channel.ts'

/** What the authority gives for one machine. */
export interface Ticket {
  issuer: string
  capability: string
  /** ms. */
  expiresAt: number
  /** base64url. */
  machineKey: string
  relayUrl: string
  /** How the machine came to that key, the oldest first. */
  successors?: readonly string[]
}

/** What the device keeps of machines, where the authority cannot change it. */
export interface MachinePins {
  /** What was taken; null before. */
  pinned(machine: string): Promise<MachinePin | null>
  pin(machine: string, pin: MachinePin): Promise<void>
  /** The secret that waits to be proven to this machine, 16 bytes; null: none. */
  pairing(machine: string): Promise<Uint8Array | null>
  /** Proven, or of no more use. */
  spendPairing(machine: string): Promise<void>
}

export interface OpenDeps {
  machine: string
  deviceKey: KeyPair
  /** What the device calls itself. */
  deviceName: string
  pins: MachinePins
  ticket(): Promise<Result<Ticket>>
  suite: Suite
  openSocket(url: string): WebSocket
  clock: Clock
  random: Random
  /** The whole of it, a person's approval not counted. */
  openMs: number
}

export type Decided =
  | { is: 'open'; endpoint: Endpoint; ticket: Ticket }
  /** `by`: only what the authority itself says, on its own origin, can end a sign-in. */
  | { is: 'refused'; error: AppError; by: 'authority' | 'way' }
  /** `pinned` null: what answered does not know the secret that the machine was told. */
  | { is: 'key_changed'; pinned: string | null; offered: string }

/** `scan`: what a camera reads instead of `code`, of the device that waits as `pending`. */
export interface Waits {
  is: 'waiting'
  code: string
  scan: string
  pending: string
  decided: Promise<Decided>
  leave(): void
}

export type Tried = Decided | Waits

export async function openCircuit(deps: OpenDeps): Promise<Tried> {
  const asked = await deps.ticket()
  if (!asked.ok) return { is: 'refused', error: asked.error, by: 'authority' }
  const ticket = asked.value
  const pinned = await deps.pins.pinned(deps.machine)
  // A later key that the pinned one does not lead to is never dialled: who gave it may be between us and the machine.
  if (pinned && !(await leadsTo(pinned, ticket, deps.machine))) {
    return { is: 'key_changed', pinned: pinned.machineKey, offered: ticket.machineKey }
  }
  const sockets: WebSocket[] = []
  const openSocket = (url: string): WebSocket => {
    const socket = deps.openSocket(url)
    sockets.push(socket)
    return socket
  }
  const tried = await within(deps.clock, deps.openMs, dial({ ...deps, openSocket }, ticket, pinned))
  if (tried) return tried
  for (const socket of sockets) socket.close()
  return refusal(new AppError('timeout', 'the machine did not answer in time'))
}

/** The pinned key itself, or one that it vouched for, step by step. */
async function leadsTo(pinned: MachinePin, ticket: Ticket, machine: string): Promise<boolean> {
  const { machineKey, signKey } = pinned
  if (machineKey === ticket.machineKey) return true
  if (signKey === null || !ticket.successors?.length) return false
  // Seldom needed, and the verifier is large.
  const { followSuccessors } = await import('../token/successor.ts')
  const of = { issuer: ticket.issuer, machine }
  return followSuccessors({ machineKey, signKey }, ticket.successors, of)?.machineKey === ticket.machineKey
}

async function dial(deps: OpenDeps, ticket: Ticket, pinned: MachinePin | null): Promise<Tried> {
  const { clock, machine } = deps
  const { capability } = ticket
  const machineKey = fromBase64url(ticket.machineKey)
  if (!machineKey) return refusal(new AppError('protocol_error', 'the machine key is no key'))
  const url = `${ticket.relayUrl}/relay/connect`
  const dialled = await dialConnect({ url, capability, clock, openSocket: deps.openSocket })
  if (!dialled.ok) return refusal(dialled.error)
  const pairing = pinned === null ? await deps.pins.pairing(machine) : null
  const channel = openingChannel(dialled.value)
  const opened = await openAsDevice(channel, {
    suite: deps.suite,
    random: deps.random,
    deviceKey: deps.deviceKey,
    issuer: ticket.issuer,
    machine,
    machineKey,
    capability,
    name: deps.deviceName,
    pairing,
  })
  const settle = (settled: Settled, proven: boolean): Promise<Decided> =>
    settled.kind === 'open'
      ? admitted(deps, { channel, ticket, settled, pinned, proven })
      : refusedBy(channel, settled.error, ticket)
  if (opened.kind !== 'waiting') return settle(opened, pairing === null)
  return {
    is: 'waiting',
    code: opened.code,
    scan: opened.scan,
    pending: opened.pending,
    // The code that a person compared is made of both keys: what it let in is the machine.
    decided: opened.settled.then((settled) => settle(settled, true)),
    leave: () => channel.close('left'),
  }
}

interface Admission {
  channel: OpeningChannel
  ticket: Ticket
  settled: Extract<Settled, { kind: 'open' }>
  pinned: MachinePin | null
  /** Nothing more is needed to take the machine's key. */
  proven: boolean
}

async function admitted(deps: OpenDeps, given: Admission): Promise<Decided> {
  const { channel, ticket, settled, pinned } = given
  const { machineKey } = ticket
  if (pinned === null && !given.proven && !settled.paired) {
    channel.close('machine_key_changed')
    return { is: 'key_changed', pinned: null, offered: machineKey }
  }
  // Whoever has the machine's key said the sign key, in here; a machine of an earlier version says none.
  const signKey = settled.signKey ?? (pinned?.machineKey === machineKey ? pinned.signKey : null)
  if (pinned?.machineKey !== machineKey || pinned.signKey !== signKey) {
    await deps.pins.pin(deps.machine, { machineKey, signKey })
  }
  if (pinned === null) await deps.pins.spendPairing(deps.machine)
  const endpoint = createEndpoint({
    role: 'initiator',
    channel: channel.rest(),
    sealer: noiseSealer(settled.transport),
    clock: deps.clock,
  })
  return { is: 'open', endpoint, ticket }
}

async function refusedBy(channel: OpeningChannel, error: AppError, ticket: Ticket): Promise<Decided> {
  channel.close(error.code)
  if (error.code !== 'machine_key_changed') return refusal(error)
  return { is: 'key_changed', pinned: null, offered: ticket.machineKey }
}

const refusal = (error: AppError): Decided => ({ is: 'refused', error, by: 'way' })
