import { expect, test } from 'bun:test'
import { Type } from '../../shared/typebox.ts'
import { RelayState, Settings, SigningKeys } from '../../shared/wire/admin.ts'
import { Machine } from '../../shared/wire/machine.ts'
import { withBob } from '../testing/admin-story.ts'
import { enrolled, startRig } from '../testing/rig.ts'

test('the settings say who decides each, keep a secret, and hold what the environment decides', async () => {
  await using rig = await startRig({ fixed: { registration: 'invite', smtp_password: 'hunter2' } })
  const ada = await rig.firstAdmin()
  const change = (body: object) => ada.ask('/v1/admin/settings', { method: 'PATCH', body })
  const fixed = await change({ registration: 'open' })
  expect([fixed.code, fixed.text.includes('FAIRLEAD_REGISTRATION')]).toEqual(['setting_fixed', true])
  expect((await change({ nonsense: 'x' })).code).toBe('setting_unknown')
  expect((await change({ issuer: 'x' })).code).toBe('setting_unknown')
  expect((await change({ toString: 'x' })).code).toBe('setting_unknown')
  const bad = await change({ smtp_host: 'mail.example.org', smtp_port: 'many' })
  expect([bad.code, bad.text.includes('body/smtp_port')]).toEqual(['invalid_request', true])
  const { settings } = await ada.get(Settings, '/v1/admin/settings')
  const of = (name: string) => settings.find((one) => one.name === name)
  expect(of('registration')).toMatchObject({ value: 'invite', from: 'environment' })
  expect(of('smtp_host')).toMatchObject({ value: null, isSet: false, from: 'default' })
  expect(of('smtp_password')).toMatchObject({ value: null, isSet: true, secret: true, from: 'environment' })
  expect((await change({ smtp_host: 'mail.example.org' })).text).not.toContain('hunter2')
  expect(rig.db.query(`SELECT detail FROM audit WHERE act = 'setting_changed'`).all()).toEqual([
    { detail: 'smtp_host' },
  ])
})

test('a new number for everybody is one for the machines that run', async () => {
  const { rig, ada, bob } = await withBob()
  await using _rig = rig
  const desk = await enrolled(rig, bob, 'desk')
  rig.relay.reauthorized.length = 0
  await ada.get(Settings, '/v1/admin/settings', { method: 'PATCH', body: { machine_limit: '0' } })
  expect(rig.relay.reauthorized).toContainEqual({ machine: desk })
  expect(await bob.get(Type.Array(Machine), '/v1/machines')).toMatchObject([{ overLimit: true }])
})

test('signing keys rotate, are told to machines, and are listed without their secret halves', async () => {
  const { rig, ada, bob } = await withBob()
  await using _rig = rig
  const desk = await enrolled(rig, bob, 'desk')
  const before = await ada.get(SigningKeys, '/v1/admin/signing-keys')
  const after = await ada.get(SigningKeys, '/v1/admin/signing-keys', { method: 'POST' })
  expect(after.keys).toHaveLength(before.keys.length + 1)
  expect(after.keys.map(({ newest }) => newest)).toEqual([true, ...before.keys.map(() => false)])
  expect(after).toMatchObject({ statement: before.statement + 1, behind: 1 })
  expect(rig.relay.nudged).toContain(desk)
  expect(Object.keys(after.keys[0] ?? {})).toEqual(['kid', 'createdAt', 'newest'])
})

test('the relay is told in numbers, and where no letters are sent a test says so', async () => {
  const { rig, ada } = await withBob()
  await using _rig = rig
  expect(await ada.get(RelayState, '/v1/admin/relay')).toEqual({
    tunnels: 0,
    circuits: 0,
    backlogBytes: 0,
    machines: 0,
    users: 2,
  })
  const none = await ada.ask('/v1/admin/mail/test', { method: 'POST' })
  expect(none.code).toBe('invalid_request')
  rig.db
    .query('UPDATE users SET email = ?, email_verified_at = 1 WHERE id = ?')
    .run('ada@example.org', ada.user)
  expect((await ada.ask('/v1/admin/mail/test', { method: 'POST' })).code).toBe('mail_off')
})
