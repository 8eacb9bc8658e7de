/** The circuits of this machine: opened when the relay says so, counted, and ended when their ground is gone. */
import type { Logger } from 'pino'
import type { Reason } from '../../shared/circuit/reason.ts'
import type { Random } from '../../shared/ids.ts'
import { respond } from '../../shared/noise/handshake.ts'
import type { KeyPair } from '../../shared/noise/key-pair.ts'
import { nodeSuite } from '../../shared/noise/node-suite.ts'
import { prologue } from '../../shared/noise/prologue.ts'
import type { Transport } from '../../shared/noise/transport.ts'
import type { TunnelOrder } from '../../shared/relay/messages.ts'
import { type OpeningChannel, openingChannel } from '../../shared/relay/opening-channel.ts'
import { fromBase64url } from '../../shared/token/base64url.ts'
import type { DevicePrincipal } from '../auth/principal.ts'
import type { MachineKeys } from '../enroll/machine-keys.ts'
import type { Lock } from '../lock/lock.ts'
import { dialAccept } from './accept.ts'
import { type AdmitDeps, admitDevice } from './admit-device.ts'
import { type DeviceCircuit, type DeviceCircuitDeps, serveDevice } from './device-circuit.ts'
import type { RelayAddress } from './relay-address.ts'

export interface CircuitsDeps
  extends Omit<AdmitDeps, 'hasRoom' | 'machineKey' | 'signKey' | 'lock'>,
    Omit<DeviceCircuitDeps, 'lock'> {
  lock: Lock
  random: Random
  log: Logger
  keys(): MachineKeys
  openSocket(url: string): WebSocket
  /** A device is in. */
  onAdmitted(principal: DevicePrincipal): void
}

export type OpenOrder = Extract<TunnelOrder, { t: 'open' }>

export interface Circuits {
  /** False: no room for one more. The rest goes on by itself. */
  open(order: OpenOrder, relay: RelayAddress): boolean
  endWhere(fits: (principal: DevicePrincipal) => boolean, reason: Reason): void
  /** The lock changed. */
  lookAgain(): void
  /** How many are open, and how many are being opened. */
  count(): { open: number; opening: number }
}

export function createCircuits(deps: CircuitsDeps): Circuits {
  const { clock, limits, log } = deps
  const open = new Set<DeviceCircuit>()
  const suite = nodeSuite(deps.random)
  let opening = 0

  const hasRoom = (sub: string): boolean => {
    const ofSubject = [...open].filter((circuit) => circuit.principal.sub === sub).length
    return open.size < limits.circuits && ofSubject < limits.circuitsASubject
  }

  async function handshake(channel: OpeningChannel, staticKey: KeyPair): Promise<Transport | null> {
    const enrollment = deps.enrollments.current()
    const message = await channel.receive()
    if (!message || !enrollment) return null
    const responding = await respond(
      {
        suite,
        prologue: prologue(enrollment.issuer, enrollment.machine),
        staticKey,
      },
      message,
    )
    if (!responding.ok) return null
    const answered = await responding.value.answer()
    if (!answered.ok) return null
    channel.send(answered.value.message)
    return answered.value.transport
  }

  async function serve(channel: OpeningChannel, capHash: Uint8Array, onJudged: () => void): Promise<void> {
    // Once for all of it: a change of keys meanwhile must not have the new sign key vouched for by the old key.
    const { circuitKey, signKey } = deps.keys()
    const transport = await handshake(channel, circuitKey)
    if (!transport) return channel.close('protocol_error')
    const machineKey = circuitKey.publicKey
    const device = await admitDevice(
      { ...deps, hasRoom, machineKey, signKey },
      { channel, transport, capHash, onJudged },
    )
    if (!device?.ok) {
      transport.close()
      if (device) log.info({ code: device.error.code }, 'a circuit was refused')
      return channel.close(device?.error.code ?? 'protocol_error')
    }
    const circuit = serveDevice(deps, channel, transport, device.value)
    open.add(circuit)
    void circuit.closed.then(() => open.delete(circuit))
    deps.onAdmitted(circuit.principal)
  }

  /** From the order to the judged capability everything is on one clock, and counts as opening. */
  async function openOne(order: OpenOrder, relay: RelayAddress, capHash: Uint8Array): Promise<void> {
    const tooLate = new AbortController()
    let channel: OpeningChannel | null = null
    const timer = clock.after(limits.circuitOpenMs, () => {
      tooLate.abort()
      channel?.close('protocol_error')
    })
    opening++
    const settled = once(() => {
      timer.cancel()
      opening--
    })
    try {
      const { circuit, secret } = order
      const socket = await dialAccept(
        { url: relay.accept, circuit, secret, clock, openSocket: deps.openSocket },
        tooLate.signal,
      )
      if (!socket) return
      channel = openingChannel(socket)
      await serve(channel, capHash, settled)
    } finally {
      settled()
    }
  }

  return {
    open(order, relay) {
      const capHash = fromBase64url(order.capHash)
      if (!capHash || opening >= limits.circuitOpenings || open.size >= limits.circuits) return false
      openOne(order, relay, capHash).catch((err: unknown) =>
        log.error({ err }, 'a circuit could not be opened'),
      )
      return true
    },
    endWhere(fits, reason) {
      for (const circuit of [...open]) if (fits(circuit.principal)) circuit.end(reason)
    },
    lookAgain() {
      for (const circuit of [...open]) circuit.lookAgain()
    },
    count: () => ({ open: open.size, opening }),
  }
}

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}
