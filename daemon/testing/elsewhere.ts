/** The demo agent used by somebody else than a daemon, as in a terminal: what it keeps is on disk afterwards. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { at, textOf } from '../acp/json.ts'
import { demoCommand } from './puppet.ts'

/** The id of a conversation in which these messages were sent and answered. */
export async function beginElsewhere(
  place: { state: string; cwd: string },
  messages: readonly string[],
): Promise<string> {
  const [program = '', ...words] = demoCommand('--state', place.state).split(' ')
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH ?? '', HOME: place.state },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const answers = new Map<unknown, (result: unknown) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: unknown = JSON.parse(line)
    answers.get(at(message, 'id'))?.(at(message, 'result'))
  })
  let asked = 0
  const ask = (method: string, params: object): Promise<unknown> => {
    const id = `elsewhere-${++asked}`
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((resolve) => void answers.set(id, resolve))
  }
  await ask('initialize', { protocolVersion: 1 })
  const opened = await ask('session/new', { cwd: place.cwd, mcpServers: [] })
  const sessionId = textOf(at(opened, 'sessionId')) ?? ''
  for (const text of messages) await ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
  child.stdin.end()
  await ended
  return sessionId
}
