/** What the demo agents of one home wrote down about themselves, in the order they did. */
import { existsSync, readFileSync } from 'node:fs'

export interface JournalEntry {
  /** Milliseconds since the epoch. */
  at: number
  pid: number
  /** The conversation it is about. */
  session?: string
  got?: string
  did?: string
  text?: string
  /** The id of the request it belongs to. */
  id?: string | number | null
  request?: string | number | null
  command?: string
  outcome?: unknown
  late?: boolean
}

export function readJournal(path: string): JournalEntry[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): JournalEntry => JSON.parse(line))
}

/** The words that reached an agent, as often as they did: prompts and steered messages. */
export function promptsReceived(journal: readonly JournalEntry[]): string[] {
  return journal.flatMap((entry) =>
    (entry.got === 'prompt' || entry.got === 'steer') && entry.text !== undefined ? [entry.text] : [],
  )
}

/** What each process said in a conversation, in the order of the processes; the silent ones are left out. */
export function saidByProcess(journal: readonly JournalEntry[], conversation: string): string[] {
  const said = new Map<number, string>()
  for (const entry of journal) {
    if (entry.did !== 'chunk' || entry.session !== conversation) continue
    said.set(entry.pid, (said.get(entry.pid) ?? '') + (entry.text ?? ''))
  }
  return [...said.values()]
}
