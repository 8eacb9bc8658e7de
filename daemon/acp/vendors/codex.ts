/** Codex by `@agentclientprotocol/codex-acp`, as seen at 2.6. */
import { cleanLabel } from '../../../shared/untrusted.ts'
import type { ToolCallFields } from '../../../shared/wire/tool-call.ts'
import { declaresTasks, readTaskUpdate } from '../async-tasks.ts'
import type { Change } from '../change.ts'
import { errorText } from '../error-text.ts'
import { at, type Fields, isFields, jsonText, textOf, wordsOf } from '../json.ts'
import { INTERNAL_ERROR } from '../message.ts'
import { toolResult } from '../tool-result.ts'
import type { Vendor } from './vendor.ts'

export const codex: Vendor = {
  id: 'codex',
  isError: (update) => isFields(at(update, '_meta', 'codex', 'error')),
  // A terminal of its own that no client can look into; what it prints comes in `_meta`.
  isEmptyBlock: (block, update) =>
    at(block, 'type') === 'terminal' && at(block, 'terminalId') === at(update, 'toolCallId'),
  toolCall,
  sessionInfo,
  update: readTaskUpdate,
  declares: declaresTasks,
}

function toolCall(read: ToolCallFields, update: Fields): ToolCallFields {
  const output = wordsOf(at(update, '_meta', 'terminal_output_delta', 'data'))
  const exit = at(update, '_meta', 'terminal_exit')
  const own: Partial<ToolCallFields> = {}
  if (output !== undefined) own.output = output
  if (isFields(exit)) own.rawOutput = jsonText({ exit_code: exit.exit_code, signal: exit.signal })
  return {
    ...toolResult(read, at(update, 'rawOutput'), at(update, 'rawOutput', 'result', 'content')),
    ...own,
  }
}

/** Whether the thread works or waits is what a session's state says already; errors are news. */
function sessionInfo(update: Fields): Change[] | null {
  const error = at(update, '_meta', 'codex', 'error')
  if (isFields(error)) {
    const words = [textOf(error.message), textOf(error.additionalDetails)].filter(
      (text) => text !== undefined,
    )
    const code = error.willRetry === true ? 'agent_retrying' : 'agent_error'
    const message = errorText({ code: INTERNAL_ERROR, message: words.join(': ') })
    return [{ kind: 'event', event: { type: 'error', code, message } }]
  }
  const status = at(update, '_meta', 'codex', 'threadStatus', 'type')
  if (status === 'systemError') {
    // The words come as an ordinary chunk right after it, with nothing that tells them from an answer.
    return [{ kind: 'event', event: { type: 'error', code: 'agent_error', message: 'Codex met an error.' } }]
  }
  if (status === 'active' || status === 'idle' || status === 'notLoaded') return []
  if (typeof status !== 'string') return null
  return [{ kind: 'event', event: { type: 'error', code: 'agent_status', message: cleanLabel(status) } }]
}
