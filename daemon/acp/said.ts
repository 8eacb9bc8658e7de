/**
 * Agents say a tool's result twice: as content for people and as `rawOutput`. What the content says already is not
 * stored again; whatever else the raw form carries is.
 */
import { daemonLimits } from '../limits.ts'
import { isFields } from './json.ts'

/** A shorter text is the same by chance: it counts as said only where it is all that a block says. */
const TELLING_CHARS = 32

/** The part of `value` whose text `said` does not hold, undefined when nothing is left. */
export function unsaid(value: unknown, said: readonly string[]): unknown {
  if (value === null || value === undefined) return undefined
  return said.length === 0 ? value : without(value, knownFrom(said))
}

function without(value: unknown, isKnown: (text: string) => boolean): unknown {
  if (value === null) return undefined
  if (typeof value === 'string') return isKnown(value.trim()) ? undefined : value
  if (Array.isArray(value)) {
    const left = value.map((item) => without(item, isKnown)).filter((item) => item !== undefined)
    return left.length === 0 ? undefined : left
  }
  if (!isFields(value)) return value
  const left = Object.entries(value).flatMap(([name, member]) => {
    const rest = without(member, isKnown)
    return rest === undefined ? [] : [[name, rest] as const]
  })
  // A content block whose text is gone leaves its tag behind.
  const empty = left.length === 0 || (left.length === 1 && left[0]?.[0] === 'type')
  return empty ? undefined : Object.fromEntries(left)
}

function knownFrom(said: readonly string[]): (text: string) => boolean {
  const whole = new Set(said.flatMap((text) => [text.trim(), insideFence(text)]))
  const all = said.join('\n')
  let searched = 0
  return (text) => {
    if (text === '' || whole.has(text)) return true
    if (text.length < TELLING_CHARS || searched > daemonLimits.saidSearchChars) return false
    searched += all.length
    return all.includes(text)
  }
}

/** A code block's own text, where that is all there is. */
const insideFence = (text: string): string => /^```[^\n]*\n(.*)\n```$/s.exec(text.trim())?.[1]?.trim() ?? ''
