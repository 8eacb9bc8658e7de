import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { FUZZ_GROWTH_BYTES, grownBy } from '../../shared/testing/grown-by.ts'
import { inputs } from '../../shared/testing/suite-size.ts'
import { readCapabilities } from './capabilities.ts'
import { readControls } from './controls.ts'
import { readElicitation } from './elicitation.ts'
import { fieldsOf } from './json.ts'
import { limitedUntil } from './limit.ts'
import { readMessage } from './message.ts'
import { readNotification } from './notification.ts'
import { readPermission } from './permission.ts'
import { askReply } from './reply.ts'
import { readFailureUpdate, withFailure } from './session-failure.ts'
import { readPromptOutcome } from './stop.ts'
import { translateReplay, translateUpdate } from './translate.ts'
import { readPromptUsage } from './usage.ts'
import { vendorOf } from './vendor.ts'
import { readWireLogs } from './wire-log.ts'

const vendors = [
  'claude',
  'codex',
  'zcodex',
  'gemini',
  'grok',
  'cursor',
  'kimi',
  'qwen',
  'opencode',
  'demo',
  'unheard-of',
].map(vendorOf)

const kinds = fc.constantFrom(
  'agent_message_chunk',
  'agent_thought_chunk',
  'user_message_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
  'usage_update',
  'session_info_update',
  'current_mode_update',
  'config_option_update',
  'available_commands_update',
  'notice',
  'async_task_spawned',
)
const json = fc.jsonValue({ maxDepth: 4 })
/** The protocol's own words with anything under them: gets past the tags, where plain noise would not. */
const names = fc.constantFrom(
  'sessionUpdate',
  'toolCallId',
  'tool_call_id',
  'method',
  'params',
  'planContent',
  'plan',
  'prompt',
  'id',
  'label',
  'todos',
  'merge',
  'mode',
  'sessionId',
  'jetbrains',
  'air',
  'sessionFailure',
  'terminal_output_delta',
  'data',
  'threadStatus',
  'details',
  'resets_at',
  'retryDelay',
  'toolCall',
  'title',
  'content',
  'type',
  'text',
  'rawInput',
  'rawOutput',
  '_meta',
  'codex',
  'claudeCode',
  'options',
  'optionId',
  'configOptions',
  'modes',
  'models',
  'questions',
  'question',
  'requestedSchema',
  'properties',
  'items',
  'enum',
  'oneOf',
  'required',
  'entries',
  'cost',
  'error',
  'stopReason',
  'usage',
  'agentCapabilities',
  'sessionCapabilities',
  'availableCommands',
  'update',
  '__proto__',
)
const { shaped } = fc.letrec((tie) => ({
  shaped: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(json, kinds),
    fc.array(tie('shaped'), { maxLength: 3 }),
    fc.dictionary(names, tie('shaped'), { maxKeys: 6 }),
  ),
}))
const update = fc
  .tuple(kinds, fc.dictionary(names, shaped, { maxKeys: 8 }))
  .map(([sessionUpdate, fields]) => ({
    ...fields,
    sessionUpdate,
  }))

test('no reader throws on any JSON', () => {
  fc.assert(
    fc.property(fc.oneof(json, shaped, update), fc.constantFrom(...vendors), (value, vendor) => {
      expect(Array.isArray(translateUpdate(vendor, value))).toBe(true)
      translateReplay(vendor, value)
      readNotification(vendor, 'session/update', { update: value })
      readPermission(vendor, value)
      readElicitation(value)
      readControls(value)
      readCapabilities(value)
      readPromptUsage(value)
      readPromptOutcome(vendor, { ok: true, result: value }, { cancelled: false, refused: false })
      readPromptOutcome(
        vendor,
        { ok: false, error: { code: 1, message: 'x', data: value } },
        { cancelled: false, refused: false },
      )
    }),
    { numRuns: 3_000, seed: 1 },
  )
})

const methods = fc.constantFrom(
  '_x.ai/ask_user_question',
  '_x.ai/exit_plan_mode',
  '_x.ai/mcp/elicit',
  '_x.ai/session_notification',
  'cursor/ask_question',
  'cursor/create_plan',
  'cursor/update_todos',
  'cursor/task',
  'qwen/notify/session/mode-update',
  '_vendor/unheard_of',
)

test('no hook of a vendor throws on any JSON, and what it asks can be answered in any way', () => {
  fc.assert(
    fc.property(
      fc.oneof(json, shaped),
      shaped,
      methods,
      fc.constantFrom(...vendors),
      (params, values, method, vendor) => {
        readNotification(vendor, method, params)
        const read = vendor.request?.(method, params) ?? readPermission(vendor, params)
        if (read.kind === 'told' || read.kind === 'refused') return
        for (const action of ['accept', 'decline', 'cancel'] as const) {
          // A person's values are of the wire's schema; their names are anything.
          const typed = Object.entries(fieldsOf(values)).filter(([, value]) => typeof value === 'string')
          askReply(read.reply, read, { action, values: Object.fromEntries(typed) as Record<string, string> })
        }
        askReply(read.reply, read, 'cancelled')
        if (read.kind === 'permission')
          for (const { id } of read.permission.options)
            expect(askReply(read.reply, read, { option: id }).ok).toBe(true)
      },
    ),
    { numRuns: 6_000, seed: 3 },
  )
})

test('any error is read for its limit and its failure', () => {
  fc.assert(
    fc.property(fc.oneof(json, shaped), fc.string(), fc.constantFrom(...vendors), (data, message, vendor) => {
      const until = limitedUntil(vendor, { code: 429, message, data }, 1_000)
      expect(until === null || until > 1_000).toBe(true)
      limitedUntil(vendor, { code: 429, message: JSON.stringify(data) ?? '' }, 1_000)
      withFailure({ ok: true, result: { _meta: { jetbrains: { air: { sessionFailure: data } } } } })
      readFailureUpdate({ _meta: { jetbrains: { air: { sessionFailure: data } } } })
    }),
    { numRuns: 3_000, seed: 4 },
  )
})

test('any message survives being read', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        json.map((value) => JSON.stringify(value)),
      ),
      (line) => {
        expect(['request', 'notification', 'response', 'malformed', 'blank']).toContain(
          readMessage(line).kind,
        )
      },
    ),
    { numRuns: 2_000, seed: 2 },
  )
})

const LINES = inputs(20_000, 1_000_000)

test(
  `${LINES} mutated lines are read or malformed, never thrown, and nothing of them stays`,
  () => {
    const grown = grownBy(readMutatedLines)
    expect(grown).toBeLessThan(FUZZ_GROWTH_BYTES)
  },
  inputs(20_000, 1_200_000),
)

function readMutatedLines(): void {
  const lines = readWireLogs()
    .slice(0, 90)
    .flatMap((log) =>
      log.entries.flatMap(({ message }) =>
        message.kind === 'notification' && JSON.stringify(message.params).length < 4_000
          ? [
              {
                vendor: log.vendor,
                line: JSON.stringify({ jsonrpc: '2.0', method: message.method, params: message.params }),
              },
            ]
          : [],
      ),
    )
  const next = generator(20261130)
  const pick = <T>(from: readonly T[]): T | undefined => from[next() % from.length]
  const counts = { malformed: 0, read: 0 }
  for (let i = 0; i < LINES; i++) {
    const source = pick(lines)
    if (source === undefined) throw new Error('no lines to mutate')
    const message = readMessage(mutated(source.line, next))
    if (message.kind === 'malformed') counts.malformed++
    else counts.read++
    if (message.kind === 'notification') readNotification(source.vendor, message.method, message.params)
    if (message.kind === 'request') readPermission(source.vendor, message.params)
  }
  expect(counts.malformed + counts.read).toBe(LINES)
  expect(counts.malformed).toBeGreaterThan(LINES / 10)
  expect(counts.read).toBeGreaterThan(LINES / 10)
}

const SPLICES = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  'null',
  '0',
  '-1e999',
  '\\',
  '\\ud800',
  '\u0000',
  'true',
  '{}',
  '[]',
]

/** One to three cuts, repeats or splices. */
function mutated(line: string, next: () => number): string {
  let text = line
  for (let n = 1 + (next() % 3); n > 0; n--) {
    const from = next() % (text.length + 1)
    const to = Math.min(text.length, from + (next() % 12))
    const middle =
      [SPLICES[next() % SPLICES.length] ?? '', text.slice(from, to).repeat(2), ''][next() % 3] ?? ''
    text = text.slice(0, from) + middle + text.slice(to)
  }
  return text
}

/** A small deterministic generator (xorshift32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}
