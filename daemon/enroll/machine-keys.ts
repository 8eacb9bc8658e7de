/**
 * The two keys that this machine is known by: X25519 for circuits, Ed25519 for its tunnel. One 0600 file in the home,
 * made the first time they are needed, by whoever holds the home's lock.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryRead } from '../../shared/home/files.ts'
import type { Random } from '../../shared/ids.ts'
import type { KeyPair } from '../../shared/noise/key-pair.ts'
import { nodeKeyPair } from '../../shared/noise/node-suite.ts'
import { fromBase64url, toBase64url } from '../../shared/token/base64url.ts'
import { nodePublicKey, nodeSigner } from '../../shared/token/node-verifier.ts'
import { type Static, Type, Value } from '../../shared/typebox.ts'

export interface MachineKeys {
  /** Static key of the circuits' handshakes. */
  circuitKey: KeyPair
  /** Both public keys, base64url. */
  machineKey: string
  signKey: string
  /** Ed25519. Whatever is signed begins with a label of its own. */
  sign(message: Uint8Array): Uint8Array
}

const Secret = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })
const KeyFile = Type.Object({ circuit: Secret, sign: Secret })
type KeyFile = Static<typeof KeyFile>

const SECRET_BYTES = 32

/** Reads them, or makes them. A damaged file is moved aside: the machine has to be enrolled again. */
export function machineKeys(home: string, random: Random): MachineKeys {
  const path = join(home, 'machine-keys.json')
  const text = tryRead(path)
  const known = text === null ? null : readKeys(text)
  if (known) return known
  if (text !== null) renameSync(path, `${path}.damaged`)
  const made: KeyFile = {
    circuit: toBase64url(random(SECRET_BYTES)),
    sign: toBase64url(random(SECRET_BYTES)),
  }
  // Whole or not at all: a half-written key would be another key.
  writeFileSync(`${path}.new`, JSON.stringify(made), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  const keys = readKeys(JSON.stringify(made))
  if (!keys) throw new TypeError('keys that were just made cannot be read')
  return keys
}

function readKeys(text: string): MachineKeys | null {
  const file = parsed(text)
  if (!Value.Check(KeyFile, file)) return null
  const circuit = fromBase64url(file.circuit)
  const sign = fromBase64url(file.sign)
  if (!circuit || !sign) return null
  const circuitKey = nodeKeyPair(circuit)
  circuit.fill(0)
  return {
    circuitKey,
    machineKey: toBase64url(circuitKey.publicKey),
    signKey: toBase64url(nodePublicKey(sign)),
    sign: nodeSigner(sign),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null // a damaged file: no keys
    throw error
  }
}
