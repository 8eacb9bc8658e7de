import { expect, test } from 'bun:test'
import { AdminMachines } from '../../shared/wire/admin.ts'
import { withBob } from '../testing/admin-story.ts'
import { enrolled } from '../testing/rig.ts'

test('an admin sees every machine, takes none from its owner, sets none up anew, and may revoke', async () => {
  const { rig, ada, bob } = await withBob()
  await using _rig = rig
  const desk = await enrolled(rig, bob, 'desk')
  const path = `/v1/admin/machines/${desk}`
  const { machines } = await ada.get(AdminMachines, '/v1/admin/machines')
  expect(machines).toMatchObject([{ id: desk, ownerName: 'bob', enrolled: true, online: false }])
  const adopted = await ada.ask(`${path}/adoption`, { body: { owner: ada.user } })
  expect(adopted.code).toBe('machine_owned')
  expect((await ada.ask(`${path}/code`, { method: 'POST' })).code).toBe('machine_enrolled')
  expect((await ada.ask('/v1/admin/machines/m_none/code', { method: 'POST' })).code).toBe('machine_not_found')
  expect((await ada.ask(path, { method: 'DELETE' })).status).toBe(200)
  expect((await ada.get(AdminMachines, '/v1/admin/machines')).machines).toEqual([])
  expect(rig.relay.reauthorized).toContainEqual({ machine: desk })
})
