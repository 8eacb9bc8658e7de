/**
 * Where prompts stand among what is shown. The log has them where they were typed; a reader wants them above their
 * answer. So one that waited for a turn to end stands where its own turn begins. Pure.
 */
import type { TranscriptItem } from '../state/fold-rows.ts'
import type { PromptRow } from '../state/rows.ts'

type PromptItem = TranscriptItem & { kind: 'row'; row: PromptRow }

const isPrompt = (item: TranscriptItem): item is PromptItem =>
  item.kind === 'row' && item.row.kind === 'prompt'

const turnOf = (item: TranscriptItem): number | null =>
  item.kind === 'run' ? (item.calls[0]?.row.turn ?? null) : item.row.turn

/** `waiting`: the seqs of prompts that are shown in the queue, and so are left out here. */
export function placePrompts(
  items: readonly TranscriptItem[],
  waiting: ReadonlySet<number>,
): TranscriptItem[] {
  const placed: TranscriptItem[] = []
  let held: PromptItem[] = []
  let open: number | null = null
  const release = (turn: number, named: readonly number[]): void => {
    const begins = ({ row }: PromptItem): boolean => row.prompt === turn || named.includes(row.prompt)
    placed.push(...held.filter(begins))
    held = held.filter((item) => !begins(item))
  }
  for (const item of items) {
    if (isPrompt(item)) {
      if (waiting.has(item.row.prompt)) continue
      if (waited(item.row, open)) held.push(item)
      else placed.push(item)
      continue
    }
    const turn = turnOf(item)
    const end = item.kind === 'row' && item.row.kind === 'turn_end' ? item.row : null
    if (turn !== null) release(turn, end?.prompts ?? [])
    placed.push(item)
    if (end) open = null
    else if (turn !== null) open = turn
  }
  return [...placed, ...held]
}

/** It was typed while another turn was open, and was not read in that turn. */
const waited = ({ prompt, delivered, steered, withdrawn }: PromptRow, open: number | null): boolean =>
  open !== null && open !== prompt && delivered && !steered && withdrawn === null
