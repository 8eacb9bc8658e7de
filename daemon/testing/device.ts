/** A device as a test drives it: its key, the capabilities it gets, and circuits over real sockets. */
import { createEndpoint, type Endpoint } from '../../shared/circuit/endpoint.ts'
import { createCircuitFetch } from '../../shared/circuit/fetch.ts'
import { ok, refuse } from '../../shared/errors.ts'
import type { KeyPair } from '../../shared/noise/key-pair.ts'
import { nodeKeyPair, nodeSuite } from '../../shared/noise/node-suite.ts'
import { dialConnect } from '../../shared/relay/dial-connect.ts'
import { noiseSealer } from '../../shared/relay/noise-sealer.ts'
import { type OpenedAsDevice, openAsDevice, type Settled } from '../../shared/relay/open-as-device.ts'
import { type OpeningChannel, openingChannel } from '../../shared/relay/opening-channel.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { SECOND_MS, systemClock } from '../../shared/time.ts'
import { fromBase64url, toBase64url } from '../../shared/token/base64url.ts'
import { signJws } from '../../shared/token/jws.ts'
import { thumbprint } from '../../shared/token/thumbprint.ts'
import { ALL_SCOPES, type Scope } from '../../shared/wire/identity.ts'
import type { TestAuthority } from './authority.ts'

/** What a device has to know of an authority; a real one's will do. */
export type DeviceAuthority = Pick<TestAuthority, 'issuer' | 'machine' | 'relayUrl' | 'signer' | 'enrolled'>

export interface DeviceOptions {
  seed?: number
  sub?: string
  dev?: string
  sid?: string
  scopes?: readonly Scope[]
}

export interface OpenOptions {
  /** Shown inside the circuit. */
  capability?: string
  /** Shown to the relay; else the same. */
  shown?: string
  pairing?: string
  /** The key that the device takes for the machine's. */
  machineKey?: string
  /** Where the relay is. */
  relayUrl?: string
  openSocket?(url: string): WebSocket
}

export interface TestCircuit {
  fetch: typeof fetch
  endpoint: Endpoint
  paired: boolean
  renew(capability: string): void
  close(): void
}

export type Opened =
  | { kind: 'open'; circuit: TestCircuit }
  | { kind: 'refused'; code: string }
  | { kind: 'waiting'; code: string; scan: string; pending: string; settled: Promise<Opened>; leave(): void }

export interface TestDevice {
  key: KeyPair
  /** base64url. */
  publicKey: string
  /** `change` replaces or, where undefined, leaves out claims; times are seconds. */
  mint(change?: Record<string, unknown>): string
  open(options?: OpenOptions): Promise<Opened>
  /** An open circuit, or a failed test. */
  circuit(options?: OpenOptions): Promise<TestCircuit>
}

export function testDevice(authority: DeviceAuthority, options: DeviceOptions = {}): TestDevice {
  const { seed = 1, sub = 'u_ada', dev = `d_${seed}`, sid = `k_${seed}`, scopes = ALL_SCOPES } = options
  const random = seededRandom(1_000 + seed)
  const key = nodeKeyPair(random(32))
  const suite = nodeSuite(random)

  const mint: TestDevice['mint'] = (change = {}) => {
    const now = Math.floor(systemClock.now() / SECOND_MS)
    const claims = {
      iss: authority.issuer,
      aud: authority.machine,
      sub,
      dev,
      sid,
      scp: scopes,
      cnf: { jkt: thumbprint('X25519', key.publicKey) },
      iat: now,
      nbf: now,
      exp: now + 300,
      ...change,
    }
    return signJws('fl-cap+jwt', claims, authority.signer)
  }

  const open = async (given: OpenOptions = {}): Promise<Opened> => {
    const capability = given.capability ?? mint()
    const dialled = await dialConnect({
      url: `${given.relayUrl ?? authority.relayUrl}/relay/connect`,
      capability: given.shown ?? capability,
      clock: systemClock,
      openSocket: given.openSocket ?? ((url) => new WebSocket(url)),
    })
    if (!dialled.ok) return { kind: 'refused', code: dialled.error.code }
    const channel = openingChannel(dialled.value)
    const opened = await openAsDevice(channel, {
      suite,
      random,
      deviceKey: key,
      issuer: authority.issuer,
      machine: authority.machine,
      machineKey: bytesOf(given.machineKey ?? authority.enrolled()?.machineKey ?? ''),
      capability,
      name: `device ${seed}`,
      pairing: given.pairing === undefined ? null : bytesOf(given.pairing),
    })
    return outcomeOf(opened, channel)
  }
  return {
    key,
    publicKey: toBase64url(key.publicKey),
    mint,
    open,
    async circuit(given) {
      const opened = await open(given)
      if (opened.kind === 'open') return opened.circuit
      throw new Error(`not open: ${JSON.stringify(opened)}`)
    },
  }
}

function outcomeOf(opened: OpenedAsDevice, channel: OpeningChannel): Opened {
  if (opened.kind !== 'waiting') return settledOf(opened, channel)
  return {
    kind: 'waiting',
    code: opened.code,
    scan: opened.scan,
    pending: opened.pending,
    settled: opened.settled.then((settled) => settledOf(settled, channel)),
    leave: () => channel.close('left'),
  }
}

function settledOf(settled: Settled, channel: OpeningChannel): Opened {
  if (settled.kind === 'refused') {
    channel.close('refused')
    return { kind: 'refused', code: settled.error.code }
  }
  const endpoint = createEndpoint({
    role: 'initiator',
    channel: channel.rest(),
    sealer: noiseSealer(settled.transport),
    clock: systemClock,
  })
  const circuit: TestCircuit = {
    fetch: createCircuitFetch(async () =>
      endpoint.state.status === 'open' ? ok(endpoint) : refuse('circuit_lost', endpoint.state.reason.code),
    ),
    endpoint,
    paired: settled.paired,
    renew: endpoint.renew,
    close: () => endpoint.close({ code: 'cancelled', message: 'the test is done' }),
  }
  return { kind: 'open', circuit }
}

function bytesOf(text: string): Uint8Array {
  const bytes = fromBase64url(text)
  if (!bytes) throw new Error(`${text} is no base64url`)
  return bytes
}
