/** Starts a daemon in a home: lock, database, listeners, keeper, and `ready` after everything is up to date. */
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { isLoopback } from '../shared/config/values.ts'
import type { Result } from '../shared/errors.ts'
import { systemRandom } from '../shared/ids.ts'
import { VERSION } from '../shared/version.ts'
import type { EnrollHere, Pairing } from '../shared/wire/lock.ts'
import { createAgents } from './agents/agents.ts'
import { createDaemon, type Daemon } from './create-daemon.ts'
import type { Enrollment } from './enroll/store.ts'
import { type Listening, listen } from './listen.ts'
import { openKeeper } from './runs/start-keeper.ts'
import { refuse, type StartOptions, type StartRefusal, type TakenHome, takeHome } from './take-home.ts'
import { openRelaySocket } from './tunnel/relay-socket.ts'
import type { RemoteNetwork } from './tunnel/remote.ts'
import type { TunnelState } from './tunnel/state.ts'

export interface RunningDaemon {
  url: string
  socket: string
  /** Makes this machine one of an authority's, in place of any it was before, and dials its relay. */
  enroll(wanted: EnrollHere): Promise<Result<Enrollment>>
  enrolled(): Enrollment | null
  /** A fresh secret, shown once: the first device that proves it is let in. */
  newPairing(): Pairing
  tunnelState(): TunnelState
  /** Resolves once the tunnel is up; a daemon that is not enrolled waits for that too. */
  tunnelUp(): Promise<void>
  /** Ends the daemon. `keep`: what is under way stays with the keeper. `all`: nothing does. */
  stop(mode: 'keep' | 'all'): Promise<{ kept: number }>
  stopped: Promise<{ kept: number }>
}

const USUAL_PORT = 7887
const root = join(import.meta.dir, '..')

type Started = { ok: true; daemon: RunningDaemon } | { ok: false; refusal: StartRefusal }

/** A home that is taken, and a keeper on its way in it. */
export interface PreparedDaemon {
  /** `publicUrl`: what people open, where an authority runs beside it; null: the daemon's own address. */
  start(publicUrl: string | null): Promise<Started>
  /** When nothing is started after all. */
  giveBack(): void
}

export async function startDaemon(options: StartOptions): Promise<Started> {
  const taken = takeHome(options)
  return taken.ok ? await startIn(taken.home, null) : taken
}

/** The first half of a start, for who has something else to do while the keeper comes up. */
export function prepareDaemon(
  options: StartOptions,
): { ok: true; prepared: PreparedDaemon } | { ok: false; refusal: StartRefusal } {
  const taken = takeHome(options)
  if (!taken.ok) return taken
  const { home } = taken
  return { ok: true, prepared: { start: (publicUrl) => startIn(home, publicUrl), giveBack: home.giveBack } }
}

async function startIn(taken: TakenHome, publicUrl: string | null): Promise<Started> {
  const started = assemble(taken, publicUrl)
  const listening = listenWhereWanted(taken, (request) => started.daemon.app.fetch(request))
  if (listening.kind === 'port_taken') {
    started.daemon.close()
    taken.giveBack()
    const { host, port } = taken.plan
    return refuse('port_taken', `port ${port} on ${host} is taken by another program`)
  }
  return { ok: true, daemon: await started.run(listening) }
}

function listenWhereWanted(
  { plan, files, log, place }: TakenHome,
  fetch: (request: Request) => Response | Promise<Response>,
): Listening {
  const { host } = plan
  const { socket, secret } = files
  const at = (port: number): Listening =>
    listen({ host, port, socket, secret, clock: place.clock, log, fetch })
  if (plan.port !== null && plan.port !== 0) return at(plan.port)
  const first = at(plan.port === null ? USUAL_PORT : (files.rememberedPort() ?? 0))
  const listening = first.kind === 'listening' ? first : at(0)
  if (listening.kind === 'listening' && plan.port === 0) files.rememberPort(listening.port)
  return listening
}

const network: RemoteNetwork = {
  fetch,
  openSocket: openRelaySocket,
  isLoopback,
  addresses: () =>
    Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses.map(({ address }) => address))
      .sort()
      .join(' '),
}

function assemble(
  { plan, files: home, log, db, place, summoned: coming }: TakenHome,
  publicUrl: string | null,
) {
  const { clock, limits, bunPath } = place
  let summoned = coming
  const settled = Promise.withResolvers<{ kept: number }>()
  let url = ''
  let ready = false
  let stop: RunningDaemon['stop'] = () => settled.promise
  const daemon: Daemon = createDaemon({
    db,
    home: home.path,
    clock,
    random: systemRandom,
    limits,
    version: VERSION,
    platform: process.platform,
    log,
    agents: createAgents({
      inherited: plan.env,
      agentCommands: plan.config.agentCommands,
      home: home.path,
      bunPath,
      onProblem: (line) => log.warn(line),
      demoMain: join(root, 'scripts', 'demo-agent', 'main.ts'),
      clock,
      limits,
    }),
    openKeeper(handlers) {
      const first = summoned
      summoned = null
      return openKeeper(place, handlers, first)
    },
    network,
    machine: {
      pid: process.pid,
      startedAt: clock.now(),
      url: () => url,
      ready: () => ready,
      // The answer is given when the runs have ended, and goes out before the listeners close.
      async shutDown(mode) {
        const outcome = await daemon.endRuns(mode)
        setImmediate(() => void stop(mode))
        return outcome
      },
    },
  })

  const run = async (listening: Extract<Listening, { kind: 'listening' }>): Promise<RunningDaemon> => {
    url = listening.url
    let stopping: Promise<{ kept: number }> | null = null
    let isOver = false
    const end = async (mode: 'keep' | 'all'): Promise<{ kept: number }> => {
      const outcome = await daemon.endRuns(mode)
      if (outcome.kept === 0) daemon.keeper()?.quit()
      await listening.stop()
      daemon.close()
      db.close()
      home.close()
      isOver = true
      return outcome
    }
    stop = (mode) => {
      // A second, harder stop joins the first: what it waits for is asked to end as well.
      if (stopping && !isOver && mode === 'all') void daemon.endRuns('all')
      stopping ??= end(mode)
      void stopping.then(settled.resolve, settled.reject)
      return stopping
    }
    await daemon.open()
    ready = true
    home.writeRun({
      pid: process.pid,
      url: publicUrl ?? url,
      daemonUrl: url,
      version: VERSION,
      socket: home.socket,
    })
    void daemon.resume()
    const { remote } = daemon
    remote.start()
    daemon.upkeep.start()
    return {
      url,
      socket: home.socket,
      enroll: remote.enrollments.enroll,
      enrolled: remote.enrollments.current,
      newPairing: remote.lock.newPairing,
      tunnelState: remote.tunnelState,
      tunnelUp: remote.tunnelUp,
      stop,
      stopped: settled.promise,
    }
  }
  return { daemon, run }
}
