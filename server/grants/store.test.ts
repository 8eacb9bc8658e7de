import { expect, test } from 'bun:test'
import { createMachineStore } from '../machines/store.ts'
import { NOW, startRows } from '../testing/rows.ts'
import { createGrantStore } from './store.ts'

test('a grant is one user’s on one machine, in scopes that this version knows', async () => {
  await using rows = await startRows()
  const grants = createGrantStore(rows.db)
  const grant = { machine: 'm_desk', grantedBy: 'u_ada', at: NOW }
  grants.insert({ ...grant, user: 'u_ada', scopes: ['machine:admin', 'session:read'] })
  grants.insert({ ...grant, user: 'u_bob', scopes: ['session:read'] })
  rows.db.run(`UPDATE grants SET scopes = scopes || ' something:new'`)
  expect(grants.scopes('u_ada', 'm_desk')).toEqual(['session:read', 'machine:admin'])
  expect(grants.scopes('u_bob', 'm_desk')).toEqual(['session:read'])
  expect([grants.scopes('u_bob', 'm_other'), grants.scopes('u_eve', 'm_desk')]).toEqual([null, null])
  expect(grants.usersOf('m_desk')).toEqual(['u_ada', 'u_bob'])
  expect(grants.machinesOf('u_bob')).toEqual([])
  createMachineStore(rows.db).enroll('m_desk', {
    machineKey: 'k',
    signKey: 's',
    by: null,
    statement: 1,
    at: NOW,
  })
  expect(grants.machinesOf('u_bob')).toEqual(['m_desk'])
  grants.dropMachine('m_desk')
  expect(grants.usersOf('m_desk')).toEqual([])
})

test('a grant is changed and ended for one person, and a revoked machine is nobody’s any more', async () => {
  await using rows = await startRows()
  const grants = createGrantStore(rows.db)
  const grant = { machine: 'm_desk', scopes: ['session:read'], grantedBy: 'u_ada' } as const
  grants.insert({ ...grant, user: 'u_bob', at: NOW + 1 })
  grants.insert({ ...grant, user: 'u_ada', at: NOW })
  grants.setScopes('u_bob', 'm_desk', ['session:read', 'session:write'])
  expect(grants.of('m_desk')).toEqual([
    { user: 'u_ada', machine: 'm_desk', scopes: ['session:read'], createdAt: NOW },
    { user: 'u_bob', machine: 'm_desk', scopes: ['session:read', 'session:write'], createdAt: NOW + 1 },
  ])
  expect(grants.ofUser('u_bob').map(({ machine }) => machine)).toEqual(['m_desk'])
  grants.drop('u_ada', 'm_desk')
  expect(grants.usersOf('m_desk')).toEqual(['u_bob'])
  createMachineStore(rows.db).revoke('m_desk', NOW)
  expect(grants.ofUser('u_bob')).toEqual([])
})
