import { expect, test } from 'bun:test'
import type { AskRead } from '../change.ts'
import { readPermission } from '../permission.ts'
import { type AskReplyAnswer, askReply } from '../reply.ts'
import { readWireLogs } from '../wire-log.ts'
import { kimi } from './kimi.ts'

/** The question that it asked on the permission channel, as recorded. */
const asked: AskRead[] = readWireLogs()
  .filter(({ name }) => name === 'kimi-ask')
  .flatMap(({ entries }) =>
    entries.flatMap(({ from, message }) =>
      from === 'agent' && message.kind === 'request' && message.method === 'session/request_permission'
        ? [readPermission(kimi, message.params)]
        : [],
    ),
  )

function answered(answer: AskReplyAnswer | 'cancelled') {
  const [read] = asked
  if (read?.kind !== 'question') throw new Error(JSON.stringify(read))
  return askReply(read.reply, read, answer)
}

test('a question on the permission channel is a form of one choice', () => {
  expect(asked).toMatchObject([
    {
      kind: 'question',
      question: {
        fields: [
          {
            kind: 'choice',
            label: 'Which colour?',
            choices: [
              { value: 'q0_opt_0', label: 'Red' },
              { value: 'q0_opt_1', label: 'Blue' },
            ],
          },
        ],
      },
    },
  ])
})

test('it is answered by the option, passed over by the one beside the choices', () => {
  expect(answered({ action: 'accept', values: { answer: 'q0_opt_1' } })).toEqual({
    ok: true,
    result: { outcome: { outcome: 'selected', optionId: 'q0_opt_1' } },
    answers: [{ label: 'Which colour?', value: 'Blue' }],
  })
  expect(answered({ action: 'accept', values: {} })).toMatchObject({ ok: false, field: 'answer' })
  expect(answered({ action: 'decline' })).toMatchObject({
    result: { outcome: { outcome: 'selected', optionId: 'q0_skip' } },
  })
  expect(answered('cancelled')).toMatchObject({ result: { outcome: { outcome: 'cancelled' } } })
})

test('any other permission stays one', () => {
  const options = [{ optionId: 'approve_once', name: 'Approve', kind: 'allow_once' }]
  expect(readPermission(kimi, { toolCall: { toolCallId: 't', title: 'ls' }, options }).kind).toBe(
    'permission',
  )
})
