import { expect, test } from 'bun:test'
import { type AskBody, askReply } from './reply.ts'

const permission: AskBody = {
  kind: 'permission',
  permission: { toolCall: { toolCall: 't' }, options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }] },
}
const question: AskBody = { kind: 'question', question: { message: 'Well?', fields: [] } }

test('a permission takes one of its options, and nothing a form takes', () => {
  expect(askReply('permission', permission, { option: 'yes' })).toMatchObject({ ok: true })
  expect(askReply('permission', permission, { option: 'no' })).toMatchObject({ ok: false, field: 'option' })
  expect(askReply('permission', permission, { action: 'accept' })).toMatchObject({
    ok: false,
    field: 'option',
  })
})

test('a question takes an act and no option', () => {
  expect(askReply('elicitation', question, { action: 'accept' })).toMatchObject({ ok: true })
  expect(askReply('elicitation', question, { option: 'yes' })).toMatchObject({ ok: false, field: 'action' })
})

test('what nobody answered is answered as cancelled in the form it was asked', () => {
  expect(askReply('permission', permission, 'cancelled')).toMatchObject({
    result: { outcome: { outcome: 'cancelled' } },
  })
  expect(askReply('elicitation', question, 'cancelled')).toMatchObject({ result: { action: 'cancel' } })
  expect(askReply('qwen_questions', question, 'cancelled')).toMatchObject({
    result: { outcome: { outcome: 'cancelled' } },
  })
})
