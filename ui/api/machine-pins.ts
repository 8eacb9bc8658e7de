/**
 * What this device knows of a machine that the authority cannot change: the keys it took once, and the pairing secret
 * that the authority never had. Both are kept per account.
 */
import { PAIRING_SECRET_BYTES } from '../../shared/noise/pairing.ts'
import { readPin } from '../../shared/relay/machine-pin.ts'
import type { MachinePins as CircuitPins } from '../../shared/relay/open-circuit.ts'
import { fromBase64url } from '../../shared/token/base64url.ts'
import type { KeyedStore } from './keyed-store.ts'

export interface MachinePins extends CircuitPins {
  /** `machine` null: the one that the set-up link stands for, whose id is not known yet. False: no such secret. */
  keepPairing(machine: string | null, secret: string): Promise<boolean>
  /** The machine of the set-up link is known now. */
  nameSetUp(machine: string): Promise<void>
}

const SET_UP = 'set-up'

/** `user`: pins of one account are not another's. */
export function createMachinePins(
  user: string,
  stores: { pins: KeyedStore; pairings: KeyedStore },
): MachinePins {
  const at = (machine: string): string => `${user}/${machine}`
  return {
    pinned: async (machine) => readPin(await stores.pins.get(at(machine))),
    pin: (machine, pin) => stores.pins.put(at(machine), pin),
    async pairing(machine) {
      const secret = await stores.pairings.get(at(machine))
      return typeof secret === 'string' ? secretOf(secret) : null
    },
    async keepPairing(machine, secret) {
      if (!secretOf(secret)) return false
      await stores.pairings.put(at(machine ?? SET_UP), secret)
      return true
    },
    async nameSetUp(machine) {
      const secret = await stores.pairings.get(at(SET_UP))
      if (secret === undefined) return
      await stores.pairings.put(at(machine), secret)
      await stores.pairings.remove(at(SET_UP))
    },
    spendPairing: (machine) => stores.pairings.remove(at(machine)),
  }
}

function secretOf(text: string): Uint8Array | null {
  const bytes = fromBase64url(text)
  return bytes?.length === PAIRING_SECRET_BYTES ? bytes : null
}
