import { expect, test } from 'bun:test'
import { serialQueue } from './serial-queue.ts'

test('a synchronous job on an idle queue answers at once', () => {
  expect(serialQueue().run(() => 7)).toBe(7)
})

test('one job runs at a time, and answers come in the order of the jobs', async () => {
  const queue = serialQueue()
  const seen: string[] = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = (name: string, gate: PromiseWithResolvers<void> | undefined) => async () => {
    seen.push(`${name} starts`)
    await gate?.promise
    seen.push(`${name} ends`)
    return name
  }
  const answers: string[] = []
  const all = [
    queue.run(slow('one', gates[0])),
    queue.run(slow('two', gates[1])),
    queue.run(() => 'three'),
    queue.runNext(() => 'first of all'),
  ].map(async (answer) => answers.push(await answer))
  gates[1]?.resolve()
  await gates[1]?.promise
  expect(seen).toEqual(['one starts'])
  gates[0]?.resolve()
  await Promise.all(all)
  expect(seen).toEqual(['one starts', 'one ends', 'two starts', 'two ends'])
  expect(answers).toEqual(['one', 'first of all', 'two', 'three'])
})

test('a job that fails, at once or later, fails for its caller only', async () => {
  const queue = serialQueue()
  const throwing = (): never => {
    throw new RangeError('at once')
  }
  expect(() => queue.run(throwing)).toThrow('at once')
  const settled = await Promise.allSettled([
    queue.run(async () => 'slow'),
    queue.run(throwing),
    queue.run(() => Promise.reject(new RangeError('later'))),
    queue.run(() => 'after'),
  ])
  const outcomes = settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
  expect(outcomes).toEqual(['slow', 'RangeError: at once', 'RangeError: later', 'after'])
  expect(queue.run(() => 'idle again')).toBe('idle again')
})

test('a job that queues another is finished first', async () => {
  const queue = serialQueue()
  const seen: string[] = []
  let inner: unknown
  queue.run(() => {
    inner = queue.run(() => seen.push('inner'))
    seen.push('outer')
  })
  await inner
  expect(seen).toEqual(['outer', 'inner'])
})
