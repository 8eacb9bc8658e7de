/** Codex by `@agentclientprotocol/codex-acp`, as seen at 2.6. */
import { cleanLabel } from '../../../shared/untrusted.ts'
import type { ToolCallFields } from '../../../shared/wire/tool-call.ts'
import { declaresAir } from '../air.ts'
import { readTaskUpdate } from '../async-tasks.ts'
import type { Change } from '../change.ts'
import { codexLimit } from '../codex-limit.ts'
import { errorText } from '../error-text.ts'
import { at, type Fields, isFields, textOf } from '../json.ts'
import { INTERNAL_ERROR } from '../message.ts'
import { readFailureUpdate } from '../session-failure.ts'
import { isOwnTerminal, terminalOutput } from '../terminal-output.ts'
import { toolResult } from '../tool-result.ts'
import type { Vendor } from './vendor.ts'

export const codex: Vendor = {
  id: 'codex',
  isError: (update) => isFields(at(update, '_meta', 'codex', 'error')),
  isEmptyBlock: isOwnTerminal,
  toolCall,
  sessionInfo,
  update: readTaskUpdate,
  declares: declaresAir,
  limitUntil: codexLimit,
}

function toolCall(read: ToolCallFields, update: Fields): ToolCallFields {
  return {
    ...toolResult(read, at(update, 'rawOutput'), at(update, 'rawOutput', 'result', 'content')),
    ...terminalOutput(update),
  }
}

/** Its thread works or does not: with every turn, and between them where it began something by itself. */
function sessionInfo(update: Fields): Change[] | null {
  const failed = readFailureUpdate(update)
  if (failed !== null) return failed
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
  if (status === 'active') return [{ kind: 'cycle', cycle: 'began' }]
  // What went wrong is told as a failure.
  if (status === 'idle' || status === 'systemError') return [{ kind: 'cycle', cycle: 'ended' }]
  if (status === 'notLoaded') return []
  if (typeof status !== 'string') return null
  return [{ kind: 'event', event: { type: 'error', code: 'agent_status', message: cleanLabel(status) } }]
}
