/** What this part of the system is for: identity, reachability, letters. The work is the machines'. */
import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { startRig } from './testing/rig.ts'

/** What a machine has and nobody in the middle knows. */
const WORK = [
  'sessions',
  'prompts',
  'agents',
  'asks',
  'events',
  'files',
  'diffs',
  'worktrees',
  'workspaces',
  'conversations',
  'search',
  'presets',
  'messages',
]

test('a route “just for the list” was how the middle came to hold sessions: none names the work', async () => {
  await using rig = await startRig()
  const paths = rig.authority.app.routes.map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(40)
  for (const path of paths) {
    expect([path, path.split('/').filter((part) => WORK.includes(part))]).toEqual([path, []])
  }
})

test('no table of it holds the work either, and of the daemon nothing is imported', async () => {
  await using rig = await startRig()
  const tables = rig.db
    .query<{ name: string }, []>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
    .all()
    .map(({ name }) => name)
  expect(tables.filter((name) => WORK.includes(name))).toEqual([])
  const imports = /from '(?:\.\.\/)+(daemon|ui|scripts)\//
  for await (const path of new Glob('**/*.ts').scan(import.meta.dir)) {
    const text = await Bun.file(`${import.meta.dir}/${path}`).text()
    expect([path, imports.exec(text)?.[1] ?? null]).toEqual([path, null])
  }
})
