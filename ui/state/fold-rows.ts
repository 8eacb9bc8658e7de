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

/** An item whose rows did not change is the same object as in `before`. */
export function foldRows(rows: readonly Row[], before: readonly TranscriptItem[] = []): TranscriptItem[] {
  const known = new Map<string, ToolNode>()
  const items: TranscriptItem[] = []
  for (const row of rows) {
    if (row.kind !== 'tool') {
      items.push({ kind: 'row', seq: row.seq, row })
      continue
    }
    const node: ToolNode = { row, children: [] }
    const parent = row.call.parent === undefined ? undefined : known.get(row.call.parent)
    known.set(row.call.toolCall, node)
    const last = items.at(-1)
    if (parent) parent.children.push(node)
    else if (last?.kind === 'run') last.calls.push(node)
    else items.push({ kind: 'run', seq: row.seq, calls: [node] })
  }
  const old = new Map(before.map((item) => [item.seq, item]))
  return items.map((item) => {
    const same = old.get(item.seq)
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
