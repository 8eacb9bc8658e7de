/** A daemon with sessions of the benches' agent, and its event streams over the loopback port. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Machine, startMachine } from '../../../daemon/testing/machine.ts'
import type { TempHome } from '../../../shared/testing/temp-home.ts'
import type { StreamItem } from '../../../shared/wire/stream.ts'
import type { TickerPlan } from './ticker-plan.ts'

export interface BenchDaemon {
  machine: Machine
  /** Any path of the API, over the loopback port. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** A session whose agent is there. */
  idle(): Promise<string>
  begin(plan: TickerPlan, session: string): Promise<void>
}

export const TICKER = [process.execPath, join(import.meta.dir, 'ticker-agent.ts')]

export async function openBenchDaemon(home?: TempHome): Promise<BenchDaemon> {
  const machine = await startMachine({
    env: { FAIRLEAD_AGENT_DEMO: TICKER.join(' ') },
    ...(home === undefined ? {} : { home }),
  })
  const authorization = `Bearer ${readFileSync(join(machine.home, 'secret'), 'utf8').trim()}`
  return {
    machine,
    ask: (path, init) => fetch(machine.rig.url + path, { ...init, headers: { authorization } }),
    async idle() {
      const session = await machine.begin(null)
      const { status } = await machine.session(session, (now) => now.status !== 'starting')
      if (status !== 'idle') throw new TypeError(`the agent did not start: ${status}`)
      return session
    },
    async begin(plan, session) {
      await machine.prompt(session, JSON.stringify(plan))
    },
  }
}

/** What a stream says, as it comes; ends with the stream. Our JSON holds no newline, so a line is whole data. */
export async function* readItems(response: Response): AsyncGenerator<StreamItem, void> {
  if (!response.ok || !response.body) throw new TypeError(`a stream was refused with ${response.status}`)
  const decoder = new TextDecoder()
  let held = ''
  for await (const bytes of response.body) {
    const [first = '', ...lines] = decoder.decode(bytes, { stream: true }).split('\n')
    held += first
    for (const next of lines) {
      if (held.startsWith(DATA)) yield JSON.parse(held.slice(DATA.length))
      held = next
    }
  }
}

const DATA = 'data: '
