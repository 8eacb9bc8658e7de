/**
 * One home whose daemon dies again and again, and a client that does what a client does then: it sends a command
 * again, under the same key, until somebody acknowledges it. Leaving the block ends everything that lives in it.
 */
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { noneMarked } from '../../../shared/testing/processes.ts'
import { suiteMark } from '../../../shared/testing/suite-mark.ts'
import { tempHome } from '../../../shared/testing/temp-home.ts'
import { waitFor } from '../../../shared/testing/wait-for.ts'
import type { DaemonLimits } from '../../limits.ts'
import { isGone } from '../../testing/machine.ts'
import { data, mustStart, type Rig } from '../../testing/rig.ts'
import { demoCommand } from './demo-command.ts'

/** What goes with each sending of a command. */
export interface Sending {
  headers: { 'idempotency-key': string }
  fetch: { keepalive: false }
}

export interface Lives extends AsyncDisposable {
  readonly home: string
  /** Where the demo agents write down what they received and did. */
  readonly journal: string
  rig(): Rig
  start(limits?: Partial<DaemonLimits>): Promise<Rig>
  kill(): Promise<void>
  stop(mode: 'keep' | 'all'): Promise<void>
  /** The daemon, asked to go, is gone. */
  gone(): Promise<void>
  /** Waits until neither this keeper nor any agent is there any more. */
  nothingLeft(keeper: number): Promise<void>
  /** The next daemon of this home listens, on a socket of its own. */
  socketAppears(): Promise<void>
  /** Starts a daemon and kills it `ms` after its socket appeared: before or while it reads what its agents wrote. */
  startAndKill(ms: number): Promise<void>
  /** Settles when some daemon acknowledged the command; throws the words of a refusal. */
  command<T>(key: string, send: (api: Rig['api'], how: Sending) => Promise<Answered<T>>): Promise<T>
}

interface Answered<T> {
  data: T | null
  error: unknown
  status: number
}

export interface LivesOptions {
  limits?: Partial<DaemonLimits>
  /** Further arguments of the demo agent. */
  demo?: readonly string[]
  /** More of the environment, made in the home. */
  env?: (home: string) => Record<string, string>
}

/** Eden's status of a request that got no answer. */
const NO_ANSWER = 503

export async function createLives(options: LivesOptions = {}): Promise<Lives> {
  const temp = await tempHome()
  const home = temp.path
  const journal = join(home, 'journal.jsonl')
  const demo = { FAIRLEAD_AGENT_DEMO: demoCommand({ home, journal }, options.demo) }
  const env: Record<string, string> = { ...demo, ...options.env?.(home) }
  const { limits = {} } = options
  let next = Promise.withResolvers<Rig>()
  let current: Rig | null = null

  const rig = (): Rig => {
    if (!current) throw new Error('no daemon runs')
    return current
  }
  const die = (): Rig => {
    const dying = rig()
    next = Promise.withResolvers()
    current = null
    return dying
  }
  const start = async (more: Partial<DaemonLimits> = {}): Promise<Rig> => {
    current = await mustStart({ home, env, limits: { ...limits, ...more } })
    next.resolve(current)
    return current
  }
  const nothingLeft = async (keeper: number): Promise<void> => {
    await waitFor('the keeper to end', 10_000, () => isGone(keeper))
    await noneMarked('HOME', home)
  }
  const socketAppears = (): Promise<void> =>
    new Promise((resolve) => {
      const watcher = watch(join(home, 'run'), (_, name) => {
        // It is told of the old one's removal as well.
        if (name !== 'daemon.sock' || !existsSync(join(home, 'run', name))) return
        watcher.close()
        resolve()
      })
    })
  return {
    home,
    journal,
    rig,
    start,
    socketAppears,
    kill: () => die().kill(),
    stop: (mode) => die().stop(mode),
    async gone() {
      const { pid } = die()
      await waitFor('the daemon to end', 10_000, () => isGone(pid))
    },
    nothingLeft,
    async startAndKill(ms) {
      const appeared = socketAppears()
      const child = Bun.spawn(daemonCommand(home, limits), {
        env: { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', ...suiteMark(), ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await Promise.race([appeared, child.exited])
      await Bun.sleep(ms)
      child.kill('SIGKILL')
      await child.exited
    },
    async command(key, send) {
      const how: Sending = { headers: { 'idempotency-key': key }, fetch: { keepalive: false } }
      for (;;) {
        const asked = await next.promise
        const answer = await send(asked.api, how)
        if (answer.data !== null && !answer.error) return answer.data
        // Not known: the daemon died with the request. One that lives has no such excuse.
        if (answer.status === NO_ANSWER && current !== asked) continue
        throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.error)}`)
      }
    },
    async [Symbol.asyncDispose]() {
      const last = current ?? (await start())
      const keeper = await keeperOf(last)
      await last.stop('all')
      await nothingLeft(keeper)
      await temp.remove()
    },
  }
}

/** The pid of the keeper that the daemon holds; 0 between two. */
export const keeperOf = async (rig: Rig): Promise<number> =>
  data(await rig.api.v1.status.get()).daemon?.keeper?.pid ?? 0

const daemonCommand = (home: string, limits: Partial<DaemonLimits>): string[] => [
  process.execPath,
  join(import.meta.dir, '..', '..', 'testing', 'daemon-main.ts'),
  '--home',
  home,
  '--limits',
  JSON.stringify(limits),
]
