/**
 * Agents say a tool's result twice: as content for people and as `rawOutput`. What the content says already is not
 * stored again; whatever else the raw form carries is.
 */
import { isFields } from './json.ts'

/** The part of `value` whose text is not in `said`, undefined when nothing is left. */
export function unsaid(value: unknown, said: string): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return value.trim() === '' || said.includes(value.trim()) ? undefined : value
  if (Array.isArray(value)) {
    const left = value.map((item) => unsaid(item, said)).filter((item) => item !== undefined)
    return left.length === 0 ? undefined : left
  }
  if (!isFields(value)) return value
  const left = Object.entries(value).flatMap(([name, member]) => {
    const rest = unsaid(member, said)
    return rest === undefined ? [] : [[name, rest] as const]
  })
  // A content block whose text is gone leaves its tag behind.
  const empty = left.length === 0 || (left.length === 1 && left[0]?.[0] === 'type')
  return empty ? undefined : Object.fromEntries(left)
}
