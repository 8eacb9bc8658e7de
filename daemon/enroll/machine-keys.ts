/**
 * The two keys that this machine is known by: X25519 for circuits, Ed25519 for its tunnel. One 0600 file in the home,
 * made the first time they are needed, by whoever holds the home's lock.
 *
 * A change of keys has two phases, because its answer may be lost: the next keys are in the file, with the statement that
 * vouches for them, before the authority hears of it, and the old ones until the authority is known to have taken it.
 */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryRead } from '../../shared/home/files.ts'
import type { Random } from '../../shared/ids.ts'
import type { KeyPair } from '../../shared/noise/key-pair.ts'
import { nodeKeyPair } from '../../shared/noise/node-suite.ts'
import { fromBase64url, toBase64url } from '../../shared/token/base64url.ts'
import { nodePublicKey, nodeSigner } from '../../shared/token/node-verifier.ts'
import type { MachineKeyPair } from '../../shared/token/successor.ts'
import { type Static, Type, Value } from '../../shared/typebox.ts'

export interface MachineKeys extends MachineKeyPair {
  /** Static key of the circuits' handshakes. */
  circuitKey: KeyPair
  /** Ed25519. Whatever is signed begins with a label of its own. */
  sign(message: Uint8Array): Uint8Array
}

export interface MachineKeyFile {
  current(): MachineKeys
  /** What vouches for the keys that are to come; null: none are. */
  proposed(): string | null
  /** How often they were changed, as the authority counted. */
  number(): number
  /** Makes the next keys. `vouch` says what vouches for them; whatever was proposed before is gone. */
  propose(vouch: (next: MachineKeyPair) => string): string
  /** The keys of this statement are the machine's from now on. False: they were dropped meanwhile. */
  take(statement: string, number: number): boolean
  drop(): void
}

const Secret = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })
const Secrets = Type.Object({ circuit: Secret, sign: Secret })
type Secrets = Static<typeof Secrets>
const KeyFile = Type.Composite([
  Secrets,
  Type.Object({
    number: Type.Optional(Type.Integer({ minimum: 0 })),
    next: Type.Optional(Type.Composite([Secrets, Type.Object({ statement: Type.String() })])),
  }),
])
type KeyFile = Static<typeof KeyFile>

const SECRET_BYTES = 32

/** Reads them, or makes them. A damaged file is moved aside: the machine has to be enrolled again. */
export function machineKeyFile(home: string, random: Random): MachineKeyFile {
  const path = join(home, 'machine-keys.json')
  const made = (): Secrets => ({
    circuit: toBase64url(random(SECRET_BYTES)),
    sign: toBase64url(random(SECRET_BYTES)),
  })
  let file = readFile(path) ?? begin(home, path, made())
  let keys = keysOf(file)

  function write(next: KeyFile): void {
    writeWhole(home, path, next)
    file = next
  }

  return {
    current: () => keys,
    proposed: () => file.next?.statement ?? null,
    number: () => file.number ?? 0,
    propose(vouch) {
      const next = made()
      const { machineKey, signKey } = keysOf(next)
      const statement = vouch({ machineKey, signKey })
      write({ ...file, next: { ...next, statement } })
      return statement
    },
    take(statement, number) {
      const { next } = file
      if (next?.statement !== statement) return false
      write({ circuit: next.circuit, sign: next.sign, number })
      keys = keysOf(next)
      return true
    },
    drop() {
      if (!file.next) return
      const { next: _dropped, ...rest } = file
      write(rest)
    },
  }
}

function begin(home: string, path: string, made: Secrets): KeyFile {
  writeWhole(home, path, made)
  return made
}

/** Whole or not at all, and there after a power cut too: a half-written key would be another key. */
function writeWhole(home: string, path: string, file: KeyFile): void {
  writeFileSync(`${path}.new`, JSON.stringify(file), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  const directory = openSync(home, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

function readFile(path: string): KeyFile | null {
  const text = tryRead(path)
  if (text === null) return null
  const file = parsed(text)
  const whole = Value.Check(KeyFile, file) ? [file, ...(file.next ? [file.next] : [])] : []
  if (Value.Check(KeyFile, file) && whole.every(areKeys)) return file
  renameSync(path, `${path}.damaged`)
  return null
}

const areKeys = ({ circuit, sign }: Secrets): boolean =>
  [circuit, sign].every((secret) => fromBase64url(secret)?.length === SECRET_BYTES)

function keysOf(secrets: Secrets): MachineKeys {
  const circuit = bytesOf(secrets.circuit)
  const sign = bytesOf(secrets.sign)
  const circuitKey = nodeKeyPair(circuit)
  circuit.fill(0)
  return {
    circuitKey,
    machineKey: toBase64url(circuitKey.publicKey),
    signKey: toBase64url(nodePublicKey(sign)),
    sign: nodeSigner(sign),
  }
}

function bytesOf(secret: string): Uint8Array {
  const bytes = fromBase64url(secret)
  if (!bytes) throw new TypeError('a secret that was checked is no base64url')
  return bytes
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null // a damaged file: no keys
    throw error
  }
}
