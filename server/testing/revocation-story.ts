/**
 * Over real sockets: an authority with its relay, a daemon of Bob's, and who may have a circuit to it. Ada runs the
 * authority, Bob has a laptop and a phone, and Carol may use his machine.
 */
import { join } from 'node:path'
import pino from 'pino'
import { newUserId, systemRandom } from '../../shared/ids.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { type Static, type TSchema, Value } from '../../shared/typebox.ts'
import { type NewDevice, SignedIn } from '../../shared/wire/identity.ts'
import { RegisteredMachine, Tokens } from '../../shared/wire/machine.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { hashSecret, newSecret } from '../auth/secret.ts'
import { openDatabase } from '../db/open.ts'
import { createGrantStore } from '../grants/store.ts'
import { createMailTokenStore } from '../mail/token-store.ts'
import { argonHasher } from '../passwords/hasher.ts'
import { type Client, dial } from '../relay/testing/client.ts'
import { type RunningAuthority, startAuthority } from '../start.ts'
import { startDaemon, type TestDaemon } from './daemon.ts'
import { newDevice, PASSWORD } from './rig.ts'

export interface Session {
  user: string
  device: string
  ask(method: string, path: string, body?: object): Promise<unknown>
  /** The answer, which must be what the schema says. */
  as<T extends TSchema>(schema: T, method: string, path: string, body?: object): Promise<Static<T>>
}

export interface RevocationStory {
  authority: RunningAuthority
  ada: Session
  bob: Session
  phone: Session
  carol: Session
  daemon: TestDaemon
  /** One more sign-in, with a device of its own. */
  signIn(name: string): Promise<Session>
  /** Whoever holds this credential. */
  holding(secret: string | null): Session
  capability(of: Session): Promise<string>
  connect(capability: string): Promise<Client>
  /** Spliced, and heard of by the daemon. */
  circuit(capability: string): Promise<Client>
  /** The machine has no owner any more, as one that was enrolled before there was anybody. */
  disown(): void
  /** What a letter to this user would carry. */
  resetToken(user: string): string
  end(): Promise<void>
}

let hash: Promise<string> | null = null

export async function revocationStory(): Promise<RevocationStory> {
  const home = await tempHome()
  hash ??= argonHasher.hash(PASSWORD)
  const started = await startAuthority({
    home: home.path,
    host: null,
    port: 0,
    env: { HOME: home.path },
    log: pino({ level: 'silent' }),
  })
  if (!started.ok) throw new TypeError(started.refusal.message)
  const { authority } = started
  const holding = sessionsAt(authority.url)
  const enter = async (path: string, body: object, device: NewDevice): Promise<Session> => {
    const visitor = holding(null)
    const given = await visitor.as(SignedIn, 'POST', path, { ...body, device })
    return { ...holding(given.token), user: given.user.id, device: given.device?.id ?? '' }
  }
  const signIn = (name: string) => enter('/v1/login', { name, password: PASSWORD }, newDevice())
  const token = authority.setUpLink()?.split('#')[1]
  const ada = await enter('/v1/set-up', { token, name: 'ada', password: PASSWORD }, newDevice())
  await addPeople(home.path, ['bob', 'carol'], await hash)
  const bob = await signIn('bob')
  const made = await bob.as(RegisteredMachine, 'POST', '/v1/machines', { label: 'desk' })
  const daemon = await startDaemon(authority.url, made.enrollment.code)
  await bob.ask('PATCH', `/v1/machines/${daemon.machine}`, { remoteChat: true })
  const carol = await signIn('carol')
  share(home.path, daemon.machine, carol.user)
  const connect = async (capability: string): Promise<Client> => {
    const device = await dial(`${authority.url.replace('http', 'ws')}/relay/connect`)
    device.send({ v: 1, capability })
    return device
  }
  return {
    authority,
    ada,
    bob,
    phone: await signIn('bob'),
    carol,
    daemon,
    signIn,
    holding,
    async capability(of) {
      const { tokens } = await of.as(Tokens, 'POST', '/v1/tokens', { machines: [daemon.machine] })
      const [first] = tokens
      if (first && 'capability' in first) return first.capability
      throw new TypeError(`no capability: ${JSON.stringify(first)}`)
    },
    connect,
    async circuit(capability) {
      const device = await connect(capability)
      const far = await daemon.accept()
      await device.nextJson()
      far.send(Buffer.from('hello'))
      await device.nextBytes(5)
      return device
    },
    disown: () =>
      inDatabase(
        home.path,
        (db) => void db.run('UPDATE machines SET owner = NULL WHERE id = ?', [daemon.machine]),
      ),
    resetToken(user) {
      const token = newSecret(systemRandom, 'ft')
      const row = {
        kind: 'reset',
        user,
        subject: null,
        createdAt: 1,
        expiresAt: Number.MAX_SAFE_INTEGER,
      } as const
      inDatabase(home.path, (db) => createMailTokenStore(db).insert({ ...row, tokenHash: hashSecret(token) }))
      return token
    },
    async end() {
      await authority.stop()
      await home.remove()
    },
  }
}

function sessionsAt(url: string): (secret: string | null) => Session {
  return (secret) => {
    const ask: Session['ask'] = async (method, path, body) => {
      const answer = await fetch(url + path, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-fairlead-client': 'cli',
          ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return answer.json()
    }
    return {
      user: '',
      device: '',
      ask,
      async as(schema, method, path, body) {
        const value = await ask(method, path, body)
        if (Value.Check(schema, value)) return value
        throw new TypeError(`${method} ${path}: ${JSON.stringify(value)}`)
      },
    }
  }
}

/** By a hand of the test's own on the database, as long as it needs. */
function inDatabase(home: string, change: (db: ReturnType<typeof databaseOf>) => void): void {
  const db = databaseOf(home)
  change(db)
  db.close()
}

function databaseOf(home: string) {
  const opened = openDatabase(join(home, 'authority', 'authority.db'))
  if (opened.kind !== 'opened') throw new TypeError(opened.message)
  return opened.db
}

function addPeople(home: string, names: readonly string[], passwordHash: string): void {
  inDatabase(home, (db) => {
    for (const name of names) {
      const user = { id: newUserId(systemRandom), name, admin: false, createdAt: 1 }
      createUserStore(db).insert({ ...user, passwordHash })
    }
  })
}

function share(home: string, machine: string, user: string): void {
  inDatabase(home, (db) =>
    createGrantStore(db).insert({
      machine,
      user,
      scopes: ['session:read', 'session:write'],
      grantedBy: 'test',
      at: 1,
    }),
  )
}
