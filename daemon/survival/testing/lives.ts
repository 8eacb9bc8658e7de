/**
 * One home whose daemon dies again and again, and a client that does what a client does then: it sends a command
 * again, under the same key, until somebody acknowledges it.
 */
import { watch } from 'node:fs'
import { join } from 'node:path'
import { mustStart, type Rig, type RigOptions } from '../../testing/rig.ts'

/** What goes with each sending of a command. */
export interface Sending {
  headers: { 'idempotency-key': string }
  fetch: { keepalive: false }
}

export interface Lives {
  rig(): Rig
  start(): Promise<Rig>
  kill(): Promise<void>
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

/** Eden's status of a request that got no answer. */
const NO_ANSWER = 503

export function createLives(options: RigOptions): Lives {
  let next = Promise.withResolvers<Rig>()
  let current: Rig | null = null

  const rig = (): Rig => {
    if (!current) throw new Error('no daemon runs')
    return current
  }
  return {
    rig,
    async start() {
      current = await mustStart(options)
      next.resolve(current)
      return current
    },
    async kill() {
      const dying = rig()
      next = Promise.withResolvers()
      current = null
      await dying.kill()
    },
    async startAndKill(ms) {
      const appeared = socketAppears(join(options.home, 'run'))
      const child = Bun.spawn(daemonCommand(options), {
        env: { PATH: process.env.PATH ?? '', HOME: options.home, LANG: 'C.UTF-8', ...options.env },
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
  }
}

const daemonCommand = (options: RigOptions): string[] => [
  process.execPath,
  join(import.meta.dir, '..', '..', 'testing', 'daemon-main.ts'),
  '--home',
  options.home,
  '--limits',
  JSON.stringify(options.limits ?? {}),
]

/** The next daemon of this home listens, on a socket of its own. */
export function socketAppears(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, (_, name) => {
      if (name !== 'daemon.sock') return
      watcher.close()
      resolve()
    })
  })
}
