/** Logs such as agents make, at random: what a transcript must read the same however it is cut. */
import fc from 'fast-check'
import type { SessionEvent } from '../../../shared/wire/event.ts'

type Body<T> = T extends unknown ? Omit<T, 'seq' | 'at'> : never
type EventBody = Body<SessionEvent>

const text = fc.constantFrom('a', 'b ', 'c\n', 'dd')
const turn = fc.constantFrom<{ turn?: number }>({}, { turn: 1 }, { turn: 2 }, { turn: 9 })
const message = fc.constantFrom<{ message?: string }>({}, { message: 'x' }, { message: 'y' })
const call = fc.constantFrom('t1', 't2', 't3')
const ask = fc.constantFrom('perm-1-aa', 'elic-2-bb')
const seqOf = fc.integer({ min: 1, max: 30 })

const body: fc.Arbitrary<EventBody> = fc.oneof(
  fc.record({ text }).map(({ text }): EventBody => ({ type: 'prompt', text })),
  seqOf.map((prompt): EventBody => ({ type: 'prompt_delivered', prompt })),
  seqOf.map((prompt): EventBody => ({ type: 'prompt_withdrawn', prompt, why: 'taken_back' })),
  fc.tuple(text, message, turn).map(
    ([text, id, at]): EventBody => ({
      type: 'message_delta',
      text,
      ...id,
      ...at,
    }),
  ),
  fc.tuple(text, message, turn).map(
    ([text, id, at]): EventBody => ({
      type: 'thought_delta',
      text,
      ...id,
      ...at,
    }),
  ),
  fc
    .tuple(
      call,
      fc.constantFrom('pending', 'in_progress', 'completed', 'failed', undefined),
      fc.option(text, { nil: undefined }),
      turn,
    )
    .map(
      ([toolCall, status, output, at]): EventBody => ({
        type: 'tool_call',
        toolCall,
        ...(status === undefined ? {} : { status }),
        ...(output === undefined ? {} : { output }),
        ...at,
      }),
    ),
  fc.tuple(text, turn).map(([content, at]): EventBody => ({ type: 'plan', entries: [{ content }], ...at })),
  ask.map(
    (id): EventBody => ({
      type: 'permission_request',
      ask: id,
      toolCall: { toolCall: 't1' },
      options: [],
    }),
  ),
  ask.map((id): EventBody => ({ type: 'permission_resolved', ask: id, outcome: 'selected', option: 'ok' })),
  turn.map((at): EventBody => ({ type: 'turn_result', prompts: [1], stopReason: 'end_turn', ...at })),
  fc.constant<EventBody>({ type: 'usage', used: 3 }),
  fc.constant<EventBody>({ type: 'raw', method: 'new/thing', params: '{}' }),
)

export const randomLog: fc.Arbitrary<SessionEvent[]> = fc
  .array(body, { maxLength: 60 })
  .map((bodies) => bodies.map((one, n): SessionEvent => ({ ...one, seq: n + 1, at: 1_000 + n })))
