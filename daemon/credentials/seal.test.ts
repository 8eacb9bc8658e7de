import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemRandom } from '../../shared/ids.ts'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { createSeal, KEY_FILE } from './seal.ts'

test('a secret comes back for its own agent and variable, in this life of the daemon and the next', async () => {
  await using home = await tempHome()
  const sealed = createSeal(home.path, systemRandom).close('codex', 'CODEX_API_KEY', 'sk-éa')
  const next = createSeal(home.path, systemRandom)
  expect(next.open('codex', 'CODEX_API_KEY', sealed)).toBe('sk-éa')
  expect(next.open('claude', 'CODEX_API_KEY', sealed)).toBeNull()
  expect(next.open('codex', 'OPENAI_API_KEY', sealed)).toBeNull()
  expect(Buffer.from(sealed).includes('sk-')).toBe(false)
  expect(statSync(join(home.path, KEY_FILE)).mode & 0o777).toBe(0o600)
})

test('two seals of one secret have nothing in common', async () => {
  await using home = await tempHome()
  const seal = createSeal(home.path, systemRandom)
  const [a, b] = [seal.close('a', 'K', 'same'), seal.close('a', 'K', 'same')]
  expect(Buffer.from(a.subarray(1)).equals(Buffer.from(b.subarray(1)))).toBe(false)
})

test('what was changed, cut or made with a lost key opens as nothing', async () => {
  await using home = await tempHome()
  const seal = createSeal(home.path, systemRandom)
  const sealed = seal.close('a', 'K', 'secret')
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(seal.open('a', 'K', changed)).toBeNull()
    expect(seal.open('a', 'K', sealed.subarray(0, at))).toBeNull()
  }
  writeFileSync(join(home.path, KEY_FILE), 'not a key')
  expect(createSeal(home.path, systemRandom).open('a', 'K', sealed)).toBeNull()
  expect(readdirSync(home.path).sort()).toEqual([KEY_FILE, `${KEY_FILE}.damaged`])
  expect(readFileSync(join(home.path, KEY_FILE), 'utf8')).toMatch(/^[A-Za-z0-9_-]{43}$/)
})
