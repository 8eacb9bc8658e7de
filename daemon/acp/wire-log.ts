/** The recorded wire of real agents, for tests: `fixtures/wire/AGENT-SCENARIO.jsonl`, one `{t, dir, msg}` a line. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { at, isFields } from './json.ts'
import { type Message, readMessage } from './message.ts'
import { type Vendor, vendorOf } from './vendor.ts'

export interface WireLog {
  name: string
  vendor: Vendor
  entries: WireEntry[]
}

export interface WireEntry {
  from: 'agent' | 'client'
  message: Message
  /** Told while a `session/load` was not yet answered. */
  replay: boolean
  /** Which of the log's processes, from 1: a scenario may start its agent again. */
  process: number
}

const FOLDER = join(import.meta.dir, 'fixtures', 'wire')

export function readWireLogs(): WireLog[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .map((file) => {
      const name = file.slice(0, -'.jsonl'.length)
      const vendor = vendorOf(name.slice(0, name.indexOf('-')))
      return { name, vendor, entries: entriesOf(readFileSync(join(FOLDER, file), 'utf8')) }
    })
}

function entriesOf(text: string): WireEntry[] {
  const loads = new Set<unknown>()
  let process = 0
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const entry: unknown = JSON.parse(line)
      if (!isFields(entry)) return []
      if (at(entry.msg, 'note') === 'spawn') process++
      if (entry.dir !== '<' && entry.dir !== '>') return []
      const message = readMessage(JSON.stringify(entry.msg))
      const from = entry.dir === '<' ? 'agent' : 'client'
      if (from === 'client' && message.kind === 'request' && message.method === 'session/load')
        loads.add(message.id)
      if (from === 'agent' && message.kind === 'response') loads.delete(message.id)
      return [{ from, message, replay: loads.size > 0, process } as const]
    })
}
