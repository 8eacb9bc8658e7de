import { expect, test } from 'bun:test'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { openSession, testCore } from '../testing/core.ts'

test('what a session was started with and what was said of it goes with the session', async () => {
  await using home = await tempHome()
  const kit = testCore({ home: home.path })
  const { sessions } = kit.core.presets
  const id = openSession(kit)
  expect(sessions.get(id)).toBeNull()
  sessions.insert(id, 'ps_1')
  expect(sessions.get(id)).toEqual({ preset: 'ps_1', route: null, said: {} })
  const route = { system: 'sy_1', environment: true, native: false, model: true, start: true }
  sessions.setRoute(id, route)
  sessions.setSaid(id, { model_not_pinned: 'no such model' })
  expect(sessions.get(id)).toEqual({ preset: 'ps_1', route, said: { model_not_pinned: 'no such model' } })
  expect([sessions.routedTo('sy_1'), sessions.routedTo('sy_2')]).toEqual([[id], []])
  kit.core.sessions.delete(id)
  expect(sessions.get(id)).toBeNull()
  kit.close()
})
