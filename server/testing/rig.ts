/** An authority without a listener: a database in a directory of its own, a clock that stands still, requests in hand. */
import type { Database } from 'bun:sqlite'
import { join } from 'node:path'
import pino from 'pino'
import { newUserId } from '../../shared/ids.ts'
import { type FakeClock, fakeClock } from '../../shared/testing/fake-clock.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { toBase64url } from '../../shared/token/base64url.ts'
import { type Static, type TSchema, Value } from '../../shared/typebox.ts'
import { type ApiKeyScope, MadeApiKey } from '../../shared/wire/account.ts'
import { type NewDevice, type Scope, SignedIn } from '../../shared/wire/identity.ts'
import { Enrolled, RegisteredMachine, Tokens } from '../../shared/wire/machine.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { type Authority, createAuthority } from '../create-authority.ts'
import { openDatabase } from '../db/open.ts'
import { createGrantStore } from '../grants/store.ts'
import { type AuthorityLimits, authorityLimits } from '../limits.ts'
import type { StoppableHandOver } from '../mail/hand-over.ts'
import type { FixedSettings } from '../settings/rows.ts'
import { type CountingHasher, countingHasher } from './hasher.ts'
import { type RecordedRelay, recordedRelay } from './relay.ts'

export const PASSWORD = 'a long enough one'
export const HOST = '127.0.0.1:7888'
export const ORIGIN = `http://${HOST}`

export interface Asked {
  method?: string
  body?: unknown
  /** Over those of a page of our own. */
  headers?: Record<string, string | null>
  address?: string
}

export interface Answer {
  status: number
  text: string
  headers: Headers
  /** The code of a refusal. */
  code: string | null
}

/** Somebody who is signed in. */
export interface Client {
  user: string
  device: string
  secret: string
  ask(path: string, asked?: Asked): Promise<Answer>
  /** The answer's body, which must be what the schema says. */
  get<T extends TSchema>(schema: T, path: string, asked?: Asked): Promise<Static<T>>
}

export interface Rig extends AsyncDisposable {
  authority: Authority<RecordedRelay>
  clock: FakeClock
  relay: RecordedRelay
  hasher: CountingHasher
  db: Database
  path: string
  ask(path: string, asked?: Asked): Promise<Answer>
  /** By the set-up link. */
  firstAdmin(name?: string): Promise<Client>
  /** A row, as an admin will make it once there are screens for it. */
  addUser(name: string): string
  signIn(name: string, device?: NewDevice): Promise<Client>
}

export interface RigOptions {
  origin?: string | null
  allowPlainHttp?: boolean
  trustedProxyHops?: number
  /** What the environment decides. */
  fixed?: FixedSettings
  /** Without one, letters wait: no host answers. */
  handOver?: StoppableHandOver
  limits?: Partial<AuthorityLimits>
}

const random = seededRandom(7)
export const newKey = (): string => toBase64url(random(32))
export const newDevice = (): NewDevice => ({ key: newKey(), name: 'laptop', platform: 'test' })

export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const home = await tempHome()
  const path = join(home.path, 'authority.db')
  const opened = openDatabase(path)
  if (opened.kind !== 'opened') throw new Error(opened.message)
  const { db } = opened
  const clock = fakeClock()
  const hasher = countingHasher()
  const origin = options.origin ?? null
  const authority = createAuthority({
    db,
    clock,
    hasher,
    random,
    limits: { ...authorityLimits, ...options.limits },
    log: pino({ level: 'silent' }),
    site: {
      origin,
      relayUrl: null,
      allowPlainHttp: options.allowPlainHttp ?? false,
      listening: () => ({ host: '127.0.0.1', port: 7888 }),
    },
    trustedProxyHops: options.trustedProxyHops ?? 0,
    fixed: options.fixed ?? {},
    handOver: options.handOver ?? null,
    relay: recordedRelay,
  })
  const ask = (path: string, asked: Asked = {}): Promise<Answer> =>
    send(authority, origin ?? ORIGIN, path, asked)
  const letIn = async (path: string, body: object, device: NewDevice): Promise<Client> => {
    const cli = { 'x-fairlead-client': 'cli' }
    const given = await ask(path, { body: { ...body, device }, headers: cli })
    const { user, device: row, token } = readAs(SignedIn, given)
    if (!row || token === null) throw new Error('no device, or no token')
    return clientOf(ask, { user: user.id, device: row.id, secret: token })
  }
  return {
    authority,
    clock,
    hasher,
    relay: authority.relay,
    db,
    path,
    ask,
    firstAdmin(name = 'ada') {
      const token = authority.setUpLink()?.split('#')[1] ?? ''
      return letIn('/v1/set-up', { token, name, password: PASSWORD }, newDevice())
    },
    addUser(name) {
      const user = { id: newUserId(random), name, admin: false, createdAt: clock.now() }
      createUserStore(db).insert({ ...user, passwordHash: `hash of ${PASSWORD}` })
      return user.id
    },
    signIn: (name, device = newDevice()) => letIn('/v1/login', { name, password: PASSWORD }, device),
    async [Symbol.asyncDispose]() {
      await authority.close()
      db.close()
      await home.remove()
    },
  }
}

function clientOf(ask: Rig['ask'], who: Pick<Client, 'user' | 'device' | 'secret'>): Client {
  const askAs = (path: string, asked: Asked = {}): Promise<Answer> =>
    ask(path, { ...asked, headers: { authorization: `Bearer ${who.secret}`, ...asked.headers } })
  return { ...who, ask: askAs, get: async (schema, path, asked) => readAs(schema, await askAs(path, asked)) }
}

export function readAs<T extends TSchema>(schema: T, answer: Answer): Static<T> {
  const body: unknown = answer.text === '' ? null : JSON.parse(answer.text)
  if (Value.Check(schema, body)) return body
  throw new Error(`unexpected answer ${answer.status}: ${answer.text}`)
}

async function send(
  authority: Authority<RecordedRelay>,
  origin: string,
  path: string,
  asked: Asked,
): Promise<Answer> {
  const method = asked.method ?? (asked.body === undefined ? 'GET' : 'POST')
  const headers = new Headers({ host: new URL(origin).host, origin, 'sec-fetch-site': 'same-origin' })
  const body = asked.body === undefined ? null : JSON.stringify(asked.body)
  if (body !== null) {
    headers.set('content-type', 'application/json')
    headers.set('content-length', String(Buffer.byteLength(body)))
  }
  for (const [name, value] of Object.entries(asked.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const request = new Request(`${origin}${path}`, { method, headers, body })
  const response = await authority.edge(request, asked.address ?? '192.0.2.1')
  const text = await response.text()
  return { status: response.status, text, headers: response.headers, code: codeOf(text) }
}

function codeOf(text: string): string | null {
  const found = /^\{"error":\{"code":"([a-z_]+)"/.exec(text)
  return found?.[1] ?? null
}

/** A script with a key of this client's; where it opens circuits they are this client's device's. */
export async function scriptOf(
  rig: Rig,
  client: Client,
  scopes: readonly ApiKeyScope[],
): Promise<Client & { key: string }> {
  const device = scopes.includes('circuits') ? { device: client.device } : {}
  const { key, secret } = await client.get(MadeApiKey, '/v1/keys', {
    body: { name: 'a script', scopes, ...device },
  })
  return { ...clientOf(rig.ask, { ...client, secret }), key: key.id }
}

/** A machine of this client's with a daemon's keys pinned. */
export async function enrolled(rig: Rig, client: Client, label: string, remoteChat = false): Promise<string> {
  const { machine, enrollment } = await client.get(RegisteredMachine, '/v1/machines', { body: { label } })
  const body = { code: enrollment.code, machineKey: newKey(), signKey: newKey() }
  readAs(Enrolled, await rig.ask('/v1/enroll', { body, headers: { origin: null } }))
  if (remoteChat) await client.ask(`/v1/machines/${machine.id}`, { method: 'PATCH', body: { remoteChat } })
  return machine.id
}

/** A capability for the client's device on this machine. */
export async function capabilityFor(client: Client, machine: string): Promise<string> {
  const { tokens } = await client.get(Tokens, '/v1/tokens', { body: { machines: [machine] } })
  const [token] = tokens
  if (!token || !('capability' in token)) throw new Error(`no capability: ${JSON.stringify(token)}`)
  return token.capability
}

/** Lets somebody else use a machine, as its owner will once there is a route for it. */
export function share(rig: Rig, machine: string, user: string, scopes: readonly Scope[]): void {
  createGrantStore(rig.db).insert({ machine, user, scopes, grantedBy: 'test', at: rig.clock.now() })
}
