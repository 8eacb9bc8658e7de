/** Takes a home for a daemon that is about to start in it: lock, database, and a keeper that comes up meanwhile. */
import type { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { isLoopback } from '../shared/config/values.ts'
import { newKeeperId, systemRandom } from '../shared/ids.ts'
import { createLog } from '../shared/log.ts'
import { type Clock, systemClock } from '../shared/time.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { type Home, openHome } from './home/open.ts'
import { type DaemonLimits, daemonLimits } from './limits.ts'
import { type KeeperPlace, summonKeeper } from './runs/start-keeper.ts'

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

/** The options with everything decided. */
export interface Plan extends StartOptions {
  host: string
  config: Config
}

/** Everything a daemon is made of that a second one must not have. */
export interface TakenHome {
  plan: Plan
  files: Home
  log: Logger
  db: Database
  place: KeeperPlace
  /** A keeper on its way; null where one may be living. */
  summoned: Bun.Subprocess | null
  /** When nothing is started after all. */
  giveBack(): void
}

const SOCKET_PATH_BYTES = 100
const KEEPER_MAIN = join(import.meta.dir, 'keeper', 'main.ts')

export function takeHome(
  options: StartOptions,
): { ok: true; home: TakenHome } | { ok: false; refusal: StartRefusal } {
  const read = readConfig(options.env)
  if (!read.ok) return refuse('config_invalid', read.problems.join('; '))
  const { config } = read
  if (options.host !== null && !isLoopback(options.host)) {
    return refuse(
      'config_invalid',
      `the daemon listens on a loopback address only, and ${options.host} is none`,
    )
  }
  const log = options.log ?? createLog(config.logLevel)
  for (const warning of read.warnings) log.warn(warning)
  const port = options.port ?? (options.env.FAIRLEAD_PORT ? config.port : null)
  const tooLong = socketRefusal(options.home)
  if (tooLong) return { ok: false, refusal: tooLong }
  const opened = openHome(options.home, systemRandom, process.pid)
  if (opened.kind === 'locked') {
    const who = opened.pid === null ? 'another process' : `process ${opened.pid}`
    return refuse('home_locked', `a daemon is running in ${options.home} already: ${who}`)
  }
  if (opened.kind === 'unwritable') return refuse('home_unwritable', opened.message)
  const { home: files } = opened
  const database = openDatabase(join(files.path, 'daemon.db'))
  if (database.kind !== 'opened') {
    files.close()
    return refuse(databaseCodes[database.kind], database.message)
  }
  const { db } = database
  const plan: Plan = { ...options, host: options.host ?? config.host, port, config }
  return { ok: true, home: withKeeper({ plan, files, log, db }) }
}

function withKeeper(taken: Pick<TakenHome, 'plan' | 'files' | 'log' | 'db'>): TakenHome {
  const { plan, files, db } = taken
  const place: KeeperPlace = {
    home: files.path,
    bunPath: process.execPath,
    keeperMain: KEEPER_MAIN,
    pid: process.pid,
    clock: plan.clock ?? systemClock,
    limits: { ...daemonLimits, ...plan.limits },
    newId: () => newKeeperId(systemRandom),
  }
  const summoned = summonKeeper(place)
  return {
    ...taken,
    place,
    summoned,
    giveBack() {
      // Had it found another keeper living, it would have ended by itself: that one is not ours to end.
      summoned?.kill()
      db.close()
      files.close()
    },
  }
}

/** Why a home cannot hold our sockets; asked before anything is made in it. */
function socketRefusal(home: string): StartRefusal | null {
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

export const refuse = (code: RefusalCode, message: string): { ok: false; refusal: StartRefusal } => ({
  ok: false,
  refusal: { code, message },
})
