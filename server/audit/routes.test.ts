import { expect, test } from 'bun:test'
import { AuditPage, CircuitPage } from '../../shared/wire/audit.ts'
import { createUserStore } from '../accounts/user-store.ts'
import { createMachineStore } from '../machines/store.ts'
import { fleetOf } from '../testing/fleet.ts'
import { type Client, enrolled, type Rig } from '../testing/rig.ts'
import { story } from '../testing/story.ts'
import { createAuditStore } from './store.ts'

/** As the relay writes one down. */
function circuit(rig: Rig, of: Client, machine: string): number {
  const { user, device } = of
  const audit = createAuditStore(rig.db)
  const id = audit.circuitOpened({ user, device, machine, at: rig.clock.now() })
  audit.circuitClosed(id, { at: rig.clock.now() + 5, reason: 'user', up: 10, down: 20 })
  return id
}

const actsOf = ({ entries }: AuditPage): string[] => entries.map(({ act }) => act)

test('an owner reads what was done to their machine, the newest first, with the names of now', async () => {
  const { rig, bob, desk } = await story()
  await using _ = rig
  const page = await bob.get(AuditPage, `/v1/machines/${desk}/audit`)
  expect(actsOf(page)).toEqual(['remote_chat_on', 'machine_enrolled', 'machine_registered'])
  expect(page.next).toBe(null)
  await bob.ask(`/v1/machines/${desk}`, { method: 'PATCH', body: { label: 'bench' } })
  const [newest] = (await bob.get(AuditPage, `/v1/machines/${desk}/audit`)).entries
  expect(newest).toMatchObject({
    act: 'machine_renamed',
    user: bob.user,
    userName: 'bob',
    device: 'laptop',
    subject: desk,
    subjectName: 'bench',
    detailName: null,
  })
})

test('a grant’s line names the person, and no name is kept of who is gone', async () => {
  const { rig, ada, bob, desk } = await story()
  await using _ = rig
  const path = `/v1/machines/${desk}/grants/${ada.user}`
  await bob.ask(path, { method: 'PUT', body: { scopes: ['session:read'] } })
  await bob.ask(path, { method: 'DELETE' })
  const read = async () => (await bob.get(AuditPage, `/v1/machines/${desk}/audit`)).entries.slice(0, 2)
  expect(await read()).toMatchObject([
    { act: 'grant_ended', detail: ada.user, detailName: 'ada' },
    { act: 'grant_changed', detail: ada.user, detailName: 'ada' },
  ])
  createUserStore(rig.db).remove(ada.user, 1)
  expect(await read()).toMatchObject([
    { detail: ada.user, detailName: null },
    { detail: ada.user, detailName: null },
  ])
})

test('pages go on where the one before ended, and lose and repeat nothing', async () => {
  const { rig, bob, desk } = await story()
  await using _ = rig
  for (let n = 0; n < 4; n++) {
    await bob.ask(`/v1/machines/${desk}`, { method: 'PATCH', body: { label: `name-${n}` } })
  }
  const whole = await bob.get(AuditPage, `/v1/machines/${desk}/audit`)
  const seen = []
  let next: number | null = null
  do {
    const from = next === null ? '' : `&before=${next}`
    const page: AuditPage = await bob.get(AuditPage, `/v1/machines/${desk}/audit?limit=3${from}`)
    seen.push(...page.entries)
    next = page.next
  } while (next !== null)
  expect(seen).toEqual(whole.entries)
  expect(seen).toHaveLength(7)
  for (const wrong of ['limit=0', 'limit=201', 'limit=1000', 'before=0', 'before=x', 'before=1e3']) {
    expect((await bob.ask(`/v1/machines/${desk}/audit?${wrong}`)).code).toBe('invalid_request')
  }
})

test('everybody reads their own acts, and nobody else’s', async () => {
  const { rig, ada, bob } = await story()
  await using _ = rig
  const mine = await bob.get(AuditPage, '/v1/audit')
  expect(actsOf(mine)).toContain('machine_registered')
  expect(mine.entries.every(({ user }) => user === bob.user)).toBe(true)
  const hers = await ada.get(AuditPage, '/v1/audit')
  expect(hers.entries.every(({ user }) => user === ada.user)).toBe(true)
})

test('who reached a machine is for its owner: nobody who shares it sees so much as their own circuits', async () => {
  const { rig, ada, bob, desk } = await story()
  await using _ = rig
  rig.addUser('eve')
  const eve = await rig.signIn('eve')
  const id = circuit(rig, ada, desk)
  expect(await bob.get(CircuitPage, `/v1/machines/${desk}/circuits`)).toMatchObject({
    circuits: [
      {
        id,
        user: ada.user,
        userName: 'ada',
        device: 'laptop',
        machineLabel: 'desk',
        reason: 'user',
        bytesUp: 10,
      },
    ],
    next: null,
  })
  const routes = rig.authority.app.routes
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/v1/admin/'))
    .map(({ path }) => path.replace(':machine', desk).replace(/:[a-zA-Z]+/, desk))
  expect(routes).toContain(`/v1/machines/${desk}/circuits`)
  for (const path of routes) {
    for (const client of [ada, eve]) {
      const { text } = await client.ask(path)
      expect([path, text.includes('openedAt'), text.includes('bytesUp')]).toEqual([path, false, false])
    }
  }
  for (const record of ['audit', 'circuits']) {
    expect((await ada.ask(`/v1/machines/${desk}/${record}`)).code).toBe('forbidden')
    expect((await eve.ask(`/v1/machines/${desk}/${record}`)).code).toBe('machine_not_found')
  }
})

test('an admin sees everything that was done, without the names of other people’s devices', async () => {
  const { rig, ada, bob, desk } = await story()
  await using _ = rig
  const attic = await enrolled(rig, ada, 'attic')
  const ids = [circuit(rig, bob, desk), circuit(rig, ada, attic)]
  const { records } = fleetOf(rig)
  const audit = records.all({ limit: '200' })
  expect(new Set(audit.entries.map(({ userName }) => userName))).toEqual(new Set(['ada', 'bob']))
  expect(audit.entries.every(({ device }) => device === null)).toBe(true)
  createMachineStore(rig.db).revoke(attic, 1)
  const page = records.allCircuits({ limit: '1' })
  expect(page.circuits).toMatchObject([{ id: ids[1], machine: attic, device: null }])
  expect(page.next).toBe(ids[1] ?? null)
  const rest = records.allCircuits({ before: String(page.next), limit: '5' })
  expect(rest.circuits).toMatchObject([{ id: ids[0], machineLabel: 'desk', device: null }])
  expect(rest.next).toBe(null)
})
