import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Clock, systemClock } from '../../shared/time.ts'
import { type CatalogueEntry, catalogue } from './catalogue.ts'
import { findProgram, locateAgent } from './find.ts'

const deps = { clock: systemClock, limits: { fileCallMs: 5_000 } }
let root = ''
let first = ''
let second = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fairlead-find-'))
  first = join(root, 'first')
  second = join(root, 'second')
  await mkdir(join(first, 'folder'), { recursive: true })
  await mkdir(second)
  await writeFile(join(first, 'gemini'), 'not executable')
  await writeFile(join(second, 'gemini'), '#!/bin/sh\n')
  await chmod(join(second, 'gemini'), 0o755)
  await symlink(join(second, 'gemini'), join(second, 'linked'))
  await symlink(join(second, 'gone'), join(second, 'dangling'))
})
afterAll(() => rm(root, { recursive: true }))

function entry(id: string): CatalogueEntry {
  const found = catalogue({ bunPath: '/b', demoMain: '/d', home: '/h' }).find((one) => one.id === id)
  if (found === undefined) throw new Error(`no entry ${id}`)
  return found
}

test('the first executable regular file of the name on PATH is found', async () => {
  expect(await findProgram('gemini', `${first}:${root}/nowhere:${second}`, deps)).toBe(join(second, 'gemini'))
  expect(await findProgram('linked', second, deps)).toBe(join(second, 'linked'))
})

test('a directory, a file without the executable bit, a dangling link and an absent name are not programs', async () => {
  const path = `${first}:${second}`
  expect(await findProgram('folder', path, deps)).toBeNull()
  expect(await findProgram('gemini', first, deps)).toBeNull()
  expect(await findProgram('dangling', path, deps)).toBeNull()
  expect(await findProgram('absent', path, deps)).toBeNull()
  expect(await findProgram('', path, deps)).toBeNull()
})

test('empty and relative PATH entries and relative program paths are never looked at', async () => {
  const here = process.cwd()
  try {
    process.chdir(second)
    expect(await findProgram('gemini', ':.:../second:', deps)).toBeNull()
    expect(await findProgram('./gemini', second, deps)).toBeNull()
  } finally {
    process.chdir(here)
  }
})

test('an absolute program needs no PATH', async () => {
  expect(await findProgram(join(second, 'gemini'), '', deps)).toBe(join(second, 'gemini'))
})

test('a place that does not answer in time is passed over', async () => {
  const impatient: Clock = {
    now: () => 0,
    after(_ms, fn) {
      fn()
      return { cancel: () => {} }
    },
  }
  expect(await findProgram('gemini', second, { ...deps, clock: impatient })).toBeNull()
})

test('an agent is located with the arguments of its entry', async () => {
  expect(await locateAgent(entry('gemini'), { ...deps, path: second, command: undefined })).toEqual({
    kind: 'found',
    argv: [join(second, 'gemini'), '--acp'],
    program: join(second, 'gemini'),
  })
})

test('two packages have a program of one name, and each agent finds its own', async () => {
  const argv = async (id: string, path: string) => {
    const located = await locateAgent(entry(id), { ...deps, path, command: undefined })
    return located.kind === 'found' ? located.argv : null
  }
  const zed = await npmProgram('zed', '@zed-industries/codex-acp')
  const build = await npmProgram('build', '@zed-industries/codex-acp-linux-x64')
  const other = await npmProgram('other', '@agentclientprotocol/codex-acp')
  expect(await argv('codex', dirname(zed))).toBeNull()
  expect(await argv('zcodex', dirname(zed))).toEqual([zed])
  expect(await argv('codex', dirname(build))).toBeNull()
  expect(await argv('zcodex', dirname(build))).toEqual([build])
  expect(await argv('codex', `${dirname(zed)}:${dirname(other)}`)).toEqual([other])
  expect(await argv('zcodex', `${dirname(other)}:${dirname(zed)}`)).toEqual([zed])
  expect(await argv('zcodex', dirname(other))).toBeNull()
})

/** `codex-acp` on a PATH of its own, as `npm install --global` puts it there. */
async function npmProgram(prefix: string, name: string): Promise<string> {
  const file = join(root, prefix, 'lib/node_modules', name, 'main.js')
  const link = join(root, prefix, 'bin/codex-acp')
  for (const path of [file, link]) await mkdir(dirname(path), { recursive: true })
  await writeFile(file, '#!/bin/sh\n', { mode: 0o755 })
  await symlink(file, link)
  return link
}

test('a missing agent says which version to install', async () => {
  expect(await locateAgent(entry('claude'), { ...deps, path: second, command: undefined })).toEqual({
    kind: 'missing',
    install:
      'Claude Code was not found on PATH. Install it with: npm install --global @agentclientprotocol/claude-agent-acp@0.101.0',
  })
})

test('an operator’s command line replaces program and arguments', async () => {
  const located = await locateAgent(entry('claude'), {
    ...deps,
    path: second,
    command: ['linked', '-x', 'a b'],
  })
  expect(located).toEqual({
    kind: 'found',
    argv: [join(second, 'linked'), '-x', 'a b'],
    program: join(second, 'linked'),
  })
})

test('a replacement that cannot be found names its variable, never its words, and the catalogue is not tried', async () => {
  const located = await locateAgent(entry('gemini'), {
    ...deps,
    path: second,
    command: ['KEY=hunter2', 'gemini'],
  })
  expect(located.kind).toBe('missing')
  expect(JSON.stringify(located)).toContain('FAIRLEAD_AGENT_GEMINI')
  expect(JSON.stringify(located)).not.toContain('hunter2')
})
