import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { waitFor } from '../../shared/testing/wait-for.ts'
import { demoCommand } from '../testing/puppet.ts'
import { data, mustStart, type Rig, until } from '../testing/rig.ts'

const BOUND_MS = 20_000

let home: TempHome
let rig: Rig

beforeEach(async () => {
  home = await tempHome()
})
afterEach(async () => {
  await rig.stop('all')
  await home.remove()
})

const start = (housekeepingPauseMs: number): Promise<Rig> =>
  mustStart({ home: home.path, env: { FAIRLEAD_AGENT_DEMO: demoCommand() }, limits: { housekeepingPauseMs } })

test('a daemon that is killed after a deletion leaves it to its successor to take the rows away', async () => {
  rig = await start(BOUND_MS * 10)
  const { id } = data(
    await rig.api.v1.sessions.post({ agent: 'demo', cwd: home.path, text: 'say: to be forgotten' }),
  )
  await until(rig, id, (event) => event.type === 'turn_result')
  data(await rig.api.v1.sessions({ session: id }).delete())
  await rig.kill()
  using db = new Database(join(home.path, 'daemon.db'), { readonly: true, strict: true })
  const rows = (): number[] =>
    ['events', 'messages', 'runs'].map(
      (table) => db.query(`SELECT 1 FROM ${table} WHERE session = ?`).all(id).length,
    )
  expect(rows().every((count) => count > 0)).toBe(true)
  rig = await start(1)
  expect(data(await rig.api.v1.sessions.get())).toEqual([])
  expect(data(await rig.api.v1.search.get({ query: { q: 'forgotten' } })).hits).toEqual([])
  await waitFor('the rows to go', BOUND_MS, () => rows().every((count) => count === 0))
  expect(db.query('SELECT 1 FROM sessions WHERE id = ?').get(id)).toBeNull()
}, 60_000)
