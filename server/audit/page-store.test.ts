import { expect, test } from 'bun:test'
import { createUserStore } from '../accounts/user-store.ts'
import { NOW, startRows } from '../testing/rows.ts'
import { createPageStore } from './page-store.ts'
import { createAuditStore } from './store.ts'

test('a page is of one subject or one user, below an id, the newest first', async () => {
  await using rows = await startRows()
  const audit = createAuditStore(rows.db)
  const entry = { device: null, address: null } as const
  audit.append({ ...entry, at: NOW, user: 'u_ada', act: 'machine_registered', subject: 'm_desk' })
  audit.append({ ...entry, at: NOW, user: 'u_bob', act: 'sign_in', subject: null })
  audit.append({ ...entry, at: NOW, user: 'u_ada', act: 'granted', subject: 'm_desk', detail: 'u_bob' })
  const pages = createPageStore(rows.db)
  const all = { of: null, before: 100, limit: 10 }
  const desk = { ...all, of: { by: 'subject', id: 'm_desk' } } as const
  const ids = (of: Parameters<typeof pages.audit>[0]) => pages.audit(of).map(({ id }) => id)
  expect(ids(all)).toEqual([3, 2, 1])
  expect([ids(desk), ids({ ...all, of: { by: 'user', id: 'u_bob' } })]).toEqual([[3, 1], [2]])
  expect(ids({ of: null, before: 3, limit: 1 })).toEqual([2])
  createUserStore(rows.db).remove('u_bob', NOW)
  expect(pages.audit(desk)[0]).toMatchObject({
    userName: 'ada',
    subjectName: 'desk',
    detail: 'u_bob',
    detailName: null,
  })
})

test('circuits have the names of whoever and whatever is still there', async () => {
  await using rows = await startRows()
  const audit = createAuditStore(rows.db)
  const id = audit.circuitOpened({ user: 'u_bob', device: 'd_gone', machine: 'm_desk', at: NOW })
  const pages = createPageStore(rows.db)
  const ofOne = (id: string) => pages.circuits({ of: { by: 'machine', id }, before: 100, limit: 10 })
  const [circuit] = ofOne('m_desk')
  expect(circuit).toMatchObject({
    id,
    userName: 'bob',
    device: null,
    machineLabel: 'desk',
    closedAt: null,
    bytesUp: null,
  })
  expect(ofOne('m_other')).toEqual([])
  expect(pages.circuits({ of: null, before: 100, limit: 10 })).toEqual([...ofOne('m_desk')])
})
