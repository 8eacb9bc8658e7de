/** `fairlead admin`, as whoever runs an authority has it: a real authority, and command lines here and elsewhere. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createWorld, PASSWORD, type World } from '../../e2e/testing/world.ts'

setDefaultTimeout(60_000)

let world: World
beforeAll(async () => {
  world = await createWorld(process.env, `admin-${process.pid}`)
})
afterAll(() => world.end())

const admin = (words: readonly string[], stdin?: string) =>
  world.json(world.device, ['admin', ...words], stdin)

test('somebody is invited by a link, comes, is disabled and enabled, and is deleted', async () => {
  const invited = await admin(['invite', 'bob', '--email', 'bob@example.org'])
  expect(invited).toMatchObject({ mailed: false, user: { name: 'bob', hasPassword: false } })
  const again = await admin(['invite', 'bob'])
  expect(again.link).toStartWith(`${world.origin}/invite#ft_`)
  expect(again.link).not.toBe(invited.link)
  const set = await fetch(`${world.origin}/v1/invite`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-fairlead-client': 'cli' },
    body: JSON.stringify({ token: again.link.split('#')[1], password: PASSWORD }),
  })
  expect(set.status).toBe(200)
  expect(await world.refused(world.device, ['admin', 'invite', 'bob'])).toMatchObject({
    code: 'password_set',
  })
  const bob = world.at('bob')
  await world.json(bob, ['sign-in', '--url', world.origin, '--name', 'bob'], PASSWORD)
  expect(await world.refused(bob, ['admin', 'settings'])).toEqual({ exit: 3, code: 'forbidden' })
  expect(await admin(['limit', 'bob', '3'])).toMatchObject({ machineLimit: 3 })
  expect(await admin(['limit', 'bob', 'default'])).toMatchObject({ ownMachineLimit: null })
  expect(await admin(['admin', 'bob', 'on'])).toMatchObject({ admin: true })
  expect(await admin(['admin', 'bob', 'off'])).toMatchObject({ admin: false })
  await admin(['disable', 'bob'])
  expect(await world.refused(bob, ['machines'])).toMatchObject({ code: 'user_disabled' })
  await admin(['enable', 'bob'])
  await world.json(bob, ['sign-in', '--url', world.origin, '--name', 'bob'], PASSWORD)
  expect(await world.json(bob, ['machines'])).toEqual([])
  await admin(['delete', 'bob', '--yes'])
  expect(await world.refused(bob, ['machines'])).toMatchObject({ code: 'user_deleted' })
  expect(await world.refused(world.device, ['admin', 'disable', 'ada'])).toMatchObject({
    code: 'own_account',
  })
  expect(await world.refused(world.device, ['admin', 'disable', 'bob'])).toMatchObject({
    code: 'user_not_found',
  })
})

test('settings are changed by name, and a secret is asked for and never shown', async () => {
  await admin(['settings', 'smtp_host=smtp.example.org', 'smtp_password'], 'hunter22')
  const settings: { name: string; value: string | null; isSet: boolean }[] = await admin(['settings'])
  expect(settings.find(({ name }) => name === 'smtp_host')?.value).toBe('smtp.example.org')
  expect(settings.find(({ name }) => name === 'smtp_password')).toMatchObject({ value: null, isSet: true })
  const inWords = await world.cli(world.device, ['admin', 'settings'])
  expect(inWords.out).toContain('smtp.example.org')
  expect(inWords.out).not.toContain('hunter22')
  expect(await world.refused(world.device, ['admin', 'settings', 'smtp_password=hunter22'])).toMatchObject({
    exit: 2,
  })
  expect(await world.refused(world.device, ['admin', 'settings', 'smtp_port=many'])).toMatchObject({
    code: 'invalid_request',
  })
  expect(await world.refused(world.device, ['admin', 'settings', 'nothing=1'])).toMatchObject({
    code: 'setting_unknown',
  })
  await admin(['settings', 'smtp_host=', 'smtp_password='])
})

test('machines, keys, mail, the relay and the records are told, also in words', async () => {
  expect(await admin(['machines'])).toMatchObject([{ label: 'box', ownerName: 'ada', enrolled: true }])
  expect(await world.refused(world.device, ['admin', 'adopt', 'box', 'ada'])).toMatchObject({
    code: 'machine_owned',
  })
  expect(await world.refused(world.device, ['admin', 'code', 'box'])).toMatchObject({
    code: 'machine_enrolled',
  })
  const { statement } = await admin(['keys'])
  expect((await admin(['keys', 'rotate'])).statement).toBe(statement + 1)
  expect((await admin(['provisioning-key', 'new'])).secret).toStartWith('fp_')
  expect(await admin(['provisioning-key'])).toMatchObject({ exists: true, madeBy: 'ada' })
  expect(await admin(['provisioning-key', 'end'])).toEqual({ ended: true })
  expect(await admin(['mail'])).toMatchObject({ on: false })
  expect(await admin(['relay'])).toMatchObject({ users: 1, machines: 1 })
  expect((await admin(['audit', '--limit', '2'])).entries).toHaveLength(2)
  expect(await admin(['circuits'])).toMatchObject({ next: null })
  for (const verb of [
    'users',
    'machines',
    'keys',
    'provisioning-key',
    'mail',
    'relay',
    'audit',
    'circuits',
  ]) {
    const { code, out, err } = await world.cli(world.device, ['admin', verb])
    expect({ verb, code, err, lines: out.trim().split('\n').length > 0 }).toEqual({
      verb,
      code: 0,
      err: '',
      lines: true,
    })
  }
  expect((await world.cli(world.device, ['admin', 'nothing'])).code).toBe(2)
})

test('on its own host a way back in is made while the authority runs, and while it does not', async () => {
  const socket = join(world.authority, 'authority', 'host.sock')
  expect(statSync(socket).mode & 0o777).toBe(0o600)
  const here = (words: readonly string[]) => world.json(world.authority, ['admin', ...words])
  const first = await here(['reset', 'ada'])
  expect(first.link).toStartWith(`${world.origin}/reset#ft_`)
  expect(await here(['users'])).toMatchObject([{ name: 'ada', admin: true }])
  expect(await world.refused(world.authority, ['admin', 'reset', 'nobody'])).toMatchObject({
    code: 'user_not_found',
  })
  expect(await world.refused(world.authority, ['admin', 'setup-link'])).toMatchObject({ code: 'set_up_done' })
  // Killed, it leaves its socket behind, where nobody listens.
  await world.killAuthority()
  const second = await here(['reset', 'ada'])
  expect(await here(['users'])).toMatchObject([{ name: 'ada' }])
  await world.startAuthority()
  const reset = (link: string) =>
    fetch(`${world.origin}/v1/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-fairlead-client': 'cli' },
      body: JSON.stringify({ token: link.split('#')[1], password: 'nine green bottles' }),
    })
  // The later one burnt the earlier.
  expect((await reset(first.link)).status).toBe(409)
  expect((await reset(second.link)).status).toBe(200)
  expect(await world.refused(world.device, ['machines'])).toMatchObject({ code: 'session_revoked' })
  expect(world.authoritySaid()).not.toContain(second.link.split('#')[1])
})

test('where there is no authority none is made', async () => {
  expect(await world.refused(world.at('empty'), ['admin', 'users'])).toEqual({ exit: 3, code: 'not_found' })
  expect(await world.refused(world.machine, ['admin', 'reset', 'ada'])).toEqual({
    exit: 3,
    code: 'not_found',
  })
  expect(await Bun.file(join(world.machine, 'authority', 'authority.db')).exists()).toBe(false)
})
