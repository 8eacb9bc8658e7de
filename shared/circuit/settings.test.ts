import { expect, test } from 'bun:test'
import { utf8 } from '../bytes.ts'
import { encodeSettings, ourSettings, parseSettings } from './settings.ts'

test('settings are read as they were written, and fields of a newer version are passed over', () => {
  expect(parseSettings(encodeSettings(ourSettings))).toEqual(ourSettings)
  expect(parseSettings(utf8(JSON.stringify({ ...ourSettings, v: 2, compression: 'none' })))).toEqual({
    ...ourSettings,
    v: 2,
  })
})

test('what nobody can keep is refused', () => {
  const faults: object[] = [
    { v: 0 },
    { v: 1.5 },
    { v: '1' },
    { streamWindow: 0 },
    { streamWindow: 2 ** 31 },
    { circuitWindow: -1 },
    { circuitWindow: 1e300 },
    { streams: 0 },
    { streams: 100_000 },
    { streams: null },
  ]
  for (const fault of faults) {
    expect(parseSettings(utf8(JSON.stringify({ ...ourSettings, ...fault })))).toBeNull()
  }
  for (const text of ['', '{', '[]', 'null', '{}']) expect(parseSettings(utf8(text))).toBeNull()
})
