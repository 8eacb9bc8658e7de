import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { fromUtf8, utf8 } from '../../shared/bytes.ts'
import { inputQueue } from './input-queue.ts'

test('a number is taken once and in order', () => {
  const stdin = new PassThrough()
  const queue = inputQueue(stdin, 1_000, () => {})
  expect(queue.take(1, utf8('a\n'))).toBe('taken')
  expect(queue.take(1, utf8('a\n'))).toBe('known')
  expect(queue.take(3, utf8('c\n'))).toBe('gap')
  expect(queue.take(2, utf8('b\n'))).toBe('taken')
  expect(queue.lastIn()).toBe(2)
})

test('past the bound a line and what follows it wait to be sent again', async () => {
  const stdin = new PassThrough({ highWaterMark: 10 })
  const room = Promise.withResolvers<void>()
  const queue = inputQueue(stdin, 100, room.resolve)
  const line = utf8(`${'x'.repeat(59)}\n`)
  expect(queue.take(1, line)).toBe('taken')
  // The stream holds one line and calls back only when the next is wanted.
  expect(queue.take(2, line)).toBe('later')
  expect(queue.take(3, line)).toBe('later')
  expect(queue.lastIn()).toBe(1)
  stdin.resume()
  await room.promise
  expect(queue.take(3, line)).toBe('later')
  expect(queue.take(2, line)).toBe('taken')
  expect(queue.take(4, line)).toBe('gap')
})

test('closing comes behind the lines that were taken', async () => {
  const stdin = new PassThrough()
  const queue = inputQueue(stdin, 1_000, () => {})
  queue.take(1, utf8('a\n'))
  queue.take(2, utf8('b\n'))
  queue.close()
  expect(queue.take(3, utf8('c\n'))).toBe('closed')
  const chunks: Uint8Array[] = []
  stdin.on('data', (chunk) => chunks.push(chunk))
  await once(stdin, 'end')
  expect(fromUtf8(Buffer.concat(chunks))).toBe('a\nb\n')
})

test('what waits for a dead agent is dropped', () => {
  const stdin = new PassThrough({ highWaterMark: 1 })
  const queue = inputQueue(stdin, 1_000, () => {})
  queue.take(1, utf8('a\n'))
  queue.drop()
  expect(queue.take(2, utf8('b\n'))).toBe('closed')
})
