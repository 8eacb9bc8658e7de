import { expect, test } from 'bun:test'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { memoryStore } from '../api/keyed-store.ts'
import { uiLimits } from '../limits.ts'
import { createDrafts } from './drafts.ts'

function page(store = memoryStore()) {
  const clock = fakeClock()
  return { store, clock, drafts: createDrafts({ store, name: 'u_1/m_1', clock, limits: uiLimits }) }
}

test('a draft is written down shortly after the last key, and is there after a reload', async () => {
  const { store, clock, drafts } = page()
  const draft = drafts.of('s_1')
  draft.set('hel')
  clock.advance(uiLimits.draftAfterMs - 1)
  draft.set('hello')
  expect(await store.entries()).toEqual([])
  await clock.settle(uiLimits.draftAfterMs)
  expect(await store.entries()).toEqual([['u_1/m_1/s_1', 'hello']])
  const again = page(store)
  const reloaded = again.drafts.of('s_1')
  await again.clock.settle()
  expect(reloaded.text.value).toBe('hello')
  expect(again.drafts.of('s_2').text.value).toBe('')
})

test('a page that goes away writes at once; what was sent is gone', async () => {
  const { store, drafts } = page()
  drafts.of('s_1').set('unsent')
  await drafts.flush()
  expect(await store.get('u_1/m_1/s_1')).toBe('unsent')
  drafts.of('s_1').clear()
  await drafts.flush()
  expect(await store.entries()).toEqual([])
})

test('a choice is written down at once: the page may be gone before a pause comes', async () => {
  const { store, clock, drafts } = page()
  drafts.of('new/agent').keep('demo')
  await clock.settle()
  expect(await store.get('u_1/m_1/new/agent')).toBe('demo')
})

test('a refused text comes back before what was typed since', () => {
  const { drafts } = page()
  const draft = drafts.of('s_1')
  draft.putBack('first')
  expect(draft.text.value).toBe('first')
  draft.putBack('zeroth')
  expect(draft.text.value).toBe('zeroth\nfirst')
})

test('what is typed before the kept draft was read is not written over by it', async () => {
  const { store, clock, drafts } = page()
  await store.put('u_1/m_1/s_1', 'old')
  const draft = drafts.of('s_1')
  draft.set('new')
  await clock.settle()
  expect(draft.text.value).toBe('new')
})
