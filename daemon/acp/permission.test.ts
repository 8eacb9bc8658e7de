import { expect, test } from 'bun:test'
import { permissionReply, readPermission } from './permission.ts'
import { vendorOf } from './vendor.ts'

const vendor = vendorOf('demo')
const options = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'server', name: 'Always for this server', kind: 'allow_always' },
  { optionId: 'no', kind: 'reject_once' },
]

test('a call never announced, without title, kind or input, is asked with what it carries', () => {
  expect(readPermission(vendor, { sessionId: 's', toolCall: { toolCallId: 'x' }, options })).toEqual({
    kind: 'permission',
    reply: 'permission',
    permission: {
      toolCall: { toolCall: 'x' },
      options: [
        { id: 'always', name: 'Always', kind: 'allow_always' },
        { id: 'server', name: 'Always for this server', kind: 'allow_always' },
        { id: 'no', name: 'no', kind: 'reject_once' },
      ],
    },
  })
})

test('a title that is judged is neither cleaned nor cut', () => {
  const title = `rm -rf \u202e${'x'.repeat(1_000)}\n`
  const ask = readPermission(vendor, { toolCall: { toolCallId: 'x', title }, options })
  expect(ask).toMatchObject({ permission: { toolCall: { title } } })
})

test.each([
  [{ toolCall: {}, options }, 'toolCallId'],
  [{ toolCall: { toolCallId: 'x' }, options: [] }, 'at least one'],
  [{ toolCall: { toolCallId: 'x' }, options: [{ name: 'Yes' }] }, 'optionId'],
  [{ toolCall: { toolCallId: 'x', title: 'x'.repeat(8_200) }, options }, '8192 bytes'],
  [null, 'toolCallId'],
])('a permission that nobody could answer is refused with the reason', (params, reason) => {
  const ask = readPermission(vendor, params)
  expect(ask).toEqual({ kind: 'refused', message: expect.stringContaining(reason) })
})

test('the reply names an option or says cancelled', () => {
  expect(permissionReply({ option: 'no' })).toEqual({ outcome: { outcome: 'selected', optionId: 'no' } })
  expect(permissionReply('cancelled')).toEqual({ outcome: { outcome: 'cancelled' } })
})
