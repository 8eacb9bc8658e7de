/** A relay on a port of its own, with rows of the test, and the two kinds of client that meet in it. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import pino from 'pino'
import { tunnelProofInput } from '../../../shared/relay/tunnel-proof.ts'
import { type FakeClock, fakeClock } from '../../../shared/testing/fake-clock.ts'
import { seededRandom } from '../../../shared/testing/seeded-random.ts'
import { nodeVerifier } from '../../../shared/token/node-verifier.ts'
import { type RelayLimits, relayLimits } from '../limits.ts'
import { createRelay, type MountedRelay } from '../relay.ts'
import type { Seat } from '../socket.ts'
import { type Client, dial } from './client.ts'
import { type Rows, testRows } from './rows.ts'

export interface Rig {
  port: number
  relay: MountedRelay
  rows: Rows
  clock: FakeClock
  /** Everything the relay logged, as text. */
  logged(): string
  dial(door: string): Promise<Client>
  stop(): Promise<void>
}

export function startRig(limits: Partial<RelayLimits> = {}, addressOf?: (request: Request) => string): Rig {
  const clock = fakeClock()
  const { rows, authorization } = testRows(clock.now)
  const lines: string[] = []
  const relay = createRelay({
    authorization,
    clock,
    random: seededRandom(7),
    limits: { ...relayLimits, ...limits },
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    verify: nodeVerifier,
  })
  const server = Bun.serve<Seat>({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, server) => relay.upgrade(request, server, addressOf?.(request) ?? '127.0.0.1'),
    websocket: relay.websocket,
  })
  const port = server.port ?? 0
  return {
    port,
    relay,
    rows,
    clock,
    logged: () => lines.join(''),
    dial: (door) => dial(`ws://127.0.0.1:${port}/relay/${door}`),
    stop: () => server.stop(true),
  }
}

export interface Proof {
  host: string
  issuer: string
  machine: string
  nonce: Uint8Array
  version: number
}

export interface TestMachine {
  id: string
  /** Answers a challenge; `change` is what the proof says wrongly. */
  hello(rig: Rig, nonce: unknown, change?: Partial<Proof>): object
  /** Dials and is welcomed. */
  tunnel(rig: Rig): Promise<Client>
  /** Dials back for an `open`. */
  accept(rig: Rig, open: Record<string, unknown>): Promise<Client>
}

/** A machine with keys of its own, in the rig's rows. */
export function addMachine(rig: Rig, id: string): TestMachine {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  rig.rows.signKeys.set(id, publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  return machineOf(id, privateKey)
}

export function machineOf(id: string, key: KeyObject): TestMachine {
  const machine: TestMachine = {
    id,
    hello(rig, nonce, change = {}) {
      const said = Buffer.from(String(nonce), 'base64url')
      const host = `127.0.0.1:${rig.port}`
      const proof = { host, issuer: rig.rows.issuer, machine: id, nonce: said, version: 1, ...change }
      const signature = sign(null, tunnelProofInput(proof), key).toString('base64url')
      return { t: 'hello', v: 1, machine: id, proof: signature, version: '0.1.0', agents: ['demo 1'] }
    },
    async tunnel(rig) {
      const client = await rig.dial('tunnel')
      const { nonce } = await client.nextJson()
      client.send(machine.hello(rig, nonce))
      const welcome = await client.nextJson()
      if (welcome.t !== 'welcome') throw new TypeError(`not welcomed: ${JSON.stringify(welcome)}`)
      return client
    },
    async accept(rig, { circuit, secret }) {
      const client = await rig.dial('accept')
      client.send({ v: 1, circuit, secret })
      return client
    },
  }
  return machine
}

export interface Pair {
  device: Client
  daemon: Client
}

export async function connect(rig: Rig, capability: string): Promise<Client> {
  const device = await rig.dial('connect')
  device.send({ v: 1, capability })
  return device
}

/** A circuit to `machine`, whose tunnel this is, up to `ready` on both sides. */
export async function openCircuit(
  rig: Rig,
  machine: TestMachine,
  tunnel: Client,
  who = 'u_1/d_1/k_1',
): Promise<Pair> {
  const device = await connect(rig, `${machine.id}/${who}`)
  const daemon = await machine.accept(rig, await tunnel.nextJson())
  for (const side of [device, daemon]) {
    const said = await side.nextJson()
    if (said.t !== 'ready') throw new TypeError(`not ready: ${JSON.stringify(said)}`)
  }
  return { device, daemon }
}
