/** The benches' agent with its pipe in our hands: what the daemon's way is compared with. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { at, isFields } from '../../../daemon/acp/json.ts'
import { TICKER } from './bench-daemon.ts'
import type { TickerPlan } from './ticker-plan.ts'

export interface DirectAgent {
  /** Prompts it, and settles when the turn has ended. */
  turn(plan: TickerPlan): Promise<void>
  stop(): Promise<void>
}

/** `update`: of each update, as soon as its line was read. */
export async function startDirectAgent(update: (fields: unknown) => void): Promise<DirectAgent> {
  const child = spawn(TICKER[0] ?? '', TICKER.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let answered = (): void => {}
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: unknown = JSON.parse(line)
    if (at(message, 'method') === 'session/update') update(at(message, 'params', 'update'))
    else if (isFields(message)) answered()
  })
  const request = (method: string, params: object): Promise<void> =>
    new Promise((resolve) => {
      answered = resolve
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params })}\n`)
    })
  await request('initialize', { protocolVersion: 1 })
  await request('session/new', { cwd: process.cwd(), mcpServers: [] })
  return {
    turn: (plan) => request('session/prompt', { prompt: [{ type: 'text', text: JSON.stringify(plan) }] }),
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}
