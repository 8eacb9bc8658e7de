import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createAuditStore } from './store.ts'

test('what was done is kept in order, and outlives who did it', async () => {
  await using rows = await startRows()
  const audit = createAuditStore(rows.db)
  const entry = { at: NOW, user: 'u_bob', device: null, address: '192.0.2.1', subject: 'm_1' } as const
  audit.append({ ...entry, act: 'machine_registered' })
  audit.append({ ...entry, act: 'machine_revoked' })
  rows.db.run(`DELETE FROM users WHERE id = 'u_bob'`)
  expect(audit.about('m_1').map(({ act }) => act)).toEqual(['machine_registered', 'machine_revoked'])
  expect(audit.about('m_2')).toEqual([])
})

test('a circuit closes once, and one that a process left open is lost', async () => {
  await using rows = await startRows()
  const audit = createAuditStore(rows.db)
  const circuit = { user: 'u_ada', device: 'd_1', machine: 'm_desk', at: NOW }
  const first = audit.circuitOpened(circuit)
  audit.circuitOpened(circuit)
  audit.circuitClosed(first, { at: NOW + 1, reason: 'user', up: 10, down: 20 })
  audit.circuitClosed(first, { at: NOW + 2, reason: 'revoked', up: 0, down: 0 })
  audit.closeLeftOpen(NOW + 3)
  expect(audit.circuitsOf('m_desk')).toMatchObject([
    { id: first, closedAt: NOW + 1, reason: 'user' },
    { closedAt: NOW + 3, reason: 'connection_lost' },
  ])
})
