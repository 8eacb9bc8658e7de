/**
 * Conversations on disk, one JSONL file each under `<state>/<hash of cwd>/<id>.jsonl`, so that another process
 * can list, load and resume them. A file is made by the first user turn: a conversation without one leaves
 * nothing behind and can not be opened again, as with the real agents.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../shared/time.ts'
import { demoLimits } from './limits.ts'
import { isRecord, systemCode, textField } from './narrow.ts'

/** Records are read back as they were written: an update is replayed without being understood. */
export type Replayed =
  | { kind: 'user'; text: string; messageId: string }
  | { kind: 'update'; update: Record<string, unknown> }

export interface Conversation {
  /** The person's messages, oldest first. */
  readonly said: readonly string[]
  user(text: string, messageId: string): void
  update(update: Record<string, unknown>): void
  title(text: string): void
  /** Marks it to be replayed like gemini: partly after the answer. */
  replayLate(): void
  read(): { entries: Replayed[]; late: boolean }
}

/** A row of session/list. `updatedAt` is ISO 8601. */
export interface Listed {
  sessionId: string
  cwd: string
  title: string
  updatedAt: string
}

export interface ConversationStore {
  create(id: string, cwd: string): Conversation
  open(id: string, cwd: string): Conversation | undefined
  /** Newest first. */
  list(cwd: string | undefined): Listed[]
}

const ID = /^[0-9a-f-]{36}$/

export function createConversationStore(root: string, clock: Clock): ConversationStore {
  const folder = (cwd: string): string =>
    join(root, createHash('sha256').update(cwd).digest('hex').slice(0, 16))
  const at = (id: string, cwd: string): string => join(folder(cwd), `${id}.jsonl`)
  return {
    create: (id, cwd) => conversationAt(at(id, cwd), id, cwd, clock),
    open: (id, cwd) =>
      ID.test(id) && existsSync(at(id, cwd)) ? conversationAt(at(id, cwd), id, cwd, clock) : undefined,
    list(cwd) {
      const folders = cwd === undefined ? entries(root).map((name) => join(root, name)) : [folder(cwd)]
      return folders
        .flatMap((path) => entries(path).map((name) => listed(readRecords(join(path, name)))))
        .filter((row) => row !== undefined)
        .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
    },
  }
}

function conversationAt(path: string, id: string, cwd: string, clock: Clock): Conversation {
  let made = existsSync(path)
  const append = (record: Record<string, unknown>): void =>
    appendFileSync(path, `${JSON.stringify({ at: clock.now(), ...record })}\n`, { mode: 0o600 })
  const said = made ? userTexts(path) : []
  return {
    said,
    user(text, messageId) {
      said.push(text)
      if (!made) {
        mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
        append({ type: 'conversation', id, cwd })
        made = true
      }
      append({ type: 'user', text, messageId })
    },
    update: (update) => append({ type: 'update', update }),
    title: (text) => append({ type: 'title', text }),
    replayLate: () => append({ type: 'replay-late' }),
    read() {
      const records = readRecords(path)
      return {
        entries: records.flatMap(replayed),
        late: records.some((record) => record.type === 'replay-late'),
      }
    },
  }
}

const userTexts = (path: string): string[] =>
  readRecords(path)
    .flatMap(replayed)
    .flatMap((entry) => (entry.kind === 'user' ? [entry.text] : []))

function replayed(record: Record<string, unknown>): Replayed[] {
  const text = textField(record, 'text')
  if (record.type === 'user' && text !== undefined)
    return [{ kind: 'user', text, messageId: textField(record, 'messageId') ?? '' }]
  return record.type === 'update' && isRecord(record.update)
    ? [{ kind: 'update', update: record.update }]
    : []
}

function listed(records: Record<string, unknown>[]): Listed | undefined {
  const head = records.find((record) => record.type === 'conversation')
  const first = records.find((record) => record.type === 'user')
  const sessionId = textField(head, 'id')
  const cwd = textField(head, 'cwd')
  if (sessionId === undefined || cwd === undefined || first === undefined) return undefined
  const titled = records.findLast((record) => record.type === 'title')
  const firstLine = (textField(first, 'text') ?? '').trim().split('\n')[0] ?? ''
  const last = records.at(-1)?.at
  return {
    sessionId,
    cwd,
    title: textField(titled, 'text') ?? [...firstLine].slice(0, demoLimits.titleChars).join(''),
    updatedAt: new Date(typeof last === 'number' ? last : 0).toISOString(),
  }
}

function readRecords(path: string): Record<string, unknown>[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    // No user turn yet, so no file yet.
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
    .filter(isRecord)
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    // Nothing was ever stored there.
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}
