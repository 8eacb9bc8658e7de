import { afterEach, expect, test } from 'bun:test'
import { signal } from '@preact/signals'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { type KeyedStore, memoryStore } from '../api/keyed-store.ts'
import { uiLimits } from '../limits.ts'
import { createDrafts } from '../state/drafts.ts'
import { createOutbox, type Outbox } from '../state/outbox.ts'
import { until } from '../state/pause.ts'
import { fakeMachine } from '../state/testing/fake-machine.ts'
import { fakeBrowser } from '../state/testing/fake-tabs.ts'
import { createSessionActs, type SessionActs } from './session-acts.ts'

const SHOWN = 'a'.repeat(64)
const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

function world() {
  const store = memoryStore()
  const drafts = memoryStore()
  const clock = fakeClock()
  const machine = fakeMachine()
  const newTab = fakeBrowser()
  let seed = 1
  const tab = (outboxStore: KeyedStore = store) => {
    const outbox: Outbox = createOutbox({
      store: outboxStore,
      name: 'fairlead-outbox/u_ada/m_desk',
      perform: machine.perform,
      check: machine.check,
      ready: signal(true),
      tabs: newTab(),
      clock,
      random: seededRandom(seed++),
      limits: uiLimits,
    })
    const kept = createDrafts({ store: drafts, name: 'u_ada/m_desk', clock, limits: uiLimits })
    const acts: SessionActs = createSessionActs({ outbox, drafts: kept }, 's_1', clock.now())
    open.push(outbox, acts)
    return { outbox, acts, draft: kept.of('s_1') }
  }
  return { machine, clock, tab }
}

const never = new AbortController().signal
const empty = (outbox: Outbox): Promise<void> => until(outbox.entries, ({ length }) => length === 0, never)

test('a sent text leaves the composer once it is stored', async () => {
  const { machine, tab } = world()
  const { acts, draft, outbox } = tab()
  draft.set('hello')
  await acts.send('hello')
  expect(draft.text.value).toBe('')
  await until(outbox.entries, ([entry]) => entry?.state.is === 'applied', never)
  expect(machine.applied).toMatchObject([{ do: 'prompt', text: 'hello' }])
})

test('a refused text is in the composer again, before what was typed since, and the reason is said', async () => {
  const { machine, tab } = world()
  const { acts, draft, outbox } = tab()
  machine.next({ refused: 'queue_full' })
  await acts.send('first')
  draft.set('typed since')
  await until(acts.refused, (words) => words !== null, never)
  expect(draft.text.value).toBe('first\ntyped since')
  expect(acts.refused.value).toContain('Too many messages')
  await empty(outbox)
})

test('what this browser cannot store stays in the composer', async () => {
  const { tab } = world()
  const full: KeyedStore = {
    ...memoryStore(),
    put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  }
  const { acts, draft } = tab(full)
  draft.set('hello')
  await acts.send('hello')
  expect(draft.text.value).toBe('hello')
  expect(acts.refused.value).toContain('could not keep it')
})

test('a message taken back is in the composer again; one that the agent has already is not', async () => {
  const { machine, tab } = world()
  const { acts, draft, outbox } = tab()
  acts.takeBack(3, 'never mind')
  await until(draft.text, (text) => text === 'never mind', never)
  machine.next({ refused: 'not_queued' })
  acts.takeBack(4, 'too late')
  await until(acts.said, ({ length }) => length === 1, never)
  expect(draft.text.value).toBe('never mind')
  expect(acts.said.value[0]?.text).toBe('Take back: This message does not wait any more: the agent has it.')
  await empty(outbox)
})

test('a refused answer stands on its ask until the next one is given', async () => {
  const { machine, tab } = world()
  const { acts, outbox } = tab()
  machine.next({ refused: 'ask_changed' })
  acts.answer('perm-1', { shown: SHOWN, option: 'yes' })
  await until(acts.failed, ({ size }) => size === 1, never)
  expect(acts.failed.value.get('perm-1')).toMatchObject({ code: 'ask_changed' })
  acts.answer('perm-1', { shown: SHOWN, option: 'yes' })
  expect(acts.failed.value.size).toBe(0)
  await until(outbox.entries, () => machine.applied.length === 1, never)
  await empty(outbox)
})

test('another refused act is said by its name, and can be dismissed', async () => {
  const { machine, tab } = world()
  const { acts } = tab()
  machine.next({ refused: 'busy' })
  acts.perform('resume')
  await until(acts.said, ({ length }) => length === 1, never)
  const [said] = acts.said.value
  expect(said?.text).toStartWith('Resume: The session is busy')
  acts.dismiss(said?.id ?? '')
  expect(acts.said.value).toEqual([])
})

test('what an earlier page gave and nobody told is told by the next one', async () => {
  const { machine, tab, clock } = world()
  const before = tab()
  before.acts.close()
  machine.next({ refused: 'queue_full' })
  const key = await before.outbox.send({ do: 'prompt', session: 's_1', text: 'of before' })
  await before.outbox.settled(key)
  before.outbox.close()
  clock.advance(1_000)
  const { draft, outbox } = tab()
  await until(draft.text, (text) => text === 'of before', never)
  await empty(outbox)
})

test('what another open tab gave is that tab’s to tell', async () => {
  const { machine, tab } = world()
  const one = tab()
  const other = tab()
  machine.next({ refused: 'queue_full' })
  await one.acts.send('of one')
  await until(one.draft.text, (text) => text === 'of one', never)
  await empty(other.outbox)
  expect(other.acts.refused.value).toBeNull()
})
