/** Starts an authority in a home: lock, database, relay, listener. */
import type { Database } from 'bun:sqlite'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { isLoopback } from '../shared/config/values.ts'
import { systemRandom } from '../shared/ids.ts'
import { createLog } from '../shared/log.ts'
import { systemClock } from '../shared/time.ts'
import { nodeVerifier } from '../shared/token/node-verifier.ts'
import { type Config, readConfig } from './config.ts'
import { type Authority, createAuthority } from './create-authority.ts'
import { openDatabase } from './db/open.ts'
import { type AuthorityHome, openHome } from './home.ts'
import { openHostDoor } from './host-door.ts'
import { type AuthorityLimits, authorityLimits } from './limits.ts'
import { type Listening, listen } from './listen.ts'
import { machineLabel } from './machines/label.ts'
import { createHandOver } from './mail/hand-over.ts'
import { argonHasher } from './passwords/hasher.ts'
import { type RelayLimits, relayLimits } from './relay/limits.ts'
import { createRelay, type MountedRelay } from './relay/relay.ts'
import { readBuild } from './web/read-build.ts'
import { createWeb } from './web/web.ts'

export interface StartOptions {
  home: string
  /** Null: what the environment says, else the loopback address. */
  host: string | null
  /** A port that must be had; 0: a free one, remembered in the home; null: what the environment says, else 7888. */
  port: number | null
  env: Readonly<Record<string, string | undefined>>
  log?: Logger
  limits?: Partial<AuthorityLimits>
  relayLimits?: Partial<RelayLimits>
  /** The folder of a built page; else this checkout's own. */
  ui?: string
  /** The name of the machine this runs on, where a daemon of the same home runs beside it; null: none does. */
  local?: string | null
}

export type RefusalCode =
  | 'config_invalid'
  | 'home_unwritable'
  | 'home_locked'
  | 'database_corrupt'
  | 'database_newer'
  | 'port_taken'

export interface StartRefusal {
  code: RefusalCode
  message: string
}

export interface RunningAuthority {
  /** Where it listens, on loopback. */
  url: string
  /** What people open. */
  origin: string
  issuer: string
  /** Where machines dial the relay. */
  relayUrl: string
  /** A fresh link that makes the first admin, as path and fragment; burns the last. Null once there is a user. */
  setUpLink(): string | null
  /** Its row, and a fresh code for the daemon beside it; null where none runs or it was revoked. */
  localMachine(): { machine: string; code: string } | null
  rotateKeys(): void
  stop(): Promise<void>
}

export type Started = { ok: true; authority: RunningAuthority } | { ok: false; refusal: StartRefusal }

export async function startAuthority(options: StartOptions): Promise<Started> {
  const read = readConfig(options.env)
  if (!read.ok) return refuse('config_invalid', read.problems.join('; '))
  const { config } = read
  const log = options.log ?? createLog(config.logLevel)
  for (const warning of read.warnings) log.warn(warning)
  const opened = openHome(options.home, process.pid)
  if (opened.kind === 'locked') {
    const who = opened.pid === null ? 'another process' : `process ${opened.pid}`
    return refuse('home_locked', `an authority is running in ${options.home} already: ${who}`)
  }
  if (opened.kind === 'unwritable') return refuse('home_unwritable', opened.message)
  const { home } = opened
  const database = openDatabase(home.database)
  if (database.kind !== 'opened') {
    home.close()
    return refuse(databaseCodes[database.kind], database.message)
  }
  const { db } = database
  const host = options.host ?? config.host
  const port = options.port ?? config.port
  if (!isLoopback(host) && config.origin === null) {
    log.warn('FAIRLEAD_ORIGIN is not set: only this machine will be answered')
  }
  let listening: Listening | null = null
  const authority = assemble(options, {
    config,
    log,
    db,
    where: () => ({ host, port: listening?.port ?? port }),
    isServing: true,
  })
  const close = async (): Promise<void> => {
    await authority.close()
    db.close()
    home.close()
  }
  const web = createWeb({ build: readBuild(options.ui ?? BUILT_UI), site: authority.site })
  const at = (wanted: number): Listening | null =>
    listen({
      edge: authority.edge,
      site: authority.site,
      relay: authority.relay,
      web,
      log,
      host,
      port: wanted,
      trustedProxyHops: config.trustedProxyHops,
      limits: limitsOf(options),
    })
  listening = listenWhereWanted(home, port, at)
  if (!listening) {
    await close()
    return refuse('port_taken', `port ${port} on ${host} is taken by another program`)
  }
  const limits = limitsOf(options)
  const door = openHostDoor({ socket: home.socket, acts: authority.hostActs, log, limits })
  const end = async (): Promise<void> => {
    await door?.stop()
    await close()
  }
  return { ok: true, authority: running({ options, authority, listening, close: end }) }
}

const BUILT_UI = join(import.meta.dir, '../dist/ui')

const limitsOf = (options: StartOptions): AuthorityLimits => ({ ...authorityLimits, ...options.limits })

/** A free port is kept: people and machines were told of it. */
function listenWhereWanted(
  home: AuthorityHome,
  port: number,
  at: (wanted: number) => Listening | null,
): Listening | null {
  if (port !== 0) return at(port)
  const remembered = home.rememberedPort()
  const listening = (remembered === null ? null : at(remembered)) ?? at(0)
  if (listening) home.rememberPort(listening.port)
  return listening
}

interface AssemblyDeps {
  config: Config
  log: Logger
  db: Database
  where(): { host: string; port: number }
  /** False: for one act beside no listener, which sends no letters. */
  isServing: boolean
}

export function assemble(options: StartOptions, deps: AssemblyDeps): Authority<MountedRelay> {
  const { config, log, db } = deps
  return createAuthority({
    db,
    log,
    clock: systemClock,
    random: systemRandom,
    limits: limitsOf(options),
    hasher: argonHasher,
    site: { ...config, listening: deps.where },
    trustedProxyHops: config.trustedProxyHops,
    fixed: config.fixed,
    handOver: deps.isServing
      ? createHandOver({ clock: systemClock, deadlineMs: limitsOf(options).mailMs, hostname })
      : null,
    relay: (authorization) =>
      createRelay({
        authorization,
        log,
        clock: systemClock,
        random: systemRandom,
        limits: { ...relayLimits, ...options.relayLimits },
        verify: nodeVerifier,
      }),
  })
}

function running(deps: {
  options: StartOptions
  authority: Authority<MountedRelay>
  listening: Listening
  close(): Promise<void>
}): RunningAuthority {
  const { authority, listening } = deps
  const local = deps.options.local ?? null
  let stopped: Promise<void> | null = null
  const end = async (): Promise<void> => {
    await listening.stop()
    await deps.close()
  }
  // Also where nobody asks for one: the link of an earlier start is burnt.
  authority.setUpLink()
  return {
    url: listening.url,
    origin: authority.site.origin(),
    issuer: authority.issuer,
    relayUrl: authority.site.relayUrl(),
    setUpLink: authority.setUpLink,
    localMachine: () => (local === null ? null : authority.localMachine(machineLabel(local))),
    rotateKeys: authority.rotateKeys,
    stop() {
      stopped ??= end()
      return stopped
    },
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
