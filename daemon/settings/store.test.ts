import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { Value } from '../../shared/typebox.ts'
import { MachineSettings } from '../../shared/wire/settings.ts'
import { daemonLimits } from '../limits.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { createSettingsStore } from './store.ts'

let home: TempHome
let kit: TestCore
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const defaults = {
  parkAfterMs: 30 * MINUTE_MS,
  permissionTimeoutMs: null,
  askQuestions: true,
  bringBack: true,
  maxLiveSessions: 12,
  maxActiveTurns: 5,
}

test('a machine nobody set anything on has the defaults', () => {
  const settings = createSettingsStore(kit.db, daemonLimits).get()
  expect(settings).toEqual(defaults)
  expect(Value.Check(MachineSettings, settings)).toBe(true)
})

test('what was set is there after a restart, null included, and the rest stays as it was', () => {
  const store = createSettingsStore(kit.db, daemonLimits)
  store.set({ parkAfterMs: null })
  store.set({ maxLiveSessions: 3 })
  kit.close()
  kit = testCore({ home: home.path })
  const again = createSettingsStore(kit.db, daemonLimits).get()
  expect(again).toEqual({ ...defaults, parkAfterMs: null, maxLiveSessions: 3 })
})
