/** Starts a daemon in a home: lock, database, listeners, keeper, and `ready` after everything is up to date. */
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { isLoopback } from '../shared/config/values.ts'
import type { Result } from '../shared/errors.ts'
import { newKeeperId, systemRandom } from '../shared/ids.ts'
import { type Clock, systemClock } from '../shared/time.ts'
import { VERSION } from '../shared/version.ts'
import type { EnrollHere, Pairing } from '../shared/wire/lock.ts'
import { createAgents } from './agents/agents.ts'
import { type Config, readConfig } from './config.ts'
import { createDaemon, type Daemon } from './create-daemon.ts'
import { openDatabase } from './db/open.ts'
import type { Enrollment } from './enroll/store.ts'
import { type Home, openHome } from './home/open.ts'
import { type DaemonLimits, daemonLimits } from './limits.ts'
import { type Listening, listen } from './listen.ts'
import { openKeeper } from './runs/start-keeper.ts'
import { openRelaySocket } from './tunnel/relay-socket.ts'
import type { RemoteNetwork } from './tunnel/remote.ts'
import type { TunnelState } from './tunnel/state.ts'

export interface StartOptions {
  home: string
  /** Null: what the environment says, else the loopback address. */
  host: string | null
  /** A port that must be had; 0: a free one, remembered in the home; null: the usual one, else a free one. */
  port: number | null
  /** The operator's settings, and what agents inherit. */
  env: Readonly<Record<string, string | undefined>>
  log?: Logger
  limits?: Partial<DaemonLimits>
  /** The system's, unless a test has another. */
  clock?: Clock
  /** What people open, where an authority runs beside it; else the daemon's own address. */
  publicUrl?: string
}

export type RefusalCode =
  | 'config_invalid'
  | 'home_unwritable'
  | 'home_locked'
  | 'database_corrupt'
  | 'database_newer'
  | 'port_taken'
  | 'socket_path_long'

export interface StartRefusal {
  code: RefusalCode
  message: string
}

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
const SOCKET_PATH_BYTES = 100
const root = join(import.meta.dir, '..')

/** The options with everything decided. */
interface Plan extends StartOptions {
  host: string
  config: Config
}

export async function startDaemon(
  options: StartOptions,
): Promise<{ ok: true; daemon: RunningDaemon } | { ok: false; refusal: StartRefusal }> {
  const read = readConfig(options.env)
  if (!read.ok) return refuse('config_invalid', read.problems.join('; '))
  const { config } = read
  if (options.host !== null && !isLoopback(options.host)) {
    return refuse(
      'config_invalid',
      `the daemon listens on a loopback address only, and ${options.host} is none`,
    )
  }
  const log = options.log ?? pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }))
  for (const warning of read.warnings) log.warn(warning)
  const port = options.port ?? (options.env.FAIRLEAD_PORT ? config.port : null)
  const plan: Plan = { ...options, host: options.host ?? config.host, port, config }
  const tooLong = socketRefusal(options.home)
  if (tooLong) return { ok: false, refusal: tooLong }
  const opened = openHome(options.home, systemRandom, process.pid)
  if (opened.kind === 'locked') {
    const who = opened.pid === null ? 'another process' : `process ${opened.pid}`
    return refuse('home_locked', `a daemon is running in ${options.home} already: ${who}`)
  }
  if (opened.kind === 'unwritable') return refuse('home_unwritable', opened.message)
  const { home } = opened
  const database = openDatabase(join(home.path, 'daemon.db'))
  if (database.kind !== 'opened') {
    home.close()
    return refuse(databaseCodes[database.kind], database.message)
  }
  const started = assemble(plan, home, log, database.db)
  const listening = listenWhereWanted(plan, home, (request) => started.daemon.app.fetch(request))
  if (listening.kind === 'port_taken') {
    started.daemon.close()
    database.db.close()
    home.close()
    return refuse('port_taken', `port ${plan.port} on ${plan.host} is taken by another program`)
  }
  return { ok: true, daemon: await started.run(listening) }
}

/** Why a home cannot hold our sockets; asked before anything is made in it. */
export function socketRefusal(home: string): StartRefusal | null {
  if (Buffer.byteLength(join(home, 'run', 'keeper-1.sock')) <= SOCKET_PATH_BYTES) return null
  const most = SOCKET_PATH_BYTES - 19
  return {
    code: 'socket_path_long',
    message: `the home's path is too long for a socket: use one of at most ${most} bytes`,
  }
}

const databaseCodes = {
  corrupt: 'database_corrupt',
  newer: 'database_newer',
  unwritable: 'home_unwritable',
} as const

const refuse = (code: RefusalCode, message: string): { ok: false; refusal: StartRefusal } => ({
  ok: false,
  refusal: { code, message },
})

function listenWhereWanted(
  options: Plan,
  home: Home,
  fetch: (request: Request) => Response | Promise<Response>,
): Listening {
  const at = (port: number): Listening =>
    listen({
      host: options.host,
      port,
      socket: home.socket,
      secret: home.secret,
      clock: options.clock ?? systemClock,
      fetch,
    })
  if (options.port !== null && options.port !== 0) return at(options.port)
  const first = at(options.port === null ? USUAL_PORT : (home.rememberedPort() ?? 0))
  const listening = first.kind === 'listening' ? first : at(0)
  if (listening.kind === 'listening' && options.port === 0) home.rememberPort(listening.port)
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

type OpenedDatabase = Extract<ReturnType<typeof openDatabase>, { kind: 'opened' }>['db']

function assemble(options: Plan, home: Home, log: Logger, db: OpenedDatabase) {
  const clock = options.clock ?? systemClock
  const limits: DaemonLimits = { ...daemonLimits, ...options.limits }
  const settled = Promise.withResolvers<{ kept: number }>()
  let url = ''
  let ready = false
  let stop: RunningDaemon['stop'] = () => settled.promise
  const bunPath = process.execPath
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
      inherited: options.env,
      agentCommands: options.config.agentCommands,
      home: home.path,
      bunPath,
      demoMain: join(root, 'scripts', 'demo-agent', 'main.ts'),
      clock,
      limits,
    }),
    openKeeper: (handlers) =>
      openKeeper(
        {
          home: home.path,
          bunPath,
          keeperMain: join(root, 'daemon', 'keeper', 'main.ts'),
          pid: process.pid,
          clock,
          limits,
          newId: () => newKeeperId(systemRandom),
        },
        handlers,
      ),
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
      url: options.publicUrl ?? url,
      daemonUrl: url,
      version: VERSION,
      socket: home.socket,
    })
    void daemon.resume()
    const { remote } = daemon
    remote.start()
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
