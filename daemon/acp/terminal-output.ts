/** A command's output beside its call's content, in `_meta`, for a client that has no terminal of the agent's. */
import type { ToolCallFields } from '../../shared/wire/tool-call.ts'
import { at, type Fields, isFields, jsonText, wordsOf } from './json.ts'

/** The block in whose place the output comes: a terminal that no client can look into. */
export const isOwnTerminal = (block: unknown, update: Fields): boolean =>
  at(block, 'type') === 'terminal' && at(block, 'terminalId') === at(update, 'toolCallId')

export function terminalOutput(update: Fields): Pick<ToolCallFields, 'output' | 'rawOutput'> {
  const output = wordsOf(at(update, '_meta', 'terminal_output_delta', 'data'))
  const exit = at(update, '_meta', 'terminal_exit')
  return {
    ...(output === undefined ? {} : { output }),
    ...(isFields(exit) ? { rawOutput: jsonText({ exit_code: exit.exit_code, signal: exit.signal }) } : {}),
  }
}
