import { expect, test } from 'bun:test'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { type Clock, systemClock } from '../../shared/time.ts'
import { checkDirectory } from './directory.ts'

const deps = { clock: systemClock, limits: { fileCallMs: 5_000 } }
const codeOf = async (path: string): Promise<string> => {
  const checked = await checkDirectory(path, deps)
  return checked.ok ? 'ok' : checked.error.code
}

test('a directory that answers, also by a link to it', async () => {
  await using home = await tempHome()
  symlinkSync(home.path, join(home.path, 'link'))
  expect(await checkDirectory(home.path, deps)).toEqual({ ok: true, value: home.path })
  expect(await codeOf(join(home.path, 'link'))).toBe('ok')
})

test('what is not there, is a file, or leads in a circle is missing', async () => {
  await using home = await tempHome()
  writeFileSync(join(home.path, 'file'), '')
  symlinkSync(join(home.path, 'loop'), join(home.path, 'loop'))
  for (const name of ['nothing', 'file', 'file/below', 'loop', 'x'.repeat(300)]) {
    expect(await codeOf(join(home.path, name))).toBe('workspace_missing')
  }
})

test('only an absolute path names a directory', async () => {
  for (const path of ['', '.', 'here', '~/x', '/tmp\0/x']) expect(await codeOf(path)).toBe('invalid_request')
})

test('one that does not answer in time is not one that is gone', async () => {
  const clock: Clock = {
    now: () => 0,
    after(_, fn) {
      fn()
      return { cancel: () => {} }
    },
  }
  const checked = await checkDirectory('/', { clock, limits: { fileCallMs: 1 } })
  expect(checked.ok ? 'ok' : checked.error.code).toBe('workspace_unresponsive')
})
