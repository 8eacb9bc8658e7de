import { ok, type Result } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import { vendorOf } from '../acp/vendor.ts'
import type { Agents } from '../agents/agents.ts'
import type { DaemonLimits } from '../limits.ts'
import { routeLaunch } from '../presets/launch.ts'
import type { Core } from '../sessions/core.ts'
import { runEnded } from '../sessions/end-run.ts'
import { checkDirectory } from '../workspaces/directory.ts'
import type { KeeperLink } from './keeper-link.ts'

export interface Launcher {
  launch(run: string): void
  /** A cold start is over: the next one may begin. */
  settled(run: string): void
  stop(): void
}

/**
 * Starts runs, a few at a time: a cold start is heavy, and ten at once are slower than ten in turn. The run's row is
 * looked at again after every wait, because it may have been ended meanwhile.
 */
export function createLauncher(deps: {
  core: Core
  agents: Agents
  clock: Clock
  limits: DaemonLimits
  keeper(): KeeperLink | null
  wantKeeper(): void
}): Launcher {
  const waiting: string[] = []
  const starting = new Set<string>()
  let stopped = false

  const pump = (): void => {
    while (!stopped && starting.size < deps.limits.coldStarts) {
      const run = waiting.shift()
      if (run === undefined) return
      starting.add(run)
      void begin(run)
    }
  }

  const begin = async (run: string): Promise<void> => {
    const prepared = await prepare(deps, run)
    if (stopped) return
    if (prepared.ok) {
      if (prepared.value !== null) return
      settled(run) // not started
    } else {
      settled(run)
      failLaunch(deps.core, run, prepared.error.message)
    }
  }

  const settled = (run: string): void => {
    if (starting.delete(run)) pump()
  }

  const launcher: Launcher = {
    launch(run) {
      if (stopped || starting.has(run) || waiting.includes(run)) return
      const early = openTooEarly(deps.core, run, deps.clock.now())
      if (early > 0) return void deps.clock.after(early, () => launcher.launch(run))
      waiting.push(run)
      pump()
    },
    settled,
    stop() {
      stopped = true
    },
  }
  return launcher
}

/** How long the run's conversation is still too young to be opened again: an agent may lose its history over it. */
function openTooEarly(core: Core, runId: string, now: number): number {
  const run = core.runs.get(runId)
  const session = run && core.sessions.get(run.session)
  if (!session || run.opening === 'new') return 0
  // How old one is that was begun elsewhere is not known: it was there when it was taken over.
  const since = session.conversationAt ?? core.adoptions.get(session.id)?.at ?? null
  if (since === null) return 0
  return since + (vendorOf(session.agent).openAfterMs ?? 0) - now
}

/** Finds the program and the directory and asks the keeper. Null: there is nothing to start, or nobody to ask. */
async function prepare(
  deps: {
    core: Core
    agents: Agents
    clock: Clock
    limits: DaemonLimits
    keeper(): KeeperLink | null
    wantKeeper(): void
  },
  runId: string,
): Promise<Result<string | null>> {
  const session = sessionOf(deps.core, runId)
  if (!session) return ok(null)
  const directory = await checkDirectory(session.cwd, deps)
  if (!directory.ok) return directory
  const launch = await deps.agents.launch(session.agent)
  if (!launch.ok) return launch
  if (!sessionOf(deps.core, runId)) return ok(null)
  const keeper = deps.keeper()
  if (!keeper) {
    // Between two keepers nothing can be started: the run waits in its row, and the next one is asked at its attach.
    deps.wantKeeper()
    return ok(null)
  }
  const env = deps.core.transact((work) => {
    const routed = routeLaunch(deps.core, work, session, launch.value)
    if (!routed.ok) return routed
    deps.core.runs.spawning(runId, keeper.id, work.now)
    deps.core.runs.setAskingMode(runId, launch.value.askingMode)
    work.touch(session.id)
    return routed
  })
  if (!env.ok) return env
  keeper.spawn(runId, launch.value.argv, session.cwd, env.value)
  return ok(runId)
}

function sessionOf(core: Core, runId: string) {
  const run = core.runs.get(runId)
  const session = run && core.sessions.get(run.session)
  return session && session.run === runId && run.phase === 'starting' && session.ending === null
    ? session
    : null
}

/** Nothing was started: the start failed, with the reason in words. */
export function failLaunch(core: Core, runId: string, message: string): void {
  core.transact((work) => {
    const run = core.runs.get(runId)
    const session = run && core.sessions.get(run.session)
    if (!run || session?.run !== runId) return
    core.sessions.setEnding(session.id, session.ending ?? 'start_failed', message)
    runEnded(core, work, run, { kind: 'never_started' })
  })
}
