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
