import { expect, test } from 'bun:test'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { authorityLimits } from '../limits.ts'
import { PASSWORD, type Rig, startRig } from '../testing/rig.ts'
import { createThrottle } from '../throttle/throttle.ts'
import { createThrottling } from './throttling.ts'

/** A sign-in over one proxy, which adds whom it heard it from. */
const over = (rig: Rig, forwarded: string, name = 'ada', password = 'not the password') =>
  rig.ask('/v1/login', { body: { name, password }, headers: { 'x-forwarded-for': forwarded } })

test('an address that a client made up is nobody’s while no proxy is trusted', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  for (let n = 0; n < 5; n++) await over(rig, `198.51.100.${n}`)
  expect((await over(rig, '198.51.100.99', 'ada', PASSWORD)).code).toBe('throttled')
  // Nor does it point the block at whose address it was.
  const owner = { body: { name: 'ada', password: PASSWORD }, address: '198.51.100.1' }
  expect((await rig.ask('/v1/login', owner)).status).toBe(200)
})

test('behind one proxy the last address counts, and what the client wrote before it does not', async () => {
  await using rig = await startRig({ trustedProxyHops: 1 })
  await rig.firstAdmin()
  for (let n = 0; n < 5; n++) await over(rig, `198.51.100.${n}, 203.0.113.7`)
  expect((await over(rig, '198.51.100.99, 203.0.113.7', 'ada', PASSWORD)).code).toBe('throttled')
  expect((await over(rig, '203.0.113.7, 203.0.113.8', 'ada', PASSWORD)).status).toBe(200)
})

test('forty guesses at once reach the hasher at most six times, however they spell the name', async () => {
  await using rig = await startRig({ trustedProxyHops: 1 })
  await rig.firstAdmin()
  const names = ['ada', 'ADA', 'Ada', 'aDa']
  const guesses = Array.from({ length: 40 }, (_, n) =>
    over(rig, `198.51.100.${n}, 203.0.113.7`, names[n % names.length], `guess number ${n}`),
  )
  for (const { code } of await Promise.all(guesses)) {
    expect(['invalid_login', 'overloaded', 'throttled']).toContain(code ?? '')
  }
  expect(rig.hasher.verified.length).toBeLessThanOrEqual(6)
})

test('guesses one after the other are no better: the sixth is not looked at', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  for (let n = 0; n < 40; n++) await over(rig, '', 'ada', `guess number ${n}`)
  expect(rig.hasher.verified).toHaveLength(5)
})

test('all of one IPv6 subscriber’s addresses are one place', async () => {
  await using rig = await startRig()
  await rig.firstAdmin()
  const from = (address: string, password = 'not the password') =>
    rig.ask('/v1/login', { body: { name: 'ada', password }, address })
  for (let n = 0; n < 5; n++) await from(`2001:db8:1:2::${n}`)
  expect((await from('2001:db8:1:2:ffff::1', PASSWORD)).code).toBe('throttled')
  expect((await from('2001:db8:1:3::1', PASSWORD)).status).toBe(200)
})

test('eleven guesses at the door block neither its owner elsewhere nor what they do inside', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  for (let n = 0; n < 11; n++) await rig.ask('/v1/login', { body: { name: 'ada', password: `guess ${n}` } })
  const owner = { body: { name: 'ada', password: PASSWORD }, address: '198.51.100.9' }
  expect((await rig.ask('/v1/login', owner)).status).toBe(200)
  const changed = await ada.ask('/v1/password', { body: { current: PASSWORD, password: 'another long one' } })
  expect(changed.status).toBe(200)
})

test('a name that spells another key’s parts counts under its own', async () => {
  await using rig = await startRig()
  const ada = await rig.firstAdmin()
  for (const name of [`fresh|${ada.user}`, `name|ada`, `ada|198.51.100.9`, `${ada.user}`]) {
    for (let n = 0; n < 5; n++) {
      await rig.ask('/v1/login', { body: { name, password: 'x' }, address: `192.0.2.${n}` })
    }
  }
  expect((await ada.ask('/v1/fresh', { body: { password: PASSWORD } })).status).toBe(200)
  const owner = { body: { name: 'ada', password: PASSWORD }, address: '198.51.100.9' }
  expect((await rig.ask('/v1/login', owner)).status).toBe(200)
})

test('who proved to be somebody by other means is let in from where they are, and guessers elsewhere stay out', () => {
  const clock = fakeClock()
  const throttling = createThrottling(createThrottle(clock, 1_000), authorityLimits)
  for (let n = 0; n < 100; n++) throttling.login('ada', `192.0.2.${n}`, true)
  for (const address of ['here', 'there']) {
    for (let n = 0; n < 5; n++) throttling.login('ada', address, true)
  }
  expect(throttling.login('ada', 'here', false).ok).toBe(false)
  throttling.forget(['ada'], 'here')
  expect(throttling.login('ada', 'here', false).ok).toBe(true)
  expect(throttling.login('ada', 'there', false).ok).toBe(false)
  clock.advance(15 * MINUTE_MS)
})
