/**
 * What the user wrote, of what an agent sends as the user's message: agents put reminders, the environment and
 * instructions around it, append files, and join a turn that got no answer to the next one.
 */
import { parseDirectives } from './directives.ts'

/** Elements that agents add; never the user's words. */
const ADDED = [
  'system-reminder',
  'system',
  'environment_context',
  'user_instructions',
  'turn_aborted',
  'context',
  'local-command-caveat',
  'local-command-stdout',
  'command-name',
  'command-message',
  'command-args',
  'session_context',
  'hook_context',
  'INSTRUCTIONS',
  'permissions',
  'collaboration_mode',
  'skills_instructions',
  'multi_agent_mode',
]
const ADDED_ELEMENT = new RegExp(`<(${ADDED.join('|')})(?: [^>]*)?>[\\s\\S]*?</\\1(?: [^>]*)?>`, 'g')
const INTERRUPTED = /^\[Request interrupted by user[^\]]*\]\s*$/gm
const UNANSWERED = /^[\s\S]*\[\[(?:hang|drop|error[^\]]*)\]\]\s*\n\n(?=\S)/
const INSTRUCTIONS_FILE = /^\s*# AGENTS\.md instructions/
const APPENDED_FILES = /^\s*-+ ?Content from referenced/i

/** The blocks of one message that hold the user's own words, cleaned. */
export function ownWords(blocks: readonly string[]): string[] {
  const appended = blocks.findIndex((block) => APPENDED_FILES.test(block))
  const written = appended > 0 ? blocks.slice(0, appended) : blocks
  return written.map(cleaned).filter((block) => block !== '')
}

function cleaned(block: string): string {
  const bare = block.replace(ADDED_ELEMENT, '').replace(INTERRUPTED, '').replace(UNANSWERED, '')
  return INSTRUCTIONS_FILE.test(bare) ? '' : bare.trim()
}

/**
 * Which of a message's blocks is to be answered. The last one; where the agent does not join turns into one message
 * (`joins` false), an earlier one with directives goes before a last one without, unless it is of a kind that leaves
 * a turn unanswered.
 */
export function lastWords(blocks: readonly string[], joins: boolean): number | undefined {
  if (blocks.length === 0) return undefined
  const last = blocks.length - 1
  const directives = blocks.map(parseDirectives)
  if (joins || directives[last]?.length !== 0) return last
  const directed = directives.findLastIndex((found) => found.length > 0)
  const unanswered = directives[directed]?.some(({ do: kind }) => ['hang', 'drop', 'error'].includes(kind))
  return directed === -1 || unanswered ? last : directed
}
