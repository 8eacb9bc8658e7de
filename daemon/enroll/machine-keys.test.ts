import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { fromBase64url } from '../../shared/token/base64url.ts'
import { machineKeys } from './machine-keys.ts'

let home: TempHome

beforeAll(async () => {
  home = await tempHome()
})
afterAll(() => home.remove())

const path = (): string => join(home.path, 'machine-keys.json')

test('keys are made once, for their owner alone, and read back the same', () => {
  const first = machineKeys(home.path, seededRandom(1))
  expect(statSync(path()).mode & 0o777).toBe(0o600)
  const second = machineKeys(home.path, seededRandom(2))
  expect([second.machineKey, second.signKey]).toEqual([first.machineKey, first.signKey])
  expect(first.machineKey).not.toBe(first.signKey)
})

test('what it signs verifies under the key that it shows', () => {
  const keys = machineKeys(home.path, seededRandom(1))
  const message = new Uint8Array([1, 2, 3])
  const key = fromBase64url(keys.signKey) ?? new Uint8Array(0)
  expect(ed25519.verify(keys.sign(message), message, key)).toBe(true)
})

test.each(['', '{', '{"circuit": "short", "sign": "short"}', '[]'])(
  'a damaged file (%p) is kept aside, and the machine gets new keys',
  (text) => {
    const before = machineKeys(home.path, seededRandom(1))
    writeFileSync(path(), text)
    const after = machineKeys(home.path, seededRandom(text.length + 10))
    expect(after.machineKey).not.toBe(before.machineKey)
    expect(readFileSync(`${path()}.damaged`, 'utf8')).toBe(text)
    expect(existsSync(`${path()}.new`)).toBe(false)
  },
)
