/** A machine shared between two people, from the command line of each: given, used, taken away. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAuthority, unwrap } from '../cli/client.ts'
import { signedIn } from '../cli/remote/account.ts'
import { createWorld, PASSWORD, type World } from './testing/world.ts'

setDefaultTimeout(60_000)

let world: World
let bob: string
let bobsId: string
beforeAll(async () => {
  world = await createWorld(process.env, `sharing-${process.pid}`)
  bob = world.at('bob')
  const authority = connectAuthority(signedIn(world.device))
  const { link, user } = await unwrap(authority.v1.admin.users.post({ name: 'bob' }))
  const token = link?.split('#')[1] ?? ''
  await unwrap(
    connectAuthority({ origin: world.origin, token: null }).v1.invite.post({ token, password: PASSWORD }),
  )
  await world.json(bob, ['sign-in', '--url', world.origin, '--name', 'bob'], PASSWORD)
  bobsId = user.id
})
afterAll(() => world.end())

/** Runs what waits for the machine’s lock, and lets it in as its owner. */
async function letIn(home: string, args: readonly string[]): Promise<ReturnType<typeof JSON.parse>> {
  const waiting = world.start(home, [...args, '--json'])
  for await (const bytes of waiting.stderr) {
    const code = /^ {2}([0-9a-z]{10}) /m.exec(new TextDecoder().decode(bytes))?.[1]
    if (code === undefined) continue
    await world.json(world.device, ['devices', 'approve', code, '--machine', 'box'])
    break
  }
  const out = await new Response(waiting.stdout).text()
  expect(await waiting.exited).toBe(0)
  return JSON.parse(out)
}

test('nobody has what nobody gave them, and an id that is none names nobody', async () => {
  expect(await world.json(bob, ['machines'])).toEqual([])
  expect(await world.refused(bob, ['share', 'box'])).toMatchObject({ code: 'machine_not_found' })
  expect(await world.refused(world.device, ['share', 'box', 'u_nobody'])).toMatchObject({
    code: 'user_not_found',
  })
})

test('what was given is used through the relay, and ends at once when it is taken away', async () => {
  const given = await world.json(world.device, ['share', 'box', bobsId, '--may', 'read,write'])
  expect(given).toMatchObject({ name: 'bob', scopes: ['session:read', 'session:write'], owner: false })
  expect(await world.json(bob, ['machines'])).toMatchObject([{ label: 'box', owned: false, owner: 'ada' }])
  expect(await letIn(bob, ['sessions', '--machine', 'box'])).toEqual([])
  const made = ['new', '--machine', 'box', '--agent', 'demo', '--cwd', world.at('work')]
  const session = await world.json(bob, made)
  const view = world.start(bob, ['events', session.id, '--machine', 'box', '--follow', '--json'])
  await view.stdout.getReader().read()
  expect(await world.refused(bob, ['share', 'box'])).toMatchObject({ code: 'forbidden' })
  expect(await world.json(world.device, ['share', 'box', bobsId, '--end'])).toEqual({ ended: bobsId })
  expect(await view.exited).not.toBe(0)
  expect(await world.refused(bob, ['sessions', '--machine', 'box'])).toMatchObject({
    code: 'machine_not_found',
  })
  expect(await world.json(world.device, ['share', 'box'])).toMatchObject([{ name: 'ada', owner: true }])
})

test('who reached a machine, and what was done to it, is on record for its owner', async () => {
  const { circuits } = await world.json(world.device, ['machines', 'circuits', 'box'])
  expect(circuits).toContainEqual(expect.objectContaining({ userName: 'bob', reason: 'revoked' }))
  const { entries } = await world.json(world.device, ['machines', 'acts', 'box'])
  expect(entries.map(({ act }: { act: string }) => act)).toEqual(
    expect.arrayContaining(['granted', 'grant_ended']),
  )
  expect(entries[0]).toMatchObject({ act: 'grant_ended', userName: 'ada', detailName: 'bob' })
})

test('a machine that was shared with somebody is theirs to leave', async () => {
  await world.json(world.device, ['share', 'box', bobsId])
  expect(await world.json(bob, ['share', 'box', '--leave'])).toMatchObject({ left: expect.any(String) })
  expect(await world.json(bob, ['machines'])).toEqual([])
})
