/**
 * The runs of this daemon: its end of the keeper, one pump a run, and what the rules ask of processes. Everything
 * here can be lost at any instant and is rebuilt from the database and the keeper's list by `attach`.
 */
import type { Logger } from 'pino'
import type { Clock } from '../../shared/time.ts'
import { errorLine, INTERNAL_ERROR, resultLine } from '../acp/message.ts'
import type { Agents } from '../agents/agents.ts'
import type { RunEnd, RunFacts } from '../keeper/frames.ts'
import type { DaemonLimits } from '../limits.ts'
import type { Core, RunActions } from '../sessions/core.ts'
import { type HowEnded, runEnded } from '../sessions/end-run.ts'
import { receive, receiveBroken, receiveOverflow } from '../sessions/receive.ts'
import { serveFile } from './agent-files.ts'
import type { KeeperHandlers, KeeperLink } from './keeper-link.ts'
import { createLauncher, failLaunch } from './launcher.ts'
import { createOutbox } from './outbox.ts'
import { createPump, type Pump } from './pump.ts'

export interface Runs {
  actions: RunActions
  handlers: KeeperHandlers
  link(): KeeperLink | null
  /** Takes a keeper into use; settles when what its runs wrote so far is in the database. */
  attach(link: KeeperLink): Promise<void>
  /** The run went with a keeper that is gone. */
  lost(run: string): void
  /** Lines of the run wait to be sent. */
  send(run: string): void
  /** Forgets the keeper without ending anything, for good: nothing looks at the database after this. */
  close(): void
}

export function createRuns(deps: {
  core: Core
  agents: Agents
  clock: Clock
  limits: DaemonLimits
  log: Logger
  onLost(why: string): void
  /** There is a run to start and no keeper. */
  wantKeeper(): void
}): Runs {
  const { core } = deps
  const pumps = new Map<string, Pump>()
  let link: KeeperLink | null = null
  let closed = false
  const outbox = createOutbox({
    runs: core.runs,
    input(run, n, line) {
      const open = core.presets.openLine(run, line)
      // One that cannot be opened says nothing, and its run's start ends by its time.
      link?.input(run, n, open ?? '')
    },
  })
  const launcher = createLauncher({ ...deps, keeper: () => link })
  const catchUps = new Map<string, { to: number; done: () => void }>()

  /** One transaction for these lines and the offset after them; then the keeper may forget the bytes. */
  const apply: (run: string) => Parameters<typeof createPump>[0]['apply'] = (run) => (lines, readTo) => {
    try {
      core.transact((work) => receive(core, work, run, lines, readTo))
    } catch (error) {
      // A line that our own rules break on would break on it again after every start: this run ends here.
      deps.log.error({ err: error, run }, 'lines of an agent could not be applied')
      core.transact((work) => receiveBroken(core, work, run, readTo))
    }
    link?.ack(run, readTo)
    settleStart(run)
  }

  const settleStart = (run: string): void => {
    if (core.runs.get(run)?.phase !== 'starting') launcher.settled(run)
  }

  const follow = (run: string, facts: Pick<RunFacts, 'lastIn' | 'end'>): Promise<void> | null => {
    const row = core.runs.get(run)
    if (!row || !link) return null
    pumps.get(run)?.stop()
    const overflow = (): void => core.transact((work) => receiveOverflow(core, work, run))
    const discard = (to: number): void => link?.ack(run, to)
    const pump = createPump({ ...deps, apply: apply(run), overflow, discard }, row.readTo)
    pumps.set(run, pump)
    link.read(run, row.readTo)
    outbox.restart(run, facts.lastIn)
    if (row.phase === 'ending') link.end(run)
    for (const request of core.runs.requests(run)) void serveOne(run, request)
    if (facts.end <= row.readTo) return null
    return new Promise((done) => catchUps.set(run, { to: facts.end, done }))
  }

  const caughtUp = (run: string, offset: number): void => {
    const waiting = catchUps.get(run)
    if (!waiting || offset < waiting.to) return
    pumps.get(run)?.flush()
    catchUps.delete(run)
    waiting.done()
  }

  const serveOne = async (
    run: string,
    request: ReturnType<Core['runs']['requests']>[number],
  ): Promise<void> => {
    const reply = await serveFile(deps, request.method, request.params)
    if (closed) return // a successor serves it
    core.transact((work) => {
      if (core.runs.get(run)?.phase === 'ended' || !core.runs.takeRequest(run, request.id)) return
      const line = reply.ok
        ? resultLine(request.id, reply.result)
        : errorLine(request.id, INTERNAL_ERROR, reply.message)
      core.runs.addLine(run, line)
      work.send(run)
    })
  }

  /** Nothing of the run is kept here any more. */
  const close = (run: string, how: HowEnded): void => {
    core.transact((work) => {
      const row = core.runs.get(run)
      if (row) runEnded(core, work, row, how)
    })
    outbox.forget(run)
    launcher.settled(run)
  }

  const over = (run: string, end: RunEnd): void => {
    const pump = pumps.get(run)
    pump?.flush()
    pump?.stop()
    pumps.delete(run)
    caughtUp(run, Number.POSITIVE_INFINITY)
    close(run, { kind: 'ended', end })
    link?.forget(run)
  }

  const handlers: KeeperHandlers = {
    spawned(run, pid) {
      if (pumps.has(run)) return
      core.transact(() => core.runs.spawned(run, pid))
      follow(run, { lastIn: 0, end: 0 })
    },
    spawnFailed(run, message) {
      failLaunch(core, run, message)
      launcher.settled(run)
    },
    output(run, offset, bytes) {
      pumps.get(run)?.output(offset, bytes)
      caughtUp(run, offset + bytes.length)
    },
    took: outbox.took,
    step: (run, step, pids) => deps.log.info({ run, step, pids }, 'kill ladder'),
    ended: over,
    swept: (run, ended, left) => deps.log.info({ run, ended, left: left.length }, 'swept'),
    lost(why) {
      detach()
      deps.onLost(why)
    },
  }

  const detach = (): void => {
    for (const pump of pumps.values()) pump.stop()
    pumps.clear()
    for (const waiting of catchUps.values()) waiting.done()
    catchUps.clear()
    link?.close()
    link = null
  }

  const endUnstarted = (run: string): void => close(run, { kind: 'never_started' })

  return {
    handlers,
    link: () => link,
    lost: (run) => close(run, { kind: 'lost' }),
    send: outbox.send,
    close() {
      closed = true
      launcher.stop()
      detach()
    },
    actions: {
      launch: launcher.launch,
      end(run) {
        if (core.runs.get(run)?.keeper) link?.end(run)
        else endUnstarted(run)
      },
      mark: (run) => link?.mark(run),
      sweep: (run) => link?.sweep(run),
      serveFiles(run) {
        for (const request of core.runs.requests(run)) void serveOne(run, request)
      },
    },
    async attach(next) {
      link = next
      const held = new Map(next.runs.map((facts) => [facts.run, facts]))
      const waits: (Promise<void> | null)[] = []
      for (const row of core.runs.live()) {
        const facts = held.get(row.id)
        // The time a start may take is the agent's: it begins again with somebody there to open it.
        if (facts && row.phase === 'starting') core.runs.spawning(row.id, next.id, deps.clock.now())
        if (facts) waits.push(follow(row.id, facts))
        else if (row.phase === 'ending') endUnstarted(row.id)
        else launcher.launch(row.id)
        held.delete(row.id)
      }
      // What the keeper holds and we do not know is over for us: its end was recorded, or its session deleted.
      for (const run of held.keys()) next.end(run)
      await Promise.all(waits)
    },
  }
}
