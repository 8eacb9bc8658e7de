/** Puts the daemon together: everything it needs from outside is an argument. */
import type { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { newPendingId, type Random } from '../shared/ids.ts'
import { inTurn } from '../shared/in-turn.ts'
import { lazy } from '../shared/lazy.ts'
import type { Clock } from '../shared/time.ts'
import type { Agents } from './agents/agents.ts'
import { createAgentCare } from './agents/care.ts'
import { createStarts } from './agents/starts.ts'
import { createApp, type DaemonApp } from './app.ts'
import { createRecordStore } from './asks/record-store.ts'
import { createAskStore } from './asks/store.ts'
import { createCommands } from './commands/commands.ts'
import { createCommandStore } from './commands/store.ts'
import { createAdoptionStore } from './conversations/store.ts'
import { createSeal } from './credentials/seal.ts'
import { createTransact } from './db/transact.ts'
import { createBlobs } from './events/blobs.ts'
import { createHub } from './events/hub.ts'
import { createEventLog } from './events/log.ts'
import { createEventStore } from './events/store.ts'
import type { DaemonLimits } from './limits.ts'
import type { MachineRouteDeps } from './machine/routes.ts'
import { createPresetBook } from './presets/book.ts'
import { createPresetCare } from './presets/care.ts'
import type { Housekeeping } from './retention/housekeeping.ts'
import { createUpkeep } from './retention/upkeep.ts'
import type { KeeperHandlers, KeeperLink } from './runs/keeper-link.ts'
import { reattach } from './runs/reattach.ts'
import { createRuns } from './runs/runs.ts'
import { createRunStore } from './runs/store.ts'
import { createMessageStore } from './search/message-store.ts'
import { createMessages } from './search/messages.ts'
import { resumeInterrupted } from './sessions/boot-resume.ts'
import { createBudgetStore } from './sessions/budget-store.ts'
import type { Core, RunActions } from './sessions/core.ts'
import { createAlarms } from './sessions/deadlines.ts'
import { createLifeStore } from './sessions/life-store.ts'
import { createSessions } from './sessions/sessions.ts'
import { snapshotOf } from './sessions/snapshot.ts'
import { createSessionStore } from './sessions/store.ts'
import { createTaskStore } from './sessions/task-store.ts'
import { createTurnStore } from './sessions/turn-store.ts'
import { createSettings } from './settings/settings.ts'
import { createSettingsStore } from './settings/store.ts'
import { endRuns } from './shutdown.ts'
import { createRemote, type Remote, type RemoteNetwork } from './tunnel/remote.ts'

export interface DaemonDeps {
  db: Database
  home: string
  clock: Clock
  random: Random
  limits: DaemonLimits
  version: string
  platform: NodeJS.Platform
  log: Logger
  agents: Agents
  openKeeper(handlers: KeeperHandlers): Promise<KeeperLink>
  network: RemoteNetwork
  machine: Pick<MachineRouteDeps, 'shutDown' | 'ready'> & { pid: number; startedAt: number; url(): string }
}

export interface Daemon {
  app: DaemonApp
  core: Core
  remote: Remote
  keeper(): KeeperLink | null
  /** Finds or starts the keeper and comes up to date with its runs. */
  open(): Promise<void>
  /** Goes on beside everything else, once the daemon is up to date with its runs. */
  upkeep: Pick<Housekeeping, 'start'>
  /** Brings back what the daemon interrupted; goes on beside everything else. */
  resume(): Promise<void>
  /** Ends runs; afterwards only `close` is left to do. */
  endRuns(mode: 'keep' | 'all'): Promise<{ kept: number }>
  close(): void
}

export function createDaemon(deps: DaemonDeps): Daemon {
  const { db, clock, limits, log } = deps
  const hub = createHub()
  const closing = new AbortController()
  const blobs = createBlobs(join(deps.home, 'blobs'))
  const sessions = createSessionStore(db)
  const events = createEventStore(db)
  const messageStore = createMessageStore(db)
  const messages = createMessages({ store: messageStore, events, blobs })
  const commandStore = createCommandStore(db)
  const settingsStore = createSettingsStore(db, limits)
  const late = lateActions()
  const transact = createTransact({
    db,
    clock,
    onSend: (run) => runs.send(run),
    onTouched(touched) {
      for (const session of touched) alarms.set(session)
      hub.notify(touched)
    },
  })
  const core: Core = {
    sessions,
    turns: createTurnStore(db),
    lives: createLifeStore(db),
    tasks: createTaskStore(db),
    adoptions: createAdoptionStore(db),
    presets: createPresetBook({ db, seal: createSeal(deps.home, deps.random) }),
    runs: createRunStore(db),
    asks: createAskStore(db),
    records: createRecordStore(db),
    budget: createBudgetStore(db),
    starts: createStarts({ clock, limits }),
    log: createEventLog({ events, sessions, blobs, messages }),
    transact,
    random: deps.random,
    limits,
    settings: settingsStore.get,
    version: deps.version,
    act: late.actions,
  }
  const alarms = createAlarms({ core, clock })
  const lost = (why: string): void => {
    // One without runs ends itself after a while; the next run has another one started.
    const idle = core.runs.live().length === 0
    log[idle ? 'info' : 'warn']({ why }, 'the keeper is gone')
    if (!idle) wantKeeper()
  }
  let opening = false
  const wantKeeper = (): void => {
    if (!opening && !closing.signal.aborted) void recover()
  }
  const care = createAgentCare({
    ...deps,
    core,
    async keeper() {
      if (!runs.link()) await open()
      return runs.link()
    },
  })
  const { agents } = care
  const runs = createRuns({
    core,
    agents,
    clock,
    limits,
    log,
    onLost: lost,
    wantKeeper,
  })
  late.set(runs.actions)

  const openOnce = async (): Promise<void> => {
    opening = true
    try {
      const link = await deps.openKeeper(care.scratch.handlers(runs.handlers))
      await reattach({ core, runs, clock, log, platform: deps.platform }, link)
    } finally {
      opening = false
    }
    for (const session of core.sessions.list()) alarms.set(session.id)
  }
  const resumeOnce = (): Promise<void> =>
    resumeInterrupted({
      core,
      agents,
      hub,
      clock,
      random: deps.random,
      limits,
      closing: closing.signal,
    })
  // In turn: a keeper that dies while it is taken into use must not be taken after its successor.
  const open = inTurn(openOnce)
  const resume = inTurn(resumeOnce)
  const recover = async (): Promise<void> => {
    await open()
    await resume()
  }

  const snapshot = (id: string) => {
    const row = sessions.get(id)
    return row && snapshotOf(core, row)
  }
  const commands = createCommands({ store: commandStore, transact })
  const upkeep = createUpkeep({ db, core, events, messages, messageStore, blobs, clock, log })
  const acts = createSessions({
    core,
    commands,
    agents,
    hub,
    clock,
    removed(session) {
      blobs.remove(session)
      upkeep.wake()
    },
  })
  const stream = { events, hub, clock, snapshot, closing: closing.signal }
  const remote = createRemote({
    db,
    home: deps.home,
    clock,
    random: deps.random,
    limits,
    log,
    version: deps.version,
    commands: commandStore,
    newPendingId: () => newPendingId(deps.random),
    // Their names are all it tells: nobody is asked whether they are signed in for it.
    agents: deps.agents,
    network: deps.network,
    fetch: (request) => app().fetch(request),
  })
  const appDeps = {
    sessions: acts,
    stream,
    machine: { ...stream, sessions: acts.list, everyMs: limits.machineStreamMs },
    blobs,
    care,
    ...createPresetCare({ core, commands, agents }),
    asks: core.asks,
    records: core.records,
    commandStore,
    messages: messageStore,
    settings: createSettings({ core, store: settingsStore, commands, log }),
    enrollments: remote.enrollments,
    rekey: remote.rekey,
    trust: remote.trust,
    lock: remote.lock,
    log,
    shutDown: deps.machine.shutDown,
    ready: deps.machine.ready,
    status: () => ({
      daemon: {
        pid: deps.machine.pid,
        version: deps.version,
        home: deps.home,
        url: deps.machine.url(),
        startedAt: deps.machine.startedAt,
        sessions: sessions.list().length,
        keeper: keeperStatus(runs.link(), core.runs.live().length),
        ...care.status(),
      },
      ...remote.status(),
    }),
  }
  // Seventy routes cost a tenth of a start; the first request pays for them.
  const app = lazy((): DaemonApp => createApp(appDeps))
  return {
    get app() {
      return app()
    },
    core,
    remote,
    upkeep,
    keeper: runs.link,
    open,
    resume,
    endRuns(mode) {
      closing.abort()
      return endRuns({ core, hub, clock, limits }, mode)
    },
    close() {
      closing.abort()
      remote.stop()
      upkeep.stop()
      care.close()
      alarms.stop()
      runs.close()
    },
  }
}

const keeperStatus = (link: KeeperLink | null, runs: number) =>
  link && { id: link.id, pid: link.pid, generation: 1, startedAt: link.startedAt, runs }

/** The rules ask for acts of runs, and runs are made of the rules: one of them has to come later. */
function lateActions(): { actions: RunActions; set(actions: RunActions): void } {
  let real: RunActions | null = null
  const use = (): RunActions => {
    if (!real) throw new TypeError('a run was asked for before there are any')
    return real
  }
  return {
    actions: {
      launch: (run) => use().launch(run),
      end: (run) => use().end(run),
      mark: (run) => use().mark(run),
      sweep: (run) => use().sweep(run),
      serveFiles: (run) => use().serveFiles(run),
    },
    set(actions) {
      real = actions
    },
  }
}
