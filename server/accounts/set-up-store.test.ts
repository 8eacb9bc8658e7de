import { expect, test } from 'bun:test'
import { NOW, startRows } from '../testing/rows.ts'
import { createSetUpStore } from './set-up-store.ts'

test('one link can be used at a time, once, until it is too old', async () => {
  await using rows = await startRows()
  const links = createSetUpStore(rows.db)
  const link = (tokenHash: string) => ({ tokenHash, createdAt: NOW, expiresAt: NOW + 100 })
  links.insert(link('a'))
  expect(links.isUsable('a', NOW)).toBe(true)
  links.insert(link('b'))
  expect(links.isUsable('a', NOW)).toBe(false)
  expect([links.isUsable('b', NOW + 99), links.isUsable('b', NOW + 100)]).toEqual([true, false])
  links.use('b', NOW)
  expect(links.isUsable('b', NOW)).toBe(false)
  links.forgetBefore(NOW + 101)
  expect(rows.db.query('SELECT count(*) AS n FROM set_up_links').get()).toEqual({ n: 0 })
})
