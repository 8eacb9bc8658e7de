import { expect, test } from 'bun:test'
import { DAY_MS } from '../../shared/time.ts'
import { createAuditStore } from '../audit/store.ts'
import { enrolled } from '../testing/rig.ts'
import { story } from '../testing/story.ts'
import { createRevocationStore } from './store.ts'

test('signing out tells every machine that the person may reach, until each acknowledged', async () => {
  const told = await story()
  await using rig = told.rig
  const { authorization } = rig.authority
  const attic = await enrolled(rig, told.ada, 'attic')
  const foreign = await enrolled(rig, told.bob, 'foreign')
  await told.ada.ask('/v1/logout', { method: 'POST' })
  for (const machine of [told.desk, attic]) {
    expect(authorization.revocationsFor(machine)).toMatchObject([{ sid: expect.stringMatching(/^i_/) }])
    expect(rig.relay.nudged).toContain(machine)
  }
  expect(createRevocationStore(rig.db).of(foreign)).toEqual([])
  expect(rig.relay.reauthorized.at(-1)).toMatchObject({ sub: told.ada.user })
  authorization.revocationAcked(told.desk, authorization.revocationsFor(told.desk)[0]?.id ?? 0)
  expect(authorization.revocationsFor(told.desk)).toEqual([])
  expect(authorization.revocationsFor(attic)).toHaveLength(1)
})

test('the relay is told before the answer, and not at all when the change does not hold', async () => {
  const told = await story()
  await using rig = told.rig
  const before = rig.relay.reauthorized.length
  expect((await told.ada.ask(`/v1/machines/${told.desk}`, { method: 'DELETE' })).code).toBe('forbidden')
  expect(rig.relay.reauthorized).toHaveLength(before)
})

test('a device that nobody uses retires by itself, and what it held ends', async () => {
  const told = await story()
  await using rig = told.rig
  rig.clock.advance(31 * DAY_MS)
  const devices = rig.db.query('SELECT count(*) AS n FROM devices WHERE retired_at IS NULL').get()
  expect(devices).toEqual({ n: 0 })
  expect(createAuditStore(rig.db).about(told.ada.device).at(-1)).toMatchObject({ act: 'device_retired' })
})
