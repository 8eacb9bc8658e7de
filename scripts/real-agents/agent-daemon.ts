/** A daemon as its users have it: a process, killed and started again at will, and asked over its own API. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { systemRandom } from '../../shared/ids.ts'
import { systemClock } from '../../shared/time.ts'
import { connectDaemon, type Daemon, unwrap } from '../cli/client.ts'
import { localFetch } from '../cli/local-fetch.ts'
import { realAgentLimits } from './limits.ts'
import type { Place } from './place.ts'
import { ScenarioFailed } from './scenario.ts'
import { within } from './wait-until.ts'

export interface AgentDaemon {
  /** Finds the daemon that lives now. */
  readonly api: Daemon
  kill(): Promise<void>
  /** Starts it where it does not live; without these variables in its environment, where they are named. */
  start(without?: readonly string[]): Promise<void>
  /** Ends it with its sessions and its keeper. */
  end(): Promise<void>
}

const COMMAND_LINE = join(import.meta.dir, '..', 'cli', 'main.ts')

/** Started and ready. What it says goes to a file beside its home. */
export async function startAgentDaemon(place: Place, home: string): Promise<AgentDaemon> {
  const api = connectDaemon(localFetch({ home, clock: systemClock, random: systemRandom }))
  const begin = async (without: readonly string[] = []) => {
    const given = Object.entries(place.env).filter(([name]) => !without.includes(name))
    const child = Bun.spawn([process.execPath, COMMAND_LINE, 'daemon', '--port', '0', '--json'], {
      env: { ...Object.fromEntries(given), FAIRLEAD_HOME: home },
      cwd: place.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    void keep(child.stderr, `${home}.log`)
    await within('the daemon to be ready', realAgentLimits.daemonReadyMs, ready(child.stdout))
    return child
  }
  let child = await begin()
  const start = async (without?: readonly string[]): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) child = await begin(without)
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await child.exited
  }
  return {
    api,
    kill,
    start,
    async end() {
      await start()
      const asked = unwrap(api.v1.shutdown.post({ sessions: true }))
      await within('the daemon to end', realAgentLimits.daemonGoneMs, Promise.all([asked, child.exited]))
    },
  }
}

/** Its first line; whatever follows is read and let go. */
async function ready(stdout: ReadableStream<Uint8Array>): Promise<void> {
  const said = Promise.withResolvers<void>()
  const read = async (): Promise<void> => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of stdout) {
      text += decoder.decode(bytes, { stream: true })
      if (text.includes('\n')) said.resolve()
    }
    said.reject(new ScenarioFailed('the daemon ended before it was ready'))
  }
  void read()
  await said.promise
}

async function keep(stream: ReadableStream<Uint8Array>, file: string): Promise<void> {
  const out = createWriteStream(file, { flags: 'a' })
  for await (const bytes of stream) out.write(bytes)
  out.end()
}
