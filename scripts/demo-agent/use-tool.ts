import type { Outcome } from './outcome.ts'
import { type Finish, performCall, type ToolCall, textContent } from './tool-call.ts'
import { callTool, type ToolServer } from './tool-server.ts'
import type { Turn } from './turn.ts'

/** `tool: NAME JSON`: asks, then calls the tool on the first of the session's servers that has it. */
export function useTool(turn: Turn, name: string, input: Record<string, unknown>): Promise<Outcome> {
  const call: ToolCall = {
    id: turn.agent.newId(),
    title: `Tool ${name}`,
    kind: 'other',
    rawInput: { tool: name, arguments: input },
    content: [],
    locations: [],
  }
  return performCall(turn, call, () => tryServers(turn, name, input))
}

async function tryServers(turn: Turn, name: string, input: Record<string, unknown>): Promise<Finish> {
  const problems: string[] = []
  for (const server of turn.session.toolServers) {
    const answer = await callOrProblem(turn, server, name, input)
    if (typeof answer !== 'string') return answer
    problems.push(answer)
  }
  const why = problems.join('; ') || 'I was given no tool server'
  return {
    kind: 'failed',
    content: textContent(why),
    rawOutput: why,
    words: `I could not use ${name}: ${why}.`,
  }
}

async function callOrProblem(
  turn: Turn,
  server: ToolServer,
  name: string,
  input: Record<string, unknown>,
): Promise<Finish | string> {
  try {
    const answer = await callTool(server, name, input, turn.signal)
    if (answer.kind === 'no-such-tool') return `${server.name} has ${answer.tools.join(', ') || 'no tools'}`
    return {
      kind: answer.isError ? 'failed' : 'completed',
      content: textContent(answer.text),
      rawOutput: answer.raw,
      words: `${name} said: ${answer.text}`,
    }
  } catch (error) {
    // A tool server is somebody else's program: whatever it does is a failed call, said in words.
    return error instanceof Error ? error.message : String(error)
  }
}
