import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rejection } from './rejection.ts'
import { tempHome } from './temp-home.ts'

test('a temp home is private, empty, and gone with what was put into it', async () => {
  const home = await tempHome()
  expect(statSync(home.path).mode & 0o777).toBe(0o700)
  mkdirSync(join(home.path, 'run'))
  writeFileSync(join(home.path, 'run', 'file'), 'x', { mode: 0o400 })
  await home.remove()
  expect(existsSync(home.path)).toBe(false)
  await home.remove()
})

test('`await using` removes it, also when the block throws', async () => {
  let path = ''
  const block = async (): Promise<void> => {
    await using home = await tempHome()
    path = home.path
    throw new Error('the block failed')
  }
  expect(String(await rejection(block()))).toContain('the block failed')
  expect(existsSync(path)).toBe(false)
})
