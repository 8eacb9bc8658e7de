import { expect, test } from 'bun:test'
import { HOUR_MS } from '../../shared/time.ts'
import type { AuditEntry, CircuitEntry } from '../../shared/wire/audit.ts'
import { actDetail, actWords, circuitDetail } from './record-words.ts'

const shared: AuditEntry = {
  id: 7,
  at: 0,
  user: 'u_a',
  userName: 'ada',
  device: 'Firefox, Linux',
  address: '192.0.2.7',
  act: 'granted',
  subject: 'm_a',
  subjectName: 'attic',
  detail: 'u_b',
  detailName: 'bob',
}

test('an act says whom it was about, who did it and from where, and the machine only beside others', () => {
  expect(actWords('granted')).toBe('Shared')
  expect(actDetail(shared, 'm_a')).toBe('bob · by ada · Firefox, Linux · from 192.0.2.7')
  expect(actDetail({ ...shared, device: null }, null)).toBe('attic · bob · by ada · from 192.0.2.7')
})

test('whoever is gone is said to be, and what only has an id keeps it', () => {
  const gone = { ...shared, userName: null, detailName: null, device: null, address: null }
  expect(actDetail(gone, 'm_a')).toBe('u_b · by somebody who is gone')
})

test('an act of a later version goes by its own name', () => {
  expect(actWords('moon_phase_changed')).toBe('moon_phase_changed')
})

const circuit: CircuitEntry = {
  id: 1,
  user: 'u_b',
  userName: 'bob',
  device: null,
  machine: 'm_a',
  machineLabel: 'attic',
  openedAt: 0,
  closedAt: null,
  reason: null,
  bytesUp: null,
  bytesDown: null,
}

test('a connection says how long it was open, why it is over and what went through', () => {
  expect(circuitDetail(circuit)).toBe('open now')
  const over = { ...circuit, closedAt: 2 * HOUR_MS, reason: 'revoked', bytesUp: 512, bytesDown: 2048 }
  expect(circuitDetail(over)).toBe('open for 2 h · access ended · 512 B up, 2.0 KiB down')
})
