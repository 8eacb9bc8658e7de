/** A run of tool calls in one line: what was done, how often, and what it changed. Pure. */
import { shortOf } from '../../shared/wire/text.ts'
import { type MessageKey, t } from '../locale/t.ts'
import { diffOf } from './diff-lines.ts'
import type { ToolCall } from './row.ts'

type Deed = MessageKey &
  (
    | 'tools.read'
    | 'tools.edit'
    | 'tools.delete'
    | 'tools.move'
    | 'tools.search'
    | 'tools.execute'
    | 'tools.think'
    | 'tools.fetch'
    | 'tools.other'
  )

/** By the kinds that ACP knows; another kind is a tool. */
const DEEDS: ReadonlyMap<string, Deed> = new Map<string, Deed>([
  ['read', 'tools.read'],
  ['edit', 'tools.edit'],
  ['delete', 'tools.delete'],
  ['move', 'tools.move'],
  ['search', 'tools.search'],
  ['execute', 'tools.execute'],
  ['think', 'tools.think'],
  ['fetch', 'tools.fetch'],
])
/** Counted by file, not by call. */
const OF_FILES: ReadonlySet<Deed> = new Set(['tools.read', 'tools.edit', 'tools.delete'])

export interface RunSummary {
  /** "Read 3 files, ran 2 commands" */
  words: string
  added: number
  removed: number
  failed: number
  /** A call of it is open. */
  live: boolean
}

export function summarise(calls: readonly ToolCall[]): RunSummary {
  const all = calls.flatMap(withChildren)
  const deeds = new Map<Deed, Set<string>>()
  for (const call of all) {
    const deed = DEEDS.get(call.kind ?? '') ?? 'tools.other'
    const seen = deeds.get(deed) ?? new Set()
    for (const what of OF_FILES.has(deed) ? filesOf(call) : [call.toolCall]) seen.add(what)
    deeds.set(deed, seen)
  }
  const words = [...deeds].map(([deed, seen]) => t(deed, { count: seen.size })).join(', ')
  return { words: capital(words), ...changeOf(all), failed: count(all, 'failed'), live: all.some(isOpen) }
}

export const isOpen = ({ status }: ToolCall): boolean => status === 'pending' || status === 'in_progress'

const withChildren = (call: ToolCall): ToolCall[] => [call, ...(call.children ?? []).flatMap(withChildren)]
const count = (calls: readonly ToolCall[], status: ToolCall['status']): number =>
  calls.filter((call) => call.status === status).length
const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

function filesOf(call: ToolCall): string[] {
  const named = (call.locations ?? []).map(({ path }) => path)
  const changed = (call.content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : []))
  const files = [...new Set([...named, ...changed])]
  return files.length > 0 ? files : [call.toolCall]
}

/** Lines added and removed by the diffs of calls that were not refused and did not fail. */
export function changeOf(calls: readonly ToolCall[]): { added: number; removed: number } {
  let added = 0
  let removed = 0
  for (const call of calls) {
    if (call.status === 'failed' || call.status === 'cancelled') continue
    for (const part of call.content ?? []) {
      if (part.type !== 'diff') continue
      const diff = diffOf(part.old === null ? null : shortOf(part.old), shortOf(part.new))
      added += diff.added
      removed += diff.removed
    }
  }
  return { added, removed }
}
