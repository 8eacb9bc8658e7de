import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type Home, openHome } from './open.ts'

let temp: TempHome
let made = 0

beforeAll(async () => {
  temp = await tempHome()
})
afterAll(() => temp.remove())

const place = (): string => join(temp.path, `home-${++made}`)
const modeOf = (path: string): number => statSync(path).mode & 0o777

function mustOpen(path: string, seed = 1): Home {
  const opened = openHome(path, seededRandom(seed), 42)
  if (opened.kind !== 'opened') throw new Error(opened.kind)
  return opened.home
}

test("a home is its owner's alone, and its secret stays the same from life to life", () => {
  const path = place()
  const first = mustOpen(path)
  expect([modeOf(path), modeOf(join(path, 'secret'))]).toEqual([0o700, 0o600])
  expect(first.secret).toMatch(/^[0-9a-hjkmnp-tv-z]{32}$/)
  first.close()
  const second = mustOpen(path, 2)
  expect(second.secret).toBe(first.secret)
  second.close()
})

test('one daemon a home: the second is told who has it, and the home is free after that one', () => {
  const path = place()
  const first = mustOpen(path)
  expect(openHome(path, seededRandom(1), 43)).toEqual({ kind: 'locked', pid: 42 })
  first.close()
  expect(existsSync(join(path, 'lock.pid'))).toBe(false)
  mustOpen(path).close()
})

test('what a life says of itself is gone with it, its port is remembered', () => {
  const path = place()
  const home = mustOpen(path)
  expect(home.rememberedPort()).toBeNull()
  home.rememberPort(4321)
  home.writeRun({ pid: 42 })
  expect(JSON.parse(readFileSync(join(path, 'run.json'), 'utf8'))).toEqual({ pid: 42 })
  home.close()
  expect(existsSync(join(path, 'run.json'))).toBe(false)
  const next = mustOpen(path)
  expect(next.rememberedPort()).toBe(4321)
  next.close()
})

test('a life that was cut left words that the next one removes', () => {
  const path = place()
  mustOpen(path).close()
  writeFileSync(join(path, 'run.json'), '{}')
  const home = mustOpen(path)
  expect(existsSync(join(path, 'run.json'))).toBe(false)
  home.close()
})

test('a place where no directory can be is named', () => {
  const path = place()
  writeFileSync(path, '')
  const opened = openHome(path, seededRandom(1), 42)
  expect(opened).toMatchObject({ kind: 'unwritable', message: expect.stringContaining(path) })
})
