/** The daemon's API over a test core, asked in this process by somebody who was admitted. */
import { treaty } from '@elysiajs/eden'
import pino from 'pino'
import { createAgents } from '../agents/agents.ts'
import { createAgentCare } from '../agents/care.ts'
import { createApp, type DaemonApp } from '../app.ts'
import { admit } from '../auth/principal.ts'
import { createCommands } from '../commands/commands.ts'
import { createCommandStore } from '../commands/store.ts'
import { type Blobs, createBlobs } from '../events/blobs.ts'
import { createEventStore } from '../events/store.ts'
import { createPresetCare } from '../presets/care.ts'
import { createMessageStore } from '../search/message-store.ts'
import { createSessions } from '../sessions/sessions.ts'
import { snapshotOf } from '../sessions/snapshot.ts'
import { createSettings } from '../settings/settings.ts'
import { createRemote } from '../tunnel/remote.ts'
import type { TestCore } from './core.ts'
import { noNetwork } from './no-network.ts'

export interface TestApi {
  app: DaemonApp
  api: ReturnType<typeof connect>
  /** A request as its own, for what the typed client does not show. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  blobs: Blobs
  /** What `POST /v1/shutdown` was asked for. */
  shutdowns: ('keep' | 'all')[]
  /** Ends every stream as a daemon that goes away does. */
  closing: AbortController
}

const connect = (ask: (request: Request) => Promise<Response>) => {
  const fetcher = (input: RequestInfo | URL, init?: RequestInit) => ask(new Request(input, init))
  return treaty<DaemonApp>('http://machine', {
    fetcher: Object.assign(fetcher, { preconnect: () => undefined }),
    parseDate: false,
  })
}

/** What agents find on this machine; nothing unless a test says so. */
export interface TestApiOptions {
  inherited?: Record<string, string>
  agentCommands?: Record<string, string[]>
}

export function testApi(kit: TestCore, home: string, options: TestApiOptions = {}): TestApi {
  const { core, db, clock, hub } = kit
  const { limits } = core
  const closing = new AbortController()
  const shutdowns: TestApi['shutdowns'] = []
  const blobs = createBlobs(`${home}/blobs`)
  const store = createCommandStore(db)
  const plain = createAgents({
    inherited: options.inherited ?? {},
    // Any program that is there will do: nothing is started.
    agentCommands: { demo: [process.execPath], ...options.agentCommands },
    home,
    bunPath: process.execPath,
    demoMain: process.execPath,
    clock,
    limits,
  })
  const care = createAgentCare({
    agents: plain,
    core,
    db,
    home,
    clock,
    random: core.random,
    limits,
    version: core.version,
    keeper: () => Promise.resolve(null),
  })
  const { agents } = care
  const commands = createCommands({ store, transact: core.transact })
  const sessions = createSessions({ core, commands, agents, hub, clock, removed: blobs.remove })
  const snapshot = (id: string) => {
    const row = core.sessions.get(id)
    return row && snapshotOf(core, row)
  }
  const stream = { events: createEventStore(db), hub, clock, snapshot, closing: closing.signal }
  const log = pino({ level: 'silent' })
  const { enrollments, rekey, trust, lock } = createRemote({
    db,
    home,
    clock,
    random: core.random,
    limits,
    log,
    version: core.version,
    commands: store,
    newPendingId: () => 'pd_1',
    agents,
    network: noNetwork,
    fetch: (request) => app.fetch(request),
  })
  const app: DaemonApp = createApp({
    sessions,
    stream,
    machine: { ...stream, sessions: sessions.list, everyMs: limits.machineStreamMs },
    blobs,
    care,
    ...createPresetCare({ core, commands, agents }),
    asks: core.asks,
    records: core.records,
    messages: createMessageStore(db),
    commandStore: store,
    settings: createSettings({ core, store: kit.settings, commands, log }),
    enrollments,
    rekey,
    trust,
    lock,
    log,
    shutDown: async (mode) => {
      shutdowns.push(mode)
      return { kept: mode === 'all' ? 0 : 2 }
    },
    ready: () => !closing.signal.aborted,
    status: () => ({
      daemon: {
        pid: 1,
        version: core.version,
        home,
        url: 'http://127.0.0.1:1',
        startedAt: clock.now(),
        sessions: core.sessions.list().length,
        keeper: { id: 'k_1', pid: 2, generation: 1, startedAt: clock.now(), runs: 0 },
      },
    }),
  })
  const ask = async (request: Request): Promise<Response> => {
    admit(request, { kind: 'local' })
    return app.fetch(request)
  }
  return {
    app,
    api: connect(ask),
    fetch: (path, init) => ask(new Request(`http://machine${path}`, init)),
    blobs,
    shutdowns,
    closing,
  }
}
