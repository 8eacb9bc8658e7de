/** Claude Code by `@agentclientprotocol/claude-agent-acp`, as seen at 0.101. */
import { SECOND_MS } from '../../../shared/time.ts'
import type { ToolCallFields } from '../../../shared/wire/tool-call.ts'
import { declaresAir } from '../air.ts'
import { readTaskUpdate } from '../async-tasks.ts'
import type { Change } from '../change.ts'
import { at, type Fields, isFields, jsonText, numberOf, wordsOf } from '../json.ts'
import { readFailureUpdate } from '../session-failure.ts'
import { isOwnTerminal, terminalOutput } from '../terminal-output.ts'
import type { Vendor } from './vendor.ts'

export const claude: Vendor = {
  id: 'claude',
  // Notices come as chunks; their level says which are errors.
  isError: (update) => at(update, '_meta', 'claudeCode', 'level') === 'error',
  toolCall,
  sessionInfo: readFailureUpdate,
  isEmptyBlock: isOwnTerminal,
  // Its context is cleared by the turn that goes on with the plan: outside of one nothing would.
  needsTurn: (option) => option.startsWith('exit-plan-clear-'),
  update: readTaskUpdate,
  usage,
  declares: declaresAir,
}

/** A subagent's call names the call it is part of; a tool's own response comes ahead of the content for people. */
function toolCall(given: ToolCallFields, update: Fields): ToolCallFields {
  const read = { ...withoutFence(withoutFiller(given, update)), ...terminalOutput(update) }
  const parent = wordsOf(at(update, '_meta', 'claudeCode', 'parentToolUseId'))
  const response = at(update, '_meta', 'claudeCode', 'toolResponse')
  const own: Partial<ToolCallFields> = {}
  if (parent !== undefined) own.parent = parent
  if (response !== undefined && read.rawOutput === undefined) own.rawOutput = jsonText(response)
  return { ...read, ...own }
}

/** Before its input is there a call has the title of any call of its tool: the tool's own name says more. */
function withoutFiller(read: ToolCallFields, update: Fields): ToolCallFields {
  const filler = update.sessionUpdate === 'tool_call' && FILLER.test(read.title ?? '')
  const name = wordsOf(update.name)
  return filler && name !== undefined && read.rawInput === undefined ? { ...read, title: name } : read
}

const FILLER = /^(?:Terminal|Task|Preparing [^\n]*…)$/

/** A command's output in a code block is output. */
function withoutFence(read: ToolCallFields): ToolCallFields {
  const [block, ...more] = read.content ?? []
  if (block?.type !== 'text' || more.length > 0 || typeof block.text !== 'string') return read
  const output = /^```console\n(.*)\n```$/s.exec(block.text)?.[1]
  if (output === undefined) return read
  const { content: _, ...rest } = read
  return { ...rest, output }
}

/** Every result of a cycle, asked for or not, brings its origin; what the provider allows comes when that changes. */
function usage(update: Fields): Change[] {
  const ended: Change[] = isFields(at(update, '_meta', '_claude/origin'))
    ? [{ kind: 'cycle', cycle: 'ended' }]
    : []
  const limit = at(update, '_meta', '_claude/rateLimit')
  return isFields(limit) ? [...ended, { kind: 'limit', until: limitedUntil(limit) }] : ended
}

/** Its times are in seconds. */
function limitedUntil(limit: Fields): number | null {
  const at = numberOf(limit.resetsAt)
  return limit.status === 'rejected' && at !== undefined ? at * SECOND_MS : null
}
