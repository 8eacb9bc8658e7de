/** A database with rows that tests of stores stand on: two users, and a machine of the first. */
import type { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { openDatabase } from '../db/open.ts'
import { createMachineStore } from '../machines/store.ts'

export const NOW = 1_800_000_000_000

export interface Rows extends AsyncDisposable {
  db: Database
}

export async function startRows(): Promise<Rows> {
  const home = await tempHome()
  const opened = openDatabase(join(home.path, 'authority.db'))
  if (opened.kind !== 'opened') throw new Error(opened.message)
  const { db } = opened
  for (const name of ['ada', 'bob']) {
    createUserStore(db).insert({
      id: `u_${name}`,
      name,
      admin: name === 'ada',
      createdAt: NOW,
      passwordHash: `hash of ${name}`,
    })
  }
  createMachineStore(db).insert({ id: 'm_desk', label: 'desk', owner: 'u_ada', local: false, at: NOW })
  return {
    db,
    async [Symbol.asyncDispose]() {
      db.close()
      await home.remove()
    },
  }
}
