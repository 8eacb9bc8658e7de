/** Compares what was acknowledged, what the logs say and what the agents wrote down; answers what does not agree. */
import type { SessionEvent } from '../../../shared/wire/event.ts'
import type { Session } from '../../../shared/wire/session.ts'
import type { Acknowledged } from './client.ts'
import { type JournalEntry, promptsReceived, saidByProcess } from './journal.ts'

export interface Log {
  session: Session
  events: SessionEvent[]
}

export function account(
  logs: readonly Log[],
  acknowledged: Acknowledged,
  journal: readonly JournalEntry[],
): string[] {
  const received = countOf(promptsReceived(journal))
  return [
    ...logs.flatMap((log) => [
      ...seqs(log),
      ...turns(log),
      ...asks(log, acknowledged, journal),
      ...deliveries(log, received),
      ...texts(log, saidByProcess(journal, log.session.conversation ?? '')),
    ]),
    ...commands(logs, acknowledged),
    ...neverSent(logs, received),
  ]
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const seqs = ({ session, events }: Log): string[] =>
  events.flatMap((event, n) => (event.seq === n + 1 ? [] : [`${session.id}: seq ${event.seq} at ${n + 1}`]))

/** Every prompt is in exactly one result, or was withdrawn; every turn has exactly one result. */
function turns({ session, events }: Log): string[] {
  const results = events.filter((event) => event.type === 'turn_result')
  const opened = events.filter((event) => event.type === 'prompt_delivered' && event.turn === event.prompt)
  const wrong = opened.flatMap((event) => {
    const count = results.filter((result) => result.turn === event.turn).length
    return count === 1 ? [] : [`${session.id}: turn ${event.turn} has ${count} results`]
  })
  const ended = countOf([
    ...results.flatMap((result) => result.prompts.map(String)),
    ...events.flatMap((event) => (event.type === 'prompt_withdrawn' ? [String(event.prompt)] : [])),
  ])
  for (const event of events) {
    const count = ended.get(String(event.seq)) ?? 0
    if (event.type === 'prompt' && count !== 1)
      wrong.push(`${session.id}: prompt ${event.seq} ended ${count} times`)
  }
  return wrong
}

/** Each ask has one end; a command that was allowed ran once, one that was not never did. */
function asks(
  { session, events }: Log,
  acknowledged: Acknowledged,
  journal: readonly JournalEntry[],
): string[] {
  const ran = countOf(journal.flatMap((entry) => (entry.did === 'command' ? [entry.command ?? ''] : [])))
  return events.flatMap((event) => {
    if (event.type !== 'permission_request') return []
    const ends = events.filter((end) => end.type === 'permission_resolved' && end.ask === event.ask)
    const [end] = ends
    if (ends.length !== 1 || end?.type !== 'permission_resolved')
      return [`${session.id}: ${event.ask} ended ${ends.length} times`]
    const answer = acknowledged.answers.find((one) => one.session === session.id && one.ask === event.ask)
    if (answer && answer.option !== end.option)
      return [`${session.id}: ${event.ask} was answered ${answer.option}, the log says ${end.option}`]
    const times = ran.get(event.toolCall.title ?? '') ?? 0
    const right =
      end.option === 'once' && !stoppedAfter(events, end.seq)
        ? times === 1
        : times <= (end.option === 'once' ? 1 : 0)
    return right
      ? []
      : [`${session.id}: ${event.toolCall.title} ran ${times} times after ${end.option ?? end.outcome}`]
  })
}

/** What the log calls delivered reached an agent once. A stop may come between the two, and the log says so. */
function deliveries({ session, events }: Log, received: ReadonlyMap<string, number>): string[] {
  const textOf = (seq: number): string => {
    const prompt = events[seq - 1]
    return prompt?.type === 'prompt' && typeof prompt.text === 'string' ? prompt.text : ''
  }
  return events.flatMap((event) => {
    if (event.type !== 'prompt_delivered') return []
    const count = received.get(textOf(event.prompt)) ?? 0
    if (count === 1 || (count === 0 && stoppedAfter(events, event.seq))) return []
    return [`${session.id}: prompt ${event.prompt} was delivered and received ${count} times`]
  })
}

/** Whether the run of this place in the log was ended by a stop. */
function stoppedAfter(events: readonly SessionEvent[], seq: number): boolean {
  const exit = events.slice(seq).find((event) => event.type === 'session_status' && event.status === 'exited')
  return exit?.type === 'session_status' && exit.reason === 'stopped'
}

/** Nothing reached an agent that a log does not have, and nothing twice. */
function neverSent(logs: readonly Log[], received: ReadonlyMap<string, number>): string[] {
  const told = new Set(
    logs.flatMap(({ events }) => {
      const named = new Set(
        events.flatMap((event) => {
          if (event.type === 'turn_result') return event.prompts
          return event.type === 'prompt_delivered' ? [event.prompt] : []
        }),
      )
      return events.flatMap((event) => (event.type === 'prompt' && named.has(event.seq) ? [event.text] : []))
    }),
  )
  return [...received].flatMap(([text, count]) => {
    if (count !== 1) return [`an agent received ${count} times: ${text}`]
    return told.has(text) ? [] : [`an agent received what no log calls delivered: ${text}`]
  })
}

function commands(logs: readonly Log[], acknowledged: Acknowledged): string[] {
  const wrong = acknowledged.sessions.flatMap((id) => {
    const count = logs.filter((log) => log.session.id === id).length
    return count === 1 ? [] : [`session ${id} is there ${count} times`]
  })
  if (logs.length !== acknowledged.sessions.length)
    wrong.push(`${logs.length} sessions, ${acknowledged.sessions.length} acknowledged`)
  for (const prompt of acknowledged.prompts) {
    const events = logs.find((log) => log.session.id === prompt.session)?.events ?? []
    const same = events.filter((event) => event.type === 'prompt' && event.text === prompt.text)
    if (same.length !== 1 || same[0]?.seq !== prompt.seq)
      wrong.push(`${prompt.session}: prompt ${prompt.seq} is there ${same.length} times`)
  }
  return wrong
}

/** An agent that is being ended may have written one piece more than it got to note. */
const ONE_PIECE = /^\S+ ?$/

/** The text of each run, against what its process said. */
function texts({ session, events }: Log, said: readonly string[]): string[] {
  const left = [...said]
  const wrong = textByRun(events).flatMap(({ text, stopped }) => {
    const [next = ''] = left
    if (text === next || (stopped && text.startsWith(next) && ONE_PIECE.test(text.slice(next.length)))) {
      left.shift()
      return []
    }
    if (stopped && ONE_PIECE.test(text)) return []
    return [`${session.id}: the log has ${JSON.stringify(text)}, the agent said ${JSON.stringify(next)}`]
  })
  return left.length === 0 ? wrong : [...wrong, `${session.id}: not in the log: ${JSON.stringify(left)}`]
}

function textByRun(events: readonly SessionEvent[]): { text: string; stopped: boolean }[] {
  const runs: { text: string; stopped: boolean }[] = []
  let text = ''
  for (const event of events) {
    if (event.type === 'message_delta' && typeof event.text === 'string') text += event.text
    if (event.type !== 'session_status' || event.status !== 'exited') continue
    runs.push({ text, stopped: event.reason === 'stopped' })
    text = ''
  }
  return [...runs, { text, stopped: false }].filter((run) => run.text !== '')
}
