/**
 * A recorded log as something our daemon could have been the client of: what its recorder did and we never do is put
 * into the order we would do it in, or left out with its answer.
 */

import { at } from '../acp/json.ts'
import type { WireEntry, WireLog } from '../acp/wire-log.ts'

/** Requests of ours: what else the recorder asked for is left out. */
const ASKED = new Set([
  'initialize',
  'session/new',
  // Ours is new to the agent as well, whatever it is made of.
  'session/fork',
  'session/load',
  'session/resume',
  'session/prompt',
  '_session/steering',
  'session/set_mode',
  'session/set_model',
  'session/set_config_option',
])

export const STEERING = '_session/steering'

/** The log's processes, each with its entries. */
export function scriptOf(log: WireLog): WireEntry[][] {
  const processes = Map.groupBy(log.entries, (entry) => entry.process)
  return [...processes.values()].map((entries) => onePrompt(steeredInTime(onlyOurs(entries))))
}

const idOf = ({ message }: WireEntry): unknown => ('id' in message ? message.id : undefined)
const isRequest = (entry: WireEntry, method: string): boolean =>
  entry.from === 'client' && entry.message.kind === 'request' && entry.message.method === method
const conversation = ({ message }: WireEntry): unknown =>
  'params' in message ? at(message.params, 'sessionId') : undefined
const answerTo = (entries: WireEntry[], request: WireEntry): number =>
  entries.findIndex(
    (entry) => entry.from === 'agent' && entry.message.kind === 'response' && idOf(entry) === idOf(request),
  )

function without(entries: WireEntry[], requests: WireEntry[]): WireEntry[] {
  const ids = new Set(requests.map(idOf))
  const answered = (entry: WireEntry): boolean =>
    entry.from === 'agent' && entry.message.kind === 'response' && ids.has(idOf(entry))
  return entries.filter((entry) => !requests.includes(entry) && !answered(entry))
}

function onlyOurs(entries: WireEntry[]): WireEntry[] {
  return without(
    entries,
    entries.filter(
      ({ from, message }) => from === 'client' && message.kind === 'request' && !ASKED.has(message.method),
    ),
  )
}

/** We steer a running turn only: one that was steered when idle becomes one whose turn ended before the agent read it. */
function steeredInTime(entries: WireEntry[]): WireEntry[] {
  const moved = [...entries]
  for (const steering of entries.filter((entry) => isRequest(entry, STEERING))) {
    const place = moved.indexOf(steering)
    const prompt = moved.slice(0, place).findLast((entry) => isRequest(entry, 'session/prompt'))
    const end = prompt ? answerTo(moved, prompt) : -1
    if (end === -1 || end > place) continue
    moved.splice(place, 1)
    moved.splice(end, 0, steering)
  }
  return moved
}

/** We never prompt on top of a running turn: such a prompt waits for its end, or is left out if it was over before. */
function onePrompt(entries: WireEntry[]): WireEntry[] {
  const dropped: WireEntry[] = []
  const ordered = [...entries]
  for (const prompt of entries.filter((entry) => isRequest(entry, 'session/prompt'))) {
    const place = ordered.indexOf(prompt)
    const before = ordered
      .slice(0, place)
      .filter((entry) => isRequest(entry, 'session/prompt') && conversation(entry) === conversation(prompt))
      .findLast((entry) => !dropped.includes(entry))
    const end = before ? answerTo(ordered, before) : -1
    if (end < place) continue
    if (answerTo(ordered, prompt) < end) {
      dropped.push(prompt)
      continue
    }
    ordered.splice(place, 1)
    ordered.splice(end, 0, prompt) // everything moved up by one: right after the answer
  }
  return without(ordered, dropped)
}
