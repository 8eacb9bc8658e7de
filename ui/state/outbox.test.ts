import { afterEach, expect, test } from 'bun:test'
import { signal } from '@preact/signals'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { memoryStore } from '../api/keyed-store.ts'
import { uiLimits } from '../limits.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { Command } from './outbox-entry.ts'
import { until } from './pause.ts'
import { fakeMachine } from './testing/fake-machine.ts'
import { fakeBrowser } from './testing/fake-tabs.ts'

const NAME = 'fairlead-outbox/u_ada/m_desk'
const say = (text: string, session = 's_1'): Command => ({ do: 'prompt', session, text })
const open: Outbox[] = []
afterEach(() => {
  for (const outbox of open.splice(0)) outbox.close()
})

function world(isReady = true) {
  const store = memoryStore()
  const clock = fakeClock()
  const machine = fakeMachine()
  const ready = signal(isReady)
  const newTab = fakeBrowser()
  let seed = 1
  const tab = (): Outbox => {
    const outbox = createOutbox({
      store,
      name: NAME,
      perform: machine.perform,
      check: machine.check,
      ready,
      tabs: newTab(),
      clock,
      random: seededRandom(seed++),
      limits: uiLimits,
    })
    open.push(outbox)
    return outbox
  }
  return { store, clock, machine, ready, tab }
}

const statesOf = (outbox: Outbox): string[] => outbox.entries.value.map(({ state }) => state.is)
const never = new AbortController().signal
const stateIs = (outbox: Outbox, ...states: string[]): Promise<void> =>
  until(outbox.entries, () => JSON.stringify(statesOf(outbox)) === JSON.stringify(states), never)
/** All were handed over this often, and wait to be so again. */
const triedAndWaits = (outbox: Outbox, tries: number): Promise<void> =>
  until(
    outbox.entries,
    (entries) =>
      entries.length > 0 && entries.every((one) => one.tries === tries && one.state.is === 'queued'),
    never,
  )

test('a message is stored, sent and applied, and leaves when its echo is on the screen', async () => {
  const { machine, tab, store } = world()
  const outbox = tab()
  const key = await outbox.send(say('hello'))
  expect((await store.entries()).length).toBe(1)
  expect(await outbox.settled(key)).toMatchObject({ is: 'applied', answer: { session: 's_1', seq: 1 } })
  expect(machine.applied).toEqual([say('hello')])
  outbox.seen('s_1', 0)
  expect(statesOf(outbox)).toEqual(['applied'])
  outbox.seen('s_1', 1)
  await stateIs(outbox)
  expect(await store.entries()).toEqual([])
})

test('offline it waits, and goes out in the order it was given once the machine is reached', async () => {
  const { machine, ready, tab } = world(false)
  const outbox = tab()
  await outbox.send(say('one'))
  await outbox.send(say('two'))
  await outbox.send(say('elsewhere', 's_2'))
  expect(statesOf(outbox)).toEqual(['queued', 'queued', 'queued'])
  ready.value = true
  await stateIs(outbox, 'applied', 'applied', 'applied')
  expect(machine.applied.filter(({ do: act }) => act === 'prompt')).toHaveLength(3)
  const first = machine.applied.filter((command) => 'session' in command && command.session === 's_1')
  expect(first).toEqual([say('one'), say('two')])
})

test('an answer that was lost is asked for again under the same key, and nothing is applied twice', async () => {
  const { clock, machine, tab } = world()
  machine.next('after', 'throws', 'before')
  const outbox = tab()
  const key = await outbox.send(say('once'))
  for (let tries = 1; tries <= 3; tries++) {
    await triedAndWaits(outbox, tries)
    clock.advance(uiLimits.resendMostMs)
  }
  await stateIs(outbox, 'applied')
  expect(machine.applied).toEqual([say('once')])
  expect(machine.arrivals.get(key)).toBe(2)
})

test('what may be done only in some minutes is refused, with the time from when on; it does not wait without a word', async () => {
  const { machine, tab, clock } = world()
  machine.next({ refused: 'throttled', detail: { retryAfterMs: 90_000 } })
  const outbox = tab()
  const key = await outbox.send({ do: 'create', body: { agent: 'demo', cwd: '/' } })
  const again = clock.now() + 90_000
  expect(await outbox.settled(key)).toEqual({ is: 'refused', code: 'throttled', again })
  await stateIs(outbox, 'refused')
  expect(machine.arrivals.get(key)).toBe(1)
})

test('a refusal says why, and the next message is not held up by it', async () => {
  const { machine, tab } = world()
  machine.next({ refused: 'queue_full' })
  const outbox = tab()
  const key = await outbox.send(say('no'))
  expect(await outbox.settled(key)).toEqual({ is: 'refused', code: 'queue_full' })
  await outbox.send(say('yes'))
  await stateIs(outbox, 'refused', 'applied')
  await outbox.forget(key)
  await stateIs(outbox, 'applied')
})

test('an answer does not wait behind a message that cannot land', async () => {
  const { machine, tab } = world()
  machine.next('before')
  const outbox = tab()
  await outbox.send(say('stuck'))
  await triedAndWaits(outbox, 1)
  const key = await outbox.send({ do: 'stop', session: 's_1' })
  expect(await outbox.settled(key)).toMatchObject({ is: 'applied' })
  expect(machine.applied).toEqual([{ do: 'stop', session: 's_1' }])
  await stateIs(outbox, 'queued')
})

test('a reload while a message is under way sends it again, once', async () => {
  const { store, machine, ready, clock, tab } = world(false)
  const before = tab()
  const key = await before.send(say('hello'))
  const [at] = await store.entries()
  await store.put(at?.[0] ?? '', { ...Object(at?.[1]), state: { is: 'sending' }, tries: 1 })
  await machine.perform(say('hello'), key)
  before.close()
  const after = tab()
  await stateIs(after, 'queued')
  ready.value = true
  await stateIs(after, 'applied')
  expect(machine.applied).toEqual([say('hello')])
  expect(machine.arrivals.get(key)).toBe(2)
  clock.advance(DAY_MS)
})

test('of two tabs one sends; when it goes, the other takes over', async () => {
  const { machine, ready, tab } = world(false)
  const first = tab()
  const second = tab()
  const keys = [await first.send(say('a')), await second.send(say('b'))]
  await stateIs(first, 'queued', 'queued')
  await stateIs(second, 'queued', 'queued')
  ready.value = true
  await stateIs(second, 'applied', 'applied')
  expect(keys.map((key) => machine.arrivals.get(key))).toEqual([1, 1])
  first.close()
  const key = await second.send(say('c'))
  expect(await second.settled(key)).toMatchObject({ is: 'applied' })
  expect(machine.applied).toEqual([say('a'), say('b'), say('c')])
})

test('what is older than 23 h is not known, never sent again by itself, and can be asked about', async () => {
  const { clock, machine, ready, tab } = world()
  machine.next('after', 'before')
  const outbox = tab()
  const landed = await outbox.send(say('landed'))
  const lost = await outbox.send(say('lost', 's_2'))
  await triedAndWaits(outbox, 1)
  ready.value = false
  clock.advance(23 * HOUR_MS + 1)
  ready.value = true
  await stateIs(outbox, 'not_known', 'not_known')
  expect(machine.arrivals.get(landed)).toBe(1)
  await outbox.check(landed)
  await outbox.check(lost)
  expect(outbox.entries.value.map(({ state }) => state)).toMatchObject([
    { is: 'applied' },
    { is: 'refused', code: 'command_not_found' },
  ])
})

test('past the machine’s memory nothing is known by asking; sending again is a new command', async () => {
  const { clock, machine, ready, tab } = world()
  machine.next('after')
  const outbox = tab()
  const key = await outbox.send(say('old'))
  await triedAndWaits(outbox, 1)
  ready.value = false
  clock.advance(24 * HOUR_MS)
  machine.forget()
  ready.value = true
  await stateIs(outbox, 'not_known')
  await outbox.check(key)
  expect(statesOf(outbox)).toEqual(['not_known'])
  const again = await outbox.sendAgain(key)
  expect(again).not.toBe(key)
  await stateIs(outbox, 'applied')
})

test('a cancel that could not leave in time does not end another turn later', async () => {
  const { clock, machine, ready, tab } = world(false)
  const outbox = tab()
  await outbox.send({ do: 'cancel', session: 's_1' })
  clock.advance(uiLimits.cancelMs)
  ready.value = true
  await stateIs(outbox, 'refused')
  expect(machine.applied).toEqual([])
})

test('what another account or machine left is not touched', async () => {
  const { store, tab } = world()
  await store.put('fairlead-outbox/u_bob/m_desk/1/k', { key: 'k' })
  const outbox = tab()
  const key = await outbox.send(say('mine'))
  await outbox.settled(key)
  expect(outbox.entries.value).toHaveLength(1)
  expect(await store.get('fairlead-outbox/u_bob/m_desk/1/k')).toEqual({ key: 'k' })
})

test('a message leaves too when its echo was on the screen before the answer to it came', async () => {
  const { store, tab } = world()
  const outbox = tab()
  outbox.seen('s_1', 1)
  await outbox.send(say('hello'))
  await stateIs(outbox)
  expect(await store.entries()).toEqual([])
})
