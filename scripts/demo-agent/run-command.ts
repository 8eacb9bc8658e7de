import type { Command, CommandEnd } from './commands.ts'
import { demoLimits } from './limits.ts'
import type { Outcome } from './outcome.ts'
import { type Finish, performCall, type ToolCall, textContent, updateCall } from './tool-call.ts'
import type { Turn } from './turn.ts'
import { raised } from './wait.ts'

/** `run: CMD`: asks, then runs it in the workspace and streams what it writes into its tool call. */
export function runCommand(turn: Turn, text: string): Promise<Outcome> {
  const call: ToolCall = {
    id: turn.agent.newId(),
    title: text,
    kind: 'execute',
    rawInput: { command: text },
    content: [],
    locations: [],
  }
  return performCall(turn, call, () => run(turn, call, text))
}

async function run(turn: Turn, call: ToolCall, text: string): Promise<Finish> {
  const { agent, session } = turn
  const stream = outputStream(turn, call.id, () => command.output())
  const command: Command = agent.commands.start(text, session.cwd, stream.more)
  agent.journal.did('command', { session: session.id, command: text, child: command.pid })
  const end = await Promise.race([command.ended, raised(turn.signal)])
  stream.stop()
  if (end !== undefined) return finished(end, command.output())
  if (turn.oddities.has('command-left-running')) {
    agent.commands.forget(command)
    return { kind: 'left' }
  }
  command.kill()
  return { ...finished(await command.ended, command.output()), kind: 'failed' }
}

function finished(end: CommandEnd, output: string): Exclude<Finish, { kind: 'left' }> {
  const { exitCode, signal, problem } = end
  const how =
    problem === undefined
      ? signal === null
        ? `ended with exit code ${exitCode}`
        : `was ended by ${signal}`
      : `could not be started: ${problem}`
  return {
    kind: exitCode === 0 ? 'completed' : 'failed',
    content: textContent(output),
    rawOutput: { exitCode, signal, output },
    words: `The command ${how}.`,
  }
}

/** Sends the output as it grows, at most once in `outputEveryMs`. The content of a call replaces the one before. */
function outputStream(turn: Turn, toolCallId: string, output: () => string): { more(): void; stop(): void } {
  let planned = false
  let stopped = false
  const send = (): void => {
    planned = false
    if (!stopped) void updateCall(turn, toolCallId, { content: textContent(output()) })
  }
  return {
    more() {
      if (planned || stopped) return
      planned = true
      turn.agent.clock.after(demoLimits.outputEveryMs, send)
    },
    stop() {
      stopped = true
    },
  }
}
