import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { openDatabase } from '../db/open.ts'
import { createCredentialStore } from './store.ts'

test('one row a variable: replaced, listed by name, removed once', async () => {
  await using home = await tempHome()
  const opened = openDatabase(join(home.path, 'daemon.db'))
  if (opened.kind !== 'opened') throw new Error(opened.message)
  const store = createCredentialStore(opened.db)
  const sealed = Uint8Array.of(1, 2, 3)
  store.put({ agent: 'codex', variable: 'B', sealed, setAt: 1 })
  store.put({ agent: 'codex', variable: 'A', sealed, setAt: 2 })
  store.put({ agent: 'codex', variable: 'B', sealed: Uint8Array.of(9), setAt: 3 })
  store.put({ agent: 'other', variable: 'A', sealed, setAt: 4 })
  expect(store.of('codex')).toEqual([
    { agent: 'codex', variable: 'A', sealed, setAt: 2 },
    { agent: 'codex', variable: 'B', sealed: Uint8Array.of(9), setAt: 3 },
  ])
  expect(store.remove('codex', 'A')).toBe(true)
  expect(store.remove('codex', 'A')).toBe(false)
  expect(store.of('other')).toHaveLength(1)
  opened.db.close()
})
