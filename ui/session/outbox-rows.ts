/** Messages of a session that this browser still holds, as rows below what the machine's log has of it. Pure. */
import type { Entry } from '../state/outbox-entry.ts'
import type { Transcript } from '../state/transcript.ts'
import type { PromptRow, PromptState } from '../transcript/row.ts'

const PREFIX = 'outbox-'

/** The outbox's key of such a row; null: the row is of the log. */
export const keyOfRow = (row: { key: string }): string | null =>
  row.key.startsWith(PREFIX) ? row.key.slice(PREFIX.length) : null

/** A refused one is not shown: its text goes back to where it was typed. */
export function outboxRows(entries: readonly Entry[], session: string, log: Transcript): PromptRow[] {
  const claimed = new Set<number>()
  return entries.flatMap((entry): PromptRow[] => {
    const { key, at, command } = entry
    if (command.do !== 'prompt' || command.session !== session) return []
    const state = stateOf(entry, log, claimed)
    return state === null ? [] : [{ kind: 'prompt', key: `${PREFIX}${key}`, at, text: command.text, state }]
  })
}

function stateOf(entry: Entry, log: Transcript, claimed: Set<number>): PromptState | null {
  const { state } = entry
  switch (state.is) {
    case 'refused':
      return null
    case 'not_known':
      return 'not_known'
    case 'applied':
      return state.answer.seq !== null && state.answer.seq <= log.last ? null : 'sending'
    case 'queued':
    case 'sending':
      if (isEchoed(entry, log, claimed)) return null
      return state.is === 'queued' && entry.tries === 0 ? 'queued' : 'sending'
  }
}

/** The log may have it before the answer to it was heard: the same message is not shown twice. */
function isEchoed({ at, command }: Entry, { rows }: Transcript, claimed: Set<number>): boolean {
  for (let place = rows.length - 1; place >= 0; place--) {
    const row = rows[place]
    if (!row || row.at < at) return false
    if (row.kind !== 'prompt' || command.do !== 'prompt') continue
    if (row.text !== command.text || claimed.has(row.prompt)) continue
    claimed.add(row.prompt)
    return true
  }
  return false
}
