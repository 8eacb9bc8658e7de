import { expect, test } from 'bun:test'
import { ok, refuse } from '../../shared/errors.ts'
import { COMMAND_MEMORY_MS } from '../../shared/limits.ts'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { rejection } from '../../shared/testing/rejection.ts'
import type { CommandRequest } from './commands.ts'
import { createOnce } from './once.ts'

const request = (key: string | null, body: unknown = null): CommandRequest => ({
  subject: 'local',
  route: 'POST /v1/agents/demo/login/input',
  key,
  body,
  status: 200,
})

function typing(most = 8) {
  const clock = fakeClock()
  let typed = 0
  const once = createOnce({ clock, most })
  const type = (key: string | null, body?: unknown) => once(request(key, body), async () => ok(++typed))
  return { clock, once, type, typed: () => typed }
}

test('the same key does it once, at the same time and later; without a key it is done each time', async () => {
  const { type, typed } = typing()
  expect(await Promise.all([type('a'), type('a')])).toEqual([ok(1), ok(1)])
  expect(await type('a')).toEqual(ok(1))
  expect(typed()).toBe(1)
  await type(null)
  await type(null)
  expect(typed()).toBe(3)
})

test('another body under a key, and a key that is none, are refused and do nothing', async () => {
  const { type, typed } = typing()
  await type('a', { text: 'x' })
  expect(await type('a', { text: 'y' })).toMatchObject({ error: { code: 'idempotency_mismatch' } })
  expect(await type('no spaces')).toMatchObject({ error: { code: 'invalid_request' } })
  expect(typed()).toBe(1)
})

test('what was refused or thrown may be tried again under its key', async () => {
  const { once } = typing()
  let tries = 0
  const act = async () => (++tries === 1 ? refuse('busy', 'not now') : ok(tries))
  expect(await once(request('a'), act)).toMatchObject({ error: { code: 'busy' } })
  expect(await once(request('a'), act)).toEqual(ok(2))
  expect(
    String(
      await rejection(
        once(request('b'), () => {
          throw new RangeError('broken')
        }),
      ),
    ),
  ).toContain('broken')
  expect(await once(request('b'), () => ok('fine'))).toEqual(ok('fine'))
})

test('it is remembered for a day and no more than so many of them', async () => {
  const { clock, type, typed } = typing(2)
  await type('a')
  clock.advance(COMMAND_MEMORY_MS)
  await type('a')
  expect(typed()).toBe(2)
  await type('b')
  await type('c')
  await type('a')
  expect(typed()).toBe(5)
})
