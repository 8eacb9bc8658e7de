import { expect, test } from 'bun:test'
import { createGrantStore } from '../grants/store.ts'
import { NOW, startRows } from '../testing/rows.ts'
import { createMachineStore } from './store.ts'

test('a machine is seen by who has a grant, and changed by its owner only', async () => {
  await using rows = await startRows()
  const store = createMachineStore(rows.db)
  expect(store.visible('m_desk', 'u_ada')).toBe(null)
  createGrantStore(rows.db).insert({
    user: 'u_bob',
    machine: 'm_desk',
    scopes: ['session:read'],
    grantedBy: 'u_ada',
    at: NOW,
  })
  expect(store.visible('m_desk', 'u_bob')?.label).toBe('desk')
  expect(store.list('u_bob')).toHaveLength(1)
  store.rename('m_desk', 'u_bob', 'mine')
  store.setRemoteChat('m_desk', 'u_bob', true)
  store.adopt('m_desk', 'u_bob', NOW, true)
  expect(store.get('m_desk')).toMatchObject({
    label: 'desk',
    remoteChat: false,
    revokedAt: null,
    owner: 'u_ada',
  })
  store.revoke('m_desk', NOW)
  expect([store.visible('m_desk', 'u_bob'), store.list('u_bob')]).toEqual([null, []])
})

test('rank is by when it was acquired, then by id, among those not revoked', async () => {
  await using rows = await startRows()
  const store = createMachineStore(rows.db)
  for (const [id, at] of [
    ['m_c', NOW + 1],
    ['m_b', NOW + 2],
    ['m_a', NOW + 2],
  ] as const) {
    store.insert({ id, label: id, owner: 'u_ada', local: false, at })
  }
  const ranks = () =>
    ['m_desk', 'm_c', 'm_a', 'm_b'].map((id) => {
      const acquiredAt = store.get(id)?.acquiredAt ?? 0
      return store.rank({ owner: 'u_ada', id, acquiredAt })
    })
  expect(ranks()).toEqual([0, 1, 2, 3])
  store.revoke('m_desk', NOW)
  expect(ranks().slice(1)).toEqual([0, 1, 2])
  expect(store.ownedCount('u_ada')).toBe(3)
})

test('what a machine acknowledged never goes back', async () => {
  await using rows = await startRows()
  const store = createMachineStore(rows.db)
  store.enroll('m_desk', { machineKey: 'k', signKey: 's', by: 'u_ada', statement: 2, at: NOW })
  store.acknowledged('m_desk', 4)
  store.acknowledged('m_desk', 3)
  expect(store.get('m_desk')).toMatchObject({
    statement: 4,
    machineKey: 'k',
    signKey: 's',
    enrolledBy: 'u_ada',
  })
  store.seen('m_desk', NOW + 9)
  store.announced('m_desk', { version: '1.2.3', agents: ['demo'] })
  expect(store.get('m_desk')).toMatchObject({ lastSeenAt: NOW + 9, version: '1.2.3' })
  expect([store.enrolled(), store.local()]).toEqual([['m_desk'], null])
})

test('nobody’s machine is given once, and a revoked one is nobody’s and not listed', async () => {
  await using rows = await startRows()
  const store = createMachineStore(rows.db)
  store.insert({ id: 'm_tower', label: 'Attic', owner: null, local: false, at: NOW })
  expect(store.all().map(({ id, grants }) => [id, grants])).toEqual([
    ['m_tower', 0],
    ['m_desk', 0],
  ])
  store.adopt('m_tower', 'u_ada', NOW + 1, false)
  store.adopt('m_tower', 'u_bob', NOW + 2, true)
  expect(store.get('m_tower')).toMatchObject({ owner: 'u_ada', acquiredAt: NOW + 1, remoteChat: false })
  expect(store.ownedBy('u_ada').map(({ id }) => id)).toEqual(['m_desk', 'm_tower'])
  store.revoke('m_desk', NOW + 3)
  store.revoke('m_desk', NOW + 9)
  expect(store.get('m_desk')).toMatchObject({ owner: null, revokedAt: NOW + 3 })
  store.adopt('m_desk', 'u_bob', NOW + 4, true)
  expect(store.get('m_desk')?.owner).toBe(null)
  expect(store.all().map(({ id }) => id)).toEqual(['m_tower'])
})
