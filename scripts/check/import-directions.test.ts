import { expect, test } from 'bun:test'
import { brokenBy } from './broken-by.ts'
import { importDirections } from './import-directions.ts'

const refused = (path: string, text: string): boolean =>
  brokenBy(importDirections, { [path]: text }).length > 0

test.each([
  ['shared/a.ts', "import { b } from '../daemon/b.ts'"],
  ['shared/a.ts', "import type { B } from '../ui/b.ts'"],
  ['server/a.ts', "import { b } from '../daemon/b.ts'"],
  ['daemon/a/a.ts', "import type { B } from '../../server/b.ts'"],
  ['ui/a.ts', "import { b } from '../scripts/b.ts'"],
  ['ui/a.ts', "export { b } from '../daemon/b.ts'"],
  ['scripts/cli/a.ts', "const b = await import('../../daemon/b.ts')"],
  ['daemon/a.ts', "import manifest from '../package.json'"],
])('%s may not: %s', (path, text) => expect(refused(path, text)).toBe(true))

test.each([
  ['daemon/a/a.ts', "import { b } from '../b/b.ts'\nimport { c } from '../../shared/c.ts'"],
  ['shared/wire/a.ts', "import { b } from '../b.ts'\nimport { join } from 'node:path'"],
  ['scripts/bench/a.ts', "import { b } from '../../daemon/keeper/b.ts'"],
  ['shared/a.test.ts', "import { b } from '../daemon/b.ts'"],
])('%s may: %s', (path, text) => expect(refused(path, text)).toBe(false))

test('the typed clients take the type of an app, never its value', () => {
  const type = "import type { DaemonApp } from '../../daemon/app.ts'"
  expect(refused('scripts/cli/client.ts', type)).toBe(false)
  expect(refused('ui/api/daemon.ts', type)).toBe(false)
  expect(refused('scripts/cli/other.ts', type)).toBe(true)
  expect(refused('scripts/cli/client.ts', "import { createDaemon } from '../../daemon/app.ts'")).toBe(true)
})

test('only the roles start a daemon', () => {
  const start = "import { startDaemon } from '../../daemon/start.ts'"
  expect(refused('scripts/cli/roles.ts', start)).toBe(false)
  expect(refused('scripts/cli/status.ts', start)).toBe(true)
})

test('the keeper knows itself, its limits, time, ids and bytes, and imports nothing dynamically', () => {
  const keeper = (text: string): boolean => refused('daemon/keeper/a.ts', text)
  expect(keeper("import { a } from './b.ts'\nimport { b } from '../limits.ts'")).toBe(false)
  expect(
    keeper("import { utf8 } from '../../shared/bytes.ts'\nimport { spawn } from 'node:child_process'"),
  ).toBe(false)
  expect(keeper("import { AppError } from '../../shared/errors.ts'")).toBe(true)
  expect(keeper("import { a } from '../acp/a.ts'")).toBe(true)
  expect(keeper("await import('./b.ts')")).toBe(true)
  expect(keeper('await import(name)')).toBe(true)
})

test('of the keeper the runs know the frames, nobody else knows anything', () => {
  expect(refused('daemon/runs/a.ts', "import { encodeFrame } from '../keeper/frames.ts'")).toBe(false)
  expect(refused('daemon/runs/a.ts', "import { spool } from '../keeper/spool.ts'")).toBe(true)
  expect(refused('daemon/sessions/a.ts', "import { encodeFrame } from '../keeper/frames.ts'")).toBe(true)
})
