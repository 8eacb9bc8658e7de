import { expect, test } from 'bun:test'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { createFreshActs } from './fresh-acts.ts'

/** An authority that wants the password once, and then does what it is asked. */
function authority() {
  let isFresh = false
  let done = 0
  const acts = createFreshActs(async (password) => {
    if (password !== 'right') return refuse('invalid_login', 'no')
    isFresh = true
    return ok(null)
  })
  const act = async (): Promise<Result<number>> =>
    isFresh ? ok(++done) : refuse('fresh_sign_in_required', 'the password first')
  return { acts, act, done: () => done }
}

test('an act that needs no password is done and asks for none', async () => {
  const { acts } = authority()
  expect(await acts.run(async () => ok('done'))).toEqual({ ok: true, value: 'done' })
  expect(acts.ask.value).toBeNull()
})

test('any other refusal is the act’s own', async () => {
  const { acts } = authority()
  expect(await acts.run(async () => refuse('key_limit', 'enough'))).toMatchObject({
    error: { code: 'key_limit' },
  })
  expect(acts.ask.value).toBeNull()
})

test('an act that was refused for want of a password is done once it was given, by itself', async () => {
  const { acts, act, done } = authority()
  const first = acts.run(act)
  await Bun.sleep(0)
  expect(await acts.ask.value?.give('wrong')).toMatchObject({ error: { code: 'invalid_login' } })
  expect(acts.ask.value).not.toBeNull()
  expect(await acts.ask.value?.give('right')).toEqual(ok(null))
  expect(acts.ask.value).toBeNull()
  expect(await first).toEqual(ok(1))
  expect(done()).toBe(1)
})

test('two acts at once wait for one password', async () => {
  const { acts, act } = authority()
  const both = [acts.run(act), acts.run(act)]
  await Bun.sleep(0)
  await acts.ask.value?.give('right')
  expect(await Promise.all(both)).toEqual([ok(1), ok(2)])
})

test('whoever leaves has done nothing, and is asked anew the next time', async () => {
  const { acts, act, done } = authority()
  const left = acts.run(act)
  await Bun.sleep(0)
  acts.ask.value?.leave()
  expect(await left).toMatchObject({ error: { code: 'fresh_sign_in_required' } })
  expect(done()).toBe(0)
  const again = acts.run(act)
  await Bun.sleep(0)
  await acts.ask.value?.give('right')
  expect(await again).toEqual(ok(1))
})
