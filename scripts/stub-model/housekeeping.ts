/**
 * Requests that an agent makes for itself: titles, topics, summaries, routing, reviews. They carry the user's words
 * too, and must never do what those say. They are known by a schema for the answer, by wording where there are no
 * tools, or by how their text begins.
 */
import { isRecord } from '../demo-agent/narrow.ts'
import { stubLimits } from './limits.ts'
import { smallest } from './schema.ts'
import type { Turn } from './turn.ts'

const CHORE = /title|topic|session name|summar|classif|suggest|name for|greet|haiku|spinner/i
const TITLE = /title|topic|session name/i
/** How such a text begins, also where the agent offers its tools: compaction, titles, memory, suggestions. */
const ORDERS = [
  /^Your task is to (?:generate|create)/i,
  /^CRITICAL: Respond with TEXT ONLY/i,
  /^Generate a (?:very )?(?:short|brief|concise) title/i,
  /^The messages above are flagged as historical/i,
  /^Managed memory has/i,
  /^\[SUGGESTION MODE:/i,
]
const SUMMARY = /summar|compact/i

export function isHousekeeping(turn: Turn): boolean {
  if (turn.answerSchema !== undefined || ORDERS.some((order) => order.test(turn.words))) return true
  if (turn.tools.length > 0) return false
  const wording = turn.system.slice(0, stubLimits.systemChars) + turn.words.slice(0, stubLimits.wordsChars)
  return TITLE.test(wording) || (CHORE.test(wording) && !turn.words.startsWith('[['))
}

/** Something short that each kind takes for an answer. */
export function housekeepingAnswer(turn: Turn): string {
  const { answerSchema: schema } = turn
  if (schema === undefined) return SUMMARY.test(turn.words) ? '<summary>stub summary</summary>' : 'stub title'
  return JSON.stringify(isRecord(schema) && Object.keys(schema).length > 0 ? smallest(schema) : {})
}
