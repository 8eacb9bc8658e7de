/** This home as a device: its key, and what it knows of machines that the authority cannot change. */
import { hostname } from 'node:os'
import type { Random } from '../../../shared/ids.ts'
import type { KeyPair } from '../../../shared/noise/key-pair.ts'
import { nodeKeyPair } from '../../../shared/noise/node-suite.ts'
import { PAIRING_SECRET_BYTES } from '../../../shared/noise/pairing.ts'
import { MachinePin, readPin } from '../../../shared/relay/machine-pin.ts'
import type { MachinePins } from '../../../shared/relay/open-circuit.ts'
import { fromBase64url, toBase64url } from '../../../shared/token/base64url.ts'
import { type Static, Type } from '../../../shared/typebox.ts'
import { PublicKey } from '../../../shared/wire/identity.ts'
import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { privateFile } from './private-file.ts'

const KeyFile = Type.Object({ secret: PublicKey })
const SECRET_BYTES = 32

/** Made the first time it is needed. */
export function deviceKey(home: string, random: Random): KeyPair {
  const file = privateFile(home, 'key.json', KeyFile)
  const kept = file.read()
  const made = kept ?? { secret: toBase64url(random(SECRET_BYTES)) }
  if (!kept) file.write(made)
  const secret = fromBase64url(made.secret)
  if (!secret) throw new CliError('damaged', 'This device’s key is damaged.', { exit: exitCodes.error })
  return nodeKeyPair(secret)
}

/** As the authority has it: base64url. */
export const publicKeyText = (home: string, random: Random): string =>
  toBase64url(deviceKey(home, random).publicKey)

export const deviceName = (): string => `command line on ${hostname()}`

const PinFile = Type.Object({
  // A text was the machine key alone.
  pins: Type.Record(Type.String(), Type.Union([Type.String(), MachinePin])),
  pairings: Type.Record(Type.String(), Type.String()),
})
type PinFile = Static<typeof PinFile>

export interface DevicePins extends MachinePins {
  /** A secret that the machine will be told, or was, by another way than the authority; base64url. */
  keepPairing(machine: string, secret: string): void
}

/** Pins of one account are not another's. */
export function devicePins(home: string, user: string): DevicePins {
  const file = privateFile(home, 'machines.json', PinFile)
  const read = (): PinFile => file.read() ?? { pins: {}, pairings: {} }
  const at = (machine: string): string => `${user}/${machine}`
  return {
    pinned: async (machine) => readPin(read().pins[at(machine)]),
    async pin(machine, pin) {
      const { pins, pairings } = read()
      file.write({ pins: { ...pins, [at(machine)]: pin }, pairings })
    },
    async pairing(machine) {
      const secret = fromBase64url(read().pairings[at(machine)] ?? '')
      return secret?.length === PAIRING_SECRET_BYTES ? secret : null
    },
    async spendPairing(machine) {
      const { pins, pairings } = read()
      const { [at(machine)]: _spent, ...left } = pairings
      file.write({ pins, pairings: left })
    },
    keepPairing(machine, secret) {
      const { pins, pairings } = read()
      file.write({ pins, pairings: { ...pairings, [at(machine)]: secret } })
    },
  }
}
