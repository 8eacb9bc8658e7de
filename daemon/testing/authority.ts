/**
 * An authority of a test's own: it enrolls, mints whatever the test asks for, and puts a real relay (given by the test)
 * beside it on one port. It judges nothing, so that what is refused was refused by the daemon.
 */

import { ed25519 } from '@noble/curves/ed25519.js'
import pino, { type Logger } from 'pino'
import type { Random } from '../../shared/ids.ts'
import type { RelayCode } from '../../shared/relay/close-codes.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { type Clock, SECOND_MS, systemClock } from '../../shared/time.ts'
import { fromBase64url } from '../../shared/token/base64url.ts'
import type { KeySigner } from '../../shared/token/jws.ts'
import { nodeSigner, nodeVerifier } from '../../shared/token/node-verifier.ts'
import { issueStatement, type KeyRing, signingKey } from '../../shared/token/statement.ts'
import { type MachineKeyPair, verifySuccessor } from '../../shared/token/successor.ts'
import type { Scope } from '../../shared/wire/identity.ts'
import type { Enroll, Enrolled } from '../../shared/wire/machine.ts'

type Judged<T> = { ok: true; value: T } | { ok: false; code: RelayCode; message: string }

export interface TestSubject {
  machine: string
  sub: string
  dev: string
  sid: string
  scopes: Scope[]
  expiresAt: number
}

export interface TestRevocation {
  id: number
  sub?: string
  dev?: string
  sid?: string
}

/** What a relay asks of its authority. */
export interface TestAuthorization {
  issuer(): string
  relayHost(): string | null
  tunnel(machine: string): Judged<{ signKey: Uint8Array }>
  circuit(capability: string): Judged<TestSubject>
  stillHolds(subject: TestSubject): RelayCode | null
  statementsFor(machine: string): { number: number; jws: string }[]
  statementAcked(machine: string, number: number): void
  revocationsFor(machine: string): TestRevocation[]
  revocationAcked(machine: string, id: number): void
  seen(machine: string, facts: { version: string; agents: string[] } | null): void
  circuitOpened(subject: TestSubject): number
  circuitClosed(row: number, reason: string, bytes: { up: number; down: number }): void
}

/** The relay, as the test makes it. */
export interface TestRelay<Seat> {
  upgrade(request: Request, server: Bun.Server<Seat>, address: string): Response | undefined
  websocket: Bun.WebSocketHandler<Seat>
  isOnline(machine: string): boolean
  reauthorize(filter: { machine?: string; sub?: string; dev?: string; sid?: string }): void
  nudge(machine: string): void
  stop(): void
}

export interface RelayParts {
  authorization: TestAuthorization
  clock: Clock
  random: Random
  log: Logger
}

export interface TestAuthority {
  readonly issuer: string
  readonly machine: string
  readonly origin: string
  readonly relayUrl: string
  /** The keys that the machine enrolled with; null before. */
  enrolled(): Pick<Enroll, 'machineKey' | 'signKey'> | null
  /** How it came to those from the ones that it enrolled with. */
  successors(): string[]
  /** The signer of its newest key. */
  signer: KeySigner
  /** A key statement with this many keys added, signed by the newest one so far. */
  addKey(seed: number): KeySigner
  acked: { statements: number[]; revocations: number[] }
  /** What the machine announced of itself. */
  seen: { version: string; agents: string[] }[]
  /** Why the machine may hold no tunnel. */
  bar(code: RelayCode | null): void
  /** Closes what fits, and tells the machine. */
  revoke(who: Omit<TestRevocation, 'id'>): void
  online(): boolean
  /** Takes the relay away, and puts a new one on the same port. */
  restartRelay(): void
  stop(): Promise<void>
}

export interface AuthorityOptions {
  machine?: string
  issuer?: string
  /** Answers enrollment instead. */
  onEnroll?(request: Request): Response | Promise<Response>
}

const seedOf = (n: number): Uint8Array => new Uint8Array(32).fill(n)
const keyOf = (n: number) => signingKey(ed25519.getPublicKey(seedOf(n)))
export const signerOf = (n: number): KeySigner => ({ kid: keyOf(n).kid, sign: nodeSigner(seedOf(n)) })

export function startAuthority<Seat>(
  makeRelay: (parts: RelayParts) => TestRelay<Seat>,
  options: AuthorityOptions = {},
): TestAuthority {
  const issuer = options.issuer ?? 'i_test'
  const machine = options.machine ?? 'm_test'
  let keys: MachineKeyPair | null = null
  let successors: string[] = []
  let barred: RelayCode | null = null
  let ring: KeyRing = { number: 1, keys: [keyOf(1)] }
  let signer = signerOf(1)
  const statement = (): string => issueStatement(ring, { issuer, now: systemClock.now() }, signer)
  const statements: { number: number; jws: string }[] = [{ number: 1, jws: statement() }]
  const revocations: TestRevocation[] = []
  const ended = new Set<string>()
  const acked: TestAuthority['acked'] = { statements: [], revocations: [] }
  const seen: TestAuthority['seen'] = []

  const authorization: TestAuthorization = {
    issuer: () => issuer,
    relayHost: () => null,
    tunnel(id) {
      const signKey = id === machine && keys ? fromBase64url(keys.signKey) : null
      if (barred) return { ok: false, code: barred, message: 'barred' }
      return signKey
        ? { ok: true, value: { signKey } }
        : { ok: false, code: 'unauthenticated', message: 'unknown machine' }
    },
    circuit: (capability) => ({ ok: true, value: subjectIn(capability, machine) }),
    stillHolds: ({ sub, dev, sid }) => ([sub, dev, sid].some((id) => ended.has(id)) ? 'revoked' : null),
    statementsFor: () => statements.filter(({ number }) => !acked.statements.includes(number)),
    statementAcked: (_, number) => void acked.statements.push(number),
    revocationsFor: () => revocations.filter(({ id }) => !acked.revocations.includes(id)),
    revocationAcked: (_, id) => void acked.revocations.push(id),
    seen: (_, facts) => void (facts && seen.push(facts)),
    circuitOpened: () => 1,
    circuitClosed: () => undefined,
  }
  const random = seededRandom(11)
  const relayOf = (): TestRelay<Seat> =>
    makeRelay({ authorization, clock: systemClock, random, log: pino({ level: 'silent' }) })
  let relay = relayOf()

  const enroll = async (request: Request): Promise<Response> => {
    const given: Enroll = await request.json()
    if (keys?.signKey !== given.signKey) successors = []
    keys = given
    const answer: Enrolled = {
      machine,
      label: 'desk',
      owner: 'ada',
      issuer,
      origin,
      relayUrl,
      statements: statements.map(({ jws }) => jws),
    }
    return Response.json(answer)
  }
  /** Whatever follows from the keys of now is taken, with whichever number. */
  const rekey = async (request: Request): Promise<Response> => {
    const { statement }: { statement: string } = await request.json()
    const followed = keys && verifySuccessor(statement, keys, { issuer, machine }, nodeVerifier)
    if (!followed?.ok) {
      return Response.json({ error: { code: 'successor_refused', message: 'no' } }, { status: 409 })
    }
    const { num: number, key: machineKey, sign: signKey } = followed.value
    keys = { machineKey, signKey }
    successors.push(statement)
    relay.reauthorize({ machine })
    return Response.json({ machine, number })
  }
  const serve = (port: number): Bun.Server<Seat> =>
    Bun.serve<Seat>({
      hostname: '127.0.0.1',
      port,
      websocket: relay.websocket,
      fetch(request, at) {
        const { pathname } = new URL(request.url)
        if (pathname.startsWith('/relay/')) return relay.upgrade(request, at, '127.0.0.1')
        if (pathname === '/v1/enroll') return (options.onEnroll ?? enroll)(request)
        if (pathname === '/v1/machine-keys') return rekey(request)
        return new Response(null, { status: 404 })
      },
    })
  let server = serve(0)
  const port = server.port ?? 0
  const origin = `http://127.0.0.1:${port}`
  const relayUrl = `ws://127.0.0.1:${port}`

  return {
    issuer,
    machine,
    origin,
    relayUrl,
    enrolled: () => keys,
    successors: () => [...successors],
    get signer() {
      return signer
    },
    addKey(seed) {
      ring = { number: ring.number + 1, keys: [...ring.keys, keyOf(seed)] }
      statements.push({ number: ring.number, jws: statement() })
      signer = signerOf(seed)
      relay.nudge(machine)
      return signer
    },
    acked,
    seen,
    bar: (code) => {
      barred = code
    },
    revoke(who) {
      revocations.push({ id: revocations.length + 1, ...who })
      for (const id of Object.values(who)) ended.add(id)
      relay.reauthorize({ machine, ...who })
      relay.nudge(machine)
    },
    online: () => relay.isOnline(machine),
    restartRelay() {
      relay.stop()
      void server.stop(true)
      relay = relayOf()
      server = serve(port)
    },
    async stop() {
      relay.stop()
      await server.stop(true)
    },
  }
}

/** Reads what a capability says without judging it; a token that says nothing is somebody's all the same. */
function subjectIn(capability: string, machine: string): TestSubject {
  const payload = fromBase64url(capability.split('.')[1] ?? '') ?? new Uint8Array(0)
  let claims: Record<string, unknown> = {}
  try {
    claims = JSON.parse(new TextDecoder().decode(payload))
  } catch {
    // a token cut short
  }
  const text = (name: string): string => String(claims[name] ?? 'nobody')
  return {
    machine,
    sub: text('sub'),
    dev: text('dev'),
    sid: text('sid'),
    scopes: [],
    expiresAt: systemClock.now() + 300 * SECOND_MS,
  }
}
