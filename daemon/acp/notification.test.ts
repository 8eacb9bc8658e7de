import { expect, test } from 'bun:test'
import { conversationOf, readNotification } from './notification.ts'
import { vendorOf } from './vendor.ts'

const demo = vendorOf('demo')

test.each([0, 'a-uuid', null])('the request %p is taken back by its own id', (id) => {
  expect(readNotification(demo, '$/cancel_request', { requestId: id })).toEqual({
    kind: 'cancel_request',
    id,
  })
})

test('updates are translated, account news is no part of a conversation', () => {
  const update = { sessionUpdate: 'current_mode_update', currentModeId: 'plan' }
  expect(readNotification(demo, 'session/update', { sessionId: 's', update })).toEqual({
    kind: 'changes',
    changes: [{ kind: 'control', id: 'mode', value: 'plan' }],
  })
  expect(readNotification(demo, '_auth/status_update', { authStatus: {} })).toEqual({
    kind: 'changes',
    changes: [],
  })
})

test('what nobody maps is kept with its method', () => {
  const raw = (method: string, params: string) => ({
    kind: 'raw',
    changes: [{ kind: 'event', event: { type: 'raw', method, params } }],
  })
  expect(readNotification(demo, '_vendor/thing', { a: 1 })).toEqual(raw('_vendor/thing', '{"a":1}') as never)
  expect(readNotification(demo, '$/cancel_request', {})).toEqual(raw('$/cancel_request', '{}') as never)
  expect(readNotification(demo, 'qwen/notify/session/mode-update', undefined)).toMatchObject({ kind: 'raw' })
})

test('a message names its conversation or none', () => {
  expect(conversationOf({ sessionId: 's' })).toBe('s')
  expect(conversationOf({ sessionId: 3 })).toBeNull()
  expect(conversationOf(undefined)).toBeNull()
})
