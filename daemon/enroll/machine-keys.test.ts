import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { fromBase64url } from '../../shared/token/base64url.ts'
import type { MachineKeyPair } from '../../shared/token/successor.ts'
import { machineKeyFile } from './machine-keys.ts'

let home: TempHome

beforeAll(async () => {
  home = await tempHome()
})
afterAll(() => home.remove())

const machineKeys = (seed: number) => machineKeyFile(home.path, seededRandom(seed)).current()
const path = (): string => join(home.path, 'machine-keys.json')

test('keys are made once, for their owner alone, and read back the same', () => {
  const first = machineKeys(1)
  expect(statSync(path()).mode & 0o777).toBe(0o600)
  const second = machineKeys(2)
  expect([second.machineKey, second.signKey]).toEqual([first.machineKey, first.signKey])
  expect(first.machineKey).not.toBe(first.signKey)
})

test('what it signs verifies under the key that it shows', () => {
  const keys = machineKeys(1)
  const message = new Uint8Array([1, 2, 3])
  const key = fromBase64url(keys.signKey) ?? new Uint8Array(0)
  expect(ed25519.verify(keys.sign(message), message, key)).toBe(true)
})

test('the next keys are in the file with what vouches for them, beside the old ones, until they are taken', () => {
  rmSync(path(), { force: true })
  const file = machineKeyFile(home.path, seededRandom(3))
  const before = file.current()
  let next: MachineKeyPair | null = null
  const statement = file.propose((keys) => {
    next = keys
    return 'a statement'
  })
  expect(file.current()).toBe(before)
  const successor = machineKeyFile(home.path, seededRandom(4))
  expect(successor.proposed()).toBe('a statement')
  expect(successor.current().machineKey).toBe(before.machineKey)
  expect(successor.take('another', 1)).toBe(false)
  expect(successor.take(statement, 7)).toBe(true)
  const { machineKey, signKey } = successor.current()
  expect<MachineKeyPair | null>({ machineKey, signKey }).toEqual(next)
  const last = machineKeyFile(home.path, seededRandom(5))
  expect([last.current().machineKey, last.number(), last.proposed()]).toEqual([machineKey, 7, null])
  expect(readFileSync(path(), 'utf8')).not.toContain('next')
  expect(statSync(path()).mode & 0o777).toBe(0o600)
})

test('keys that were dropped are not taken', () => {
  const file = machineKeyFile(home.path, seededRandom(6))
  const before = file.current().machineKey
  const statement = file.propose(() => 'dropped')
  file.drop()
  expect(file.take(statement, 1)).toBe(false)
  expect(machineKeyFile(home.path, seededRandom(7)).current().machineKey).toBe(before)
})

test.each(['', '{', '{"circuit": "short", "sign": "short"}', '[]'])(
  'a damaged file (%p) is kept aside, and the machine gets new keys',
  (text) => {
    const before = machineKeys(1)
    writeFileSync(path(), text)
    const after = machineKeys(text.length + 10)
    expect(after.machineKey).not.toBe(before.machineKey)
    expect(readFileSync(`${path()}.damaged`, 'utf8')).toBe(text)
    expect(existsSync(`${path()}.new`)).toBe(false)
  },
)
