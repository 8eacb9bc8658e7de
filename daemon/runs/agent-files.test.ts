import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { systemClock } from '../../shared/time.ts'
import { serveFile } from './agent-files.ts'

let home: TempHome

beforeAll(async () => {
  home = await tempHome()
})
afterAll(() => home.remove())

const limits = { fileCallMs: 5_000, agentFileBytes: 20 }
const serve = (act: 'read' | 'write', params: object) =>
  serveFile({ clock: systemClock, limits }, `fs/${act}_text_file`, params)
const at = (name: string): string => join(home.path, name)

test('a file is read whole, or from a line on, as many lines as were asked for', async () => {
  writeFileSync(at('lines'), 'one\ntwo\nthree\n')
  const read = async (part: object) => (await serve('read', { path: at('lines'), ...part })) as unknown
  expect(await read({})).toEqual({ ok: true, result: { content: 'one\ntwo\nthree\n' } })
  expect(await read({ line: 2, limit: 1 })).toEqual({ ok: true, result: { content: 'two' } })
  expect(await read({ line: 3 })).toEqual({ ok: true, result: { content: 'three\n' } })
  expect(await read({ limit: 1 })).toEqual({ ok: true, result: { content: 'one' } })
  expect(await read({ line: 99 })).toEqual({ ok: true, result: { content: '' } })
})

test('a file is written where the agent wants it, in place of what was there', async () => {
  const path = at('new/place/file')
  expect(await serve('write', { path, content: 'a longer text' })).toEqual({ ok: true, result: null })
  expect(await serve('write', { path, content: 'short' })).toEqual({ ok: true, result: null })
  expect(readFileSync(path, 'utf8')).toBe('short')
})

test('what is over the bound, is no file, or is nowhere is refused in words', async () => {
  writeFileSync(at('large'), 'x'.repeat(21))
  mkdirSync(at('folder'))
  const refused: [Parameters<typeof serve>, string][] = [
    [['read', { path: at('large') }], 'over 20 bytes'],
    [['read', { path: at('folder') }], 'no regular file'],
    [['read', { path: at('nothing') }], 'ENOENT'],
    [['read', { path: 'relative' }], 'absolute'],
    [['read', { path: '/a\0b' }], 'absolute'],
    [['read', {}], 'absolute'],
    [['write', { path: at('x'), content: 'é'.repeat(11) }], 'over 20 bytes'],
    [['write', { path: at('x'), content: 7 }], 'must be text'],
    [['write', { path: at('large/below'), content: '' }], 'large'],
  ]
  for (const [call, words] of refused) {
    expect(await serve(...call)).toEqual({ ok: false, message: expect.stringContaining(words) })
  }
})

test('a pipe without a writer holds nobody', async () => {
  Bun.spawnSync(['mkfifo', at('pipe')])
  expect(await serve('read', { path: at('pipe') })).toMatchObject({ ok: false })
})
