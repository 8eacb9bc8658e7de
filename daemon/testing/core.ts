/**
 * The rules of sessions over real stores on a database of a test's own, without processes: what they ask of a run's
 * process is recorded, lines of an agent are handed in, and time is moved by the test.
 */
import type { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { type FakeClock, fakeClock } from '../../shared/testing/fake-clock.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import type { NewEvent, SessionEvent } from '../../shared/wire/event.ts'
import { readMessage } from '../acp/message.ts'
import { createStarts } from '../agents/starts.ts'
import { createRecordStore } from '../asks/record-store.ts'
import { createAskStore } from '../asks/store.ts'
import { createAdoptionStore } from '../conversations/store.ts'
import { createSeal } from '../credentials/seal.ts'
import { openDatabase } from '../db/open.ts'
import { createTransact } from '../db/transact.ts'
import { createBlobs } from '../events/blobs.ts'
import { createHub, type Hub } from '../events/hub.ts'
import { createEventLog } from '../events/log.ts'
import { createEventStore } from '../events/store.ts'
import { type DaemonLimits, daemonLimits } from '../limits.ts'
import { createPresetBook } from '../presets/book.ts'
import { createRunStore } from '../runs/store.ts'
import { createMessageStore } from '../search/message-store.ts'
import { createMessages } from '../search/messages.ts'
import { createBudgetStore } from '../sessions/budget-store.ts'
import type { Core } from '../sessions/core.ts'
import { createSession } from '../sessions/create.ts'
import { type Alarms, createAlarms } from '../sessions/deadlines.ts'
import { createLifeStore } from '../sessions/life-store.ts'
import { receive } from '../sessions/receive.ts'
import { createSessionStore } from '../sessions/store.ts'
import { createTaskStore } from '../sessions/task-store.ts'
import { createTurnStore } from '../sessions/turn-store.ts'
import { createSettingsStore, type SettingsStore } from '../settings/store.ts'
import { roomy } from './roomy.ts'

export interface Asked {
  act: 'launch' | 'end' | 'mark' | 'sweep' | 'serveFiles' | 'send'
  run: string
}

export interface TestCore {
  core: Core
  db: Database
  clock: FakeClock
  hub: Hub
  settings: SettingsStore
  alarms: Alarms
  /** What was asked of runs, in order; a test may empty it. */
  asked: Asked[]
  /** Hands in whole messages of the session's agent, as one chunk. */
  says(session: string, ...messages: object[]): void
  /** Takes the lines that wait for the session's agent: they are with it now. */
  taken(session: string): Record<string, unknown>[]
  events(session: string): SessionEvent[]
  close(): void
}

export interface TestCoreOptions {
  /** An existing directory, the test's own. A second core on it finds what the first one stored. */
  home: string
  clock?: FakeClock
  limits?: Partial<DaemonLimits>
  seed?: number
}

export function testCore(options: TestCoreOptions): TestCore {
  const opened = openDatabase(join(options.home, 'daemon.db'))
  if (opened.kind !== 'opened') throw new Error(opened.message)
  const { db } = opened
  const clock = options.clock ?? fakeClock()
  const hub = createHub()
  const asked: Asked[] = []
  const record = (act: Asked['act']) => (run: string) => void asked.push({ act, run })
  const sessions = createSessionStore(db)
  const events = createEventStore(db)
  const blobs = createBlobs(join(options.home, 'blobs'))
  const runs = createRunStore(db)
  const limits = { ...daemonLimits, ...roomy, ...options.limits }
  const settings = createSettingsStore(db, limits)
  const core: Core = {
    sessions,
    turns: createTurnStore(db),
    lives: createLifeStore(db),
    tasks: createTaskStore(db),
    adoptions: createAdoptionStore(db),
    presets: createPresetBook({ db, seal: createSeal(options.home, seededRandom((options.seed ?? 1) + 1)) }),
    runs,
    asks: createAskStore(db),
    records: createRecordStore(db),
    budget: createBudgetStore(db),
    starts: createStarts({ clock, limits }),
    log: createEventLog({
      events,
      sessions,
      blobs,
      messages: createMessages({ store: createMessageStore(db), events, blobs }),
    }),
    transact: createTransact({
      db,
      clock,
      onSend: record('send'),
      onTouched(touched) {
        for (const session of touched) alarms.set(session)
        hub.notify(touched)
      },
    }),
    random: seededRandom(options.seed ?? 1),
    limits,
    settings: settings.get,
    version: '0.0.0',
    act: {
      launch: record('launch'),
      end: record('end'),
      mark: record('mark'),
      sweep: record('sweep'),
      serveFiles: record('serveFiles'),
    },
  }
  const alarms = createAlarms({ core, clock })
  const runOf = (session: string) => {
    const run = runs.get(core.sessions.get(session)?.run ?? '')
    if (!run) throw new Error(`session ${session} has no run`)
    return run
  }
  return {
    core,
    db,
    clock,
    hub,
    settings,
    alarms,
    asked,
    says(session, ...messages) {
      const run = runOf(session)
      let end = run.readTo
      const lines = messages.map((message) => {
        const text = JSON.stringify({ jsonrpc: '2.0', ...message })
        end += text.length + 1
        return { message: readMessage(text), end }
      })
      core.transact((work) => receive(core, work, run.id, lines, end))
    },
    taken(session) {
      const run = runOf(session)
      const lines: Record<string, unknown>[] = []
      for (let next = runs.nextLine(run.id); next; next = runs.nextLine(run.id)) {
        lines.push(JSON.parse(next.line))
        runs.taken(run.id, next.n)
      }
      return lines
    },
    events: events.list,
    close() {
      alarms.stop()
      db.close()
    },
  }
}

export interface OpenOptions {
  agent?: string
  steering?: boolean
  /** The agent's id of a conversation that it begins. */
  conversation?: string
  /** Its first message. */
  text?: string
}

/** A session whose agent was spawned and answers nothing yet. */
export function spawnedSession(kit: TestCore, options: OpenOptions = {}): string {
  const { core } = kit
  const made = core.transact((work) =>
    createSession(core, work, {
      agent: options.agent ?? 'demo',
      cwd: '/',
      ...(options.text === undefined ? {} : { text: options.text }),
    }),
  )
  if (!made.ok) throw made.error
  spawn(kit, made.value.id)
  return made.value.id
}

/** The keeper was asked for the session's run and started it. */
export function spawn(kit: TestCore, session: string): void {
  const run = kit.core.sessions.get(session)?.run ?? ''
  kit.core.transact((work) => {
    kit.core.runs.spawning(run, 'k_test', work.now)
    kit.core.runs.spawned(run, 1)
    work.touch(session)
  })
}

/** A session with an agent that opened its conversation. */
export function openSession(kit: TestCore, options: OpenOptions = {}): string {
  const session = spawnedSession(kit, options)
  answerOpening(kit, session, options)
  return session
}

/** The agent's part of opening a conversation, new or known. */
export function answerOpening(kit: TestCore, session: string, options: OpenOptions = {}): void {
  const isNew = kit.core.runs.get(kit.core.sessions.get(session)?.run ?? '')?.opening !== 'open'
  const sessionId = options.conversation ?? 'conversation'
  const steering = options.steering ? { _meta: { steering: { supported: true } } } : {}
  const agentCapabilities = { loadSession: true, sessionCapabilities: { resume: {} } }
  kit.says(session, { id: 'initialize', result: { protocolVersion: 1, agentCapabilities, ...steering } })
  if (isNew) kit.says(session, { id: 'new', result: { sessionId } })
  else kit.says(session, { id: 'resume', result: {} })
  kit.taken(session)
}

/** An update of the agent's, as `says` takes it. */
export const update = (fields: object): object => ({
  method: 'session/update',
  params: { sessionId: 'conversation', update: fields },
})

export type EventOf<T extends NewEvent['type']> = Extract<SessionEvent, { type: T }>
/** The events of one type, in order. */
export const eventsOfType = <T extends NewEvent['type']>(
  kit: TestCore,
  session: string,
  type: T,
): EventOf<T>[] => kit.events(session).filter((event): event is EventOf<T> => event.type === type)
