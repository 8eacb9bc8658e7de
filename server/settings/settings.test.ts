import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { createAuditStore } from '../audit/store.ts'
import { openDatabase } from '../db/open.ts'
import { createSettingsStore } from '../db/settings-store.ts'
import { createTransact } from '../db/transact.ts'
import { authorityLimits } from '../limits.ts'
import { type FixedSettings, rowOf, type SettingName, settingNames } from './rows.ts'
import { createSettings } from './settings.ts'

async function rig(fixed: FixedSettings = {}) {
  const home = await tempHome()
  const opened = openDatabase(join(home.path, 'authority.db'))
  if (opened.kind !== 'opened') throw new Error(opened.message)
  const { db } = opened
  const [store, audit, clock] = [createSettingsStore(db), createAuditStore(db), fakeClock()]
  const transact = createTransact({ db, clock })
  const settings = createSettings({ store, fixed, audit, limits: authorityLimits })
  const by = { user: 'u_ada', device: null, address: null }
  return {
    settings,
    store,
    clock,
    change: (change: Record<string, string | null>) => transact((work) => settings.change(work, by, change)),
    async [Symbol.asyncDispose]() {
      db.close()
      await home.remove()
    },
  }
}

test('without anything set nobody signs up, no letter is sent, and everybody has what anybody may have', async () => {
  await using it = await rig()
  expect(it.settings.registration()).toBe('closed')
  expect(it.settings.domains()).toEqual([])
  expect(it.settings.machineLimit()).toBe(50)
  expect(it.settings.mail()).toBe(null)
  expect(it.settings.mailChangedAt()).toBe(null)
})

test('the environment stands over the database, which stands over what is assumed', async () => {
  await using it = await rig({ registration: 'invite' })
  it.store.set('registration', 'open')
  it.store.set('smtp_port', '465')
  it.store.set('smtp_host', 'smtp.example.org')
  it.store.set('smtp_from', 'fairlead@example.org')
  expect(it.settings.registration()).toBe('invite')
  expect(it.settings.mail()).toEqual({
    host: 'smtp.example.org',
    port: 465,
    user: null,
    password: null,
    from: 'fairlead@example.org',
    tls: 'required',
  })
})

test('a change that moves letters is remembered with its time, and one that does not is not', async () => {
  await using it = await rig()
  expect(it.change({ registration: 'open', smtp_from: 'a@example.org' }).ok).toBe(true)
  expect(it.settings.mailChangedAt()).toBe(null)
  for (const [name, value] of [
    ['smtp_host', 'smtp.example.org'],
    ['smtp_user', 'fairlead'],
    ['smtp_port', '465'],
    ['smtp_tls', 'off'],
  ] as const) {
    it.clock.advance(1000)
    expect(it.change({ [name]: value }).ok).toBe(true)
    expect(it.settings.mailChangedAt()).toBe(it.clock.now())
  }
  // The same again moves nothing.
  const at = it.clock.now()
  it.clock.advance(1000)
  it.change({ smtp_host: 'smtp.example.org' })
  expect(it.settings.mailChangedAt()).toBe(at)
})

test('all of a change or nothing', async () => {
  await using it = await rig()
  expect(it.change({ registration: 'open', machine_limit: '-1' }).ok).toBe(false)
  expect(it.settings.registration()).toBe('closed')
  expect(it.change({ registration: 'open', machine_limit: '7' }).ok).toBe(true)
  expect(it.settings.machineLimit()).toBe(7)
  expect(it.change({ machine_limit: null }).ok).toBe(true)
  expect(it.settings.machineLimit()).toBe(50)
})

const bad: Readonly<Record<SettingName, readonly string[]>> = {
  registration: ['', 'OPEN', 'sometimes'],
  registration_domains: ['', ',', 'localhost', 'a b', '@example.org', 'example..org', '*.example.org'],
  machine_limit: ['', '-1', '1.5', '51', '1e1', ' 1'],
  smtp_host: ['', 'a host', 'http://x', 'x/y', '-x', 'x:25'],
  smtp_port: ['', '0', '65536', 'smtp'],
  smtp_user: ['', 'a\nb', 'a\rb'],
  smtp_password: ['', 'a\nb'],
  smtp_from: ['', 'nobody', 'a@b\r\nBcc: c@d', 'x <a@b>\nTo: c@d', '<a@b> c', 'a@b, c@d'],
  smtp_tls: ['', 'yes', 'none'],
}

test.each(settingNames)('%s takes its example and nothing that is not its kind', async (name) => {
  await using it = await rig()
  expect(it.change({ [name]: rowOf(name).example ?? '' })).toEqual({ ok: true, value: [name] })
  for (const value of bad[name]) {
    const refused = it.change({ [name]: value })
    expect([value, refused.ok ? 'taken' : refused.error.code]).toEqual([value, 'invalid_request'])
  }
})
