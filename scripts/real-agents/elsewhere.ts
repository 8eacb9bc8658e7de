/** A conversation without us: by the agent's own command line, else by its ACP program and a few lines. */
import { linesOf } from '../cli/test-process.ts'
import { realAgentLimits } from './limits.ts'
import type { Place } from './place.ts'
import type { RealAgent } from './real-agent.ts'
import { check } from './scenario.ts'
import { within } from './wait-until.ts'

/** One message and its answer, in the workspace and with the agent's home; the program has ended then. */
export async function beginElsewhere(agent: RealAgent, place: Place, text: string): Promise<void> {
  const terminal = agent.terminal(place.installed, text)
  const child = Bun.spawn(terminal ?? agent.command(place.installed), {
    cwd: place.cwd,
    env: place.env,
    stdio: [terminal === null ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  const said = Promise.all([new Response(child.stderr).text(), child.exited])
  try {
    const { stdin } = child
    if (stdin === undefined) {
      const words = within('its command line', realAgentLimits.turnMs, new Response(child.stdout).text())
      const [out, [err, code]] = [await words, await said]
      check(code === 0, `its command line ended with ${code}: ${(err || out).slice(-300)}`)
      return
    }
    await within('its program', realAgentLimits.turnMs, converse(child.stdout, stdin, place.cwd, text))
    await stdin.end()
    // Some write down what was said after they answered; some stay though nobody speaks to them any more.
    await Promise.race([child.exited, Bun.sleep(realAgentLimits.leaveMs)])
    child.kill('SIGTERM')
    await within('its program to end', realAgentLimits.goneMs, child.exited)
  } finally {
    child.kill('SIGKILL')
  }
}

/** Each request waits for its answer; what the agent tells or asks meanwhile is nothing to us. */
async function converse(
  stdout: ReadableStream<Uint8Array>,
  stdin: { write(text: string): unknown; flush(): unknown },
  cwd: string,
  text: string,
): Promise<void> {
  const lines = linesOf(stdout)
  const ask = async (id: string, method: string, params: object): Promise<object> => {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    await stdin.flush()
    for (;;) {
      const line = await lines.next()
      const message: object = line.trim() === '' ? {} : Object(JSON.parse(line))
      if (!('id' in message) || message.id !== id) continue
      check('result' in message, `${method}: ${line.slice(0, 300)}`)
      return Object(message.result)
    }
  }
  await ask('1', 'initialize', { protocolVersion: 1, clientCapabilities: {} })
  const opened = await ask('2', 'session/new', { cwd, mcpServers: [] })
  check('sessionId' in opened, 'a conversation has an id')
  const prompt = [{ type: 'text', text }]
  await ask('3', 'session/prompt', { sessionId: opened.sessionId, prompt })
}
