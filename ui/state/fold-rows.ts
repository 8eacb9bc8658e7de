/** Rows as they are shown: a run of tool calls is one item, and a subagent's calls stand inside the call they are of. */
import type { Row, ToolRow } from './rows.ts'

export interface ToolNode {
  row: ToolRow
  children: ToolNode[]
}

export type TranscriptItem =
  | { kind: 'row'; seq: number; row: Exclude<Row, ToolRow> }
  /** Calls that nothing stands between, at least one. */
  | { kind: 'run'; seq: number; calls: ToolNode[] }

export interface Folded {
  readonly rows: readonly Row[]
  /** An item whose rows did not change is the same object as in the fold before. */
  readonly items: readonly TranscriptItem[]
}

export const nothingFolded: Folded = { rows: [], items: [] }

/** Goes on from the fold before where rows changed; mostly that is the last item. */
export function foldRows(rows: readonly Row[], before: Folded = nothingFolded): Folded {
  const changed = rows.findIndex((row, at) => row !== before.rows[at])
  if (changed === -1 && rows.length === before.rows.length) return before
  const firstChanged = changed === -1 ? Number.POSITIVE_INFINITY : (rows[changed]?.seq ?? 0)
  // The item that holds the row, or the one before it: a run may grow.
  const from = before.items.findLastIndex(({ seq }) => seq <= firstChanged)
  const start = before.items[from]?.seq ?? 0
  const rest = from <= 0 ? null : fold(rows.slice(rows.findLastIndex(({ seq }) => seq <= start)))
  // A call whose parent is further up belongs into an item that would be kept.
  const items = rest ? [...before.items.slice(0, from), ...rest] : (fold(rows, true) ?? [])
  return { rows, items: reused(items, before.items) }
}

/** Null where a call's parent may stand above the first of `rows`. */
function fold(rows: readonly Row[], whole = false): TranscriptItem[] | null {
  const known = new Map<string, ToolNode>()
  const items: TranscriptItem[] = []
  for (const row of rows) {
    if (row.kind !== 'tool') {
      items.push({ kind: 'row', seq: row.seq, row })
      continue
    }
    const node: ToolNode = { row, children: [] }
    const parent = row.call.parent === undefined ? undefined : known.get(row.call.parent)
    if (row.call.parent !== undefined && !parent && !whole) return null
    known.set(row.call.toolCall, node)
    const last = items.at(-1)
    if (parent) parent.children.push(node)
    else if (last?.kind === 'run') last.calls.push(node)
    else items.push({ kind: 'run', seq: row.seq, calls: [node] })
  }
  return items
}

function reused(items: readonly TranscriptItem[], before: readonly TranscriptItem[]): TranscriptItem[] {
  const kept = items.findIndex((item, at) => item !== before[at])
  if (kept === -1) return [...items]
  const old = new Map(before.slice(kept).map((item) => [item.seq, item]))
  return items.map((item, at) => {
    const same = at < kept ? undefined : old.get(item.seq)
    return same && isSame(item, same) ? same : item
  })
}

function isSame(a: TranscriptItem, b: TranscriptItem): boolean {
  if (a.kind === 'row') return b.kind === 'row' && a.row === b.row
  return b.kind === 'run' && areSame(a.calls, b.calls)
}

const areSame = (a: readonly ToolNode[], b: readonly ToolNode[]): boolean =>
  a.length === b.length &&
  a.every((node, n) => node.row === b[n]?.row && areSame(node.children, b[n]?.children ?? []))
