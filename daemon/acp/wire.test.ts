import { describe, expect, test } from 'bun:test'
import { Value } from '../../shared/typebox.ts'
import { SessionEvent } from '../../shared/wire/event.ts'
import type { AskRead, Change } from './change.ts'
import { readElicitation } from './elicitation.ts'
import { at, textOf } from './json.ts'
import { readNotification } from './notification.ts'
import { readPermission } from './permission.ts'
import { askReply } from './reply.ts'
import { translateReplay } from './translate.ts'
import { readWireLogs, type WireLog } from './wire-log.ts'

interface Told {
  kind: string
  update: unknown
  changes: Change[]
}

const logs = readWireLogs()

/** Every notification of a log with what it changed. */
function toldBy(log: WireLog): Told[] {
  return log.entries.flatMap(({ from, message, replay }) => {
    if (from !== 'agent' || message.kind !== 'notification') return []
    const update = at(message.params, 'update')
    if (message.method === 'session/update') {
      const kind = String(at(update, 'sessionUpdate'))
      const read = readNotification(log.vendor, message.method, message.params)
      const live = read.kind === 'changes' ? read.changes : []
      return [{ kind, update, changes: replay ? translateReplay(log.vendor, update) : live }]
    }
    const read = readNotification(log.vendor, message.method, message.params)
    return [{ kind: message.method, update, changes: 'changes' in read ? read.changes : [] }]
  })
}

/** Agent requests of one method with how they read. */
function asksOf(log: WireLog, method: string): { params: unknown; ask: AskRead }[] {
  return log.entries.flatMap(({ from, message }) => {
    if (from !== 'agent' || message.kind !== 'request' || message.method !== method) return []
    const { params } = message
    const ask = method === 'elicitation/create' ? readElicitation(params) : readPermission(log.vendor, params)
    return [{ params, ask }]
  })
}

const count = (keys: string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1
  return counts
}

const eventsOf = (told: Told[]) =>
  told.flatMap(({ changes }) => changes.flatMap((change) => (change.kind === 'event' ? [change.event] : [])))

describe('the recorded wire of six agents', () => {
  test('every line is a message', () => {
    const messages = logs.flatMap((log) => log.entries.map((entry) => entry.message.kind))
    expect(logs.length).toBe(92)
    expect(messages.filter((kind) => kind === 'malformed' || kind === 'blank')).toEqual([])
  })

  test('every notification changes something, but for the silent kinds that are named here', () => {
    const silent = logs.flatMap((log) =>
      toldBy(log)
        .filter((told) => told.changes.length === 0)
        .map((told) => `${log.vendor.id} ${told.kind}`),
    )
    expect(count(silent)).toEqual({
      'claude _auth/status_update': 24,
      'codex _auth/status_update': 25,
      // A call's arguments while they are not complete.
      'kimi tool_call_update': 36,
      // A forked conversation told again, which is not how a conversation is opened here.
      'opencode user_message_chunk': 4,
    })
  })

  test('nothing is raw but the scaffold that kimi puts into a replay', () => {
    const raw = logs.flatMap((log) =>
      toldBy(log).flatMap((told) =>
        eventsOf([told]).flatMap((event) => (event.type === 'raw' ? [`${log.vendor.id} ${told.kind}`] : [])),
      ),
    )
    expect(count(raw)).toEqual({ 'kimi user_message_chunk': 1 })
  })

  test('every event parses as an event of the log', () => {
    const wrong = logs.flatMap((log) =>
      eventsOf(toldBy(log)).filter((event) => !Value.Check(SessionEvent, { seq: 1, at: 0, ...event })),
    )
    expect(wrong).toEqual([])
  })

  test.each(logs.map((log) => [log.name, log] as const))('%s: no text and no tool call is lost', (_, log) => {
    const told = toldBy(log)
    const chunks = told.filter(({ kind }) => kind === 'agent_message_chunk')
    const modes = chunks.filter(({ changes }) => changes.some((change) => change.kind === 'control'))
    const textIn = (from: Told[]): string =>
      from.map(({ update }) => textOf(at(update, 'content', 'text')) ?? '').join('')
    const textOut = eventsOf(told)
      .flatMap((event) => (event.type === 'message_delta' && event.role === undefined ? [event.text] : []))
      .join('')
    expect(textOut).toBe(textIn(chunks.filter((chunk) => !modes.includes(chunk))))
    expect(textIn(modes).length > 0).toBe(log.name === 'gemini-modes')

    const thoughts = eventsOf(told).flatMap((event) => (event.type === 'thought_delta' ? [event.text] : []))
    expect(thoughts.join('')).toBe(textIn(told.filter(({ kind }) => kind === 'agent_thought_chunk')))

    const calls = told.filter(({ kind }) => kind.startsWith('tool_call'))
    const named = eventsOf(told).flatMap((event) => (event.type === 'tool_call' ? [event.toolCall] : []))
    expect(new Set(named)).toEqual(new Set(calls.map(({ update }) => String(at(update, 'toolCallId')))))
  })

  test('every permission is readable and each of its options answers it', () => {
    let read = 0
    for (const log of logs) {
      for (const { params, ask } of asksOf(log, 'session/request_permission')) {
        if (ask.kind === 'question' && ask.reply === 'kimi_question') continue
        if (ask.kind !== 'permission') throw new Error(`${log.name}: ${JSON.stringify(ask)}`)
        const given = at(params, 'options')
        expect(ask.permission.options.map(({ id, name, kind }) => ({ optionId: id, name, kind }))).toEqual(
          (Array.isArray(given) ? given : []).map(({ optionId, name, kind }) => ({ optionId, name, kind })),
        )
        for (const option of ask.permission.options) {
          const reply = askReply(ask.reply, ask, { option: option.id })
          expect(reply).toEqual({
            ok: true,
            result: { outcome: { outcome: 'selected', optionId: option.id } },
            answers: [],
          })
        }
        read++
      }
    }
    expect(read).toBe(37)
  })

  test('every elicitation is readable, answerable with its first option, and can be declined', () => {
    const answers: unknown[] = []
    for (const log of logs) {
      for (const { ask } of asksOf(log, 'elicitation/create')) {
        if (ask.kind !== 'question') throw new Error(`${log.name}: ${JSON.stringify(ask)}`)
        const [field] = ask.question.fields
        const value = field?.choices?.[0]?.value ?? ''
        const reply = askReply(ask.reply, ask, { action: 'accept', values: { [field?.name ?? '']: value } })
        expect(reply).toMatchObject({
          ok: true,
          result: { action: 'accept', content: { [field?.name ?? '']: value } },
        })
        if (reply.ok) answers.push(...reply.answers)
        expect(askReply(ask.reply, ask, { action: 'decline' })).toMatchObject({
          result: { action: 'decline' },
        })
        expect(askReply(ask.reply, ask, 'cancelled')).toMatchObject({
          result: { action: 'cancel' },
        })
      }
    }
    expect(answers).toContainEqual({ label: 'Which colour?', value: 'Red' })
    expect(answers.length).toBe(9)
  })
})
