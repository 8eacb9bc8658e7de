import { expect, test } from 'bun:test'
import { startRows } from '../testing/rows.ts'
import { createSettingsStore } from './settings-store.ts'

test('a setting is what was set last, and null before', async () => {
  await using rows = await startRows()
  const settings = createSettingsStore(rows.db)
  expect(settings.get('machine_limit')).toBe(null)
  settings.set('machine_limit', '5')
  settings.set('machine_limit', '7')
  expect(settings.get('machine_limit')).toBe('7')
})
