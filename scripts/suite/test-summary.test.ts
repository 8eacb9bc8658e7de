import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { readSummary, type TestCounts } from './test-summary.ts'

async function run(files: Record<string, string>): Promise<TestCounts> {
  await using home = await tempHome()
  for (const [path, text] of Object.entries(files)) await Bun.write(join(home.path, path), text)
  const child = Bun.spawn([process.execPath, 'test'], { cwd: home.path, stdout: 'ignore', stderr: 'pipe' })
  const stderr = await new Response(child.stderr).text()
  return readSummary(stderr, await child.exited)
}

const head = "import { expect, test } from 'bun:test'\n"

test('counts what the real runner ran', async () => {
  const text = `${head}test('a', () => {}); test('b', () => {}); test('c', () => expect(1).toBe(2))`
  expect(await run({ 'a.test.ts': text })).toEqual({ passed: 2, failed: 1 })
  expect(await run({ 'a.test.ts': `${head}test('a', () => {})` })).toEqual({ passed: 1, failed: 0 })
})

test('a file that does not load is a failure', async () => {
  const counts = await run({
    'a.test.ts': `${head}test('a', () => {})`,
    'b.test.ts': "import './missing.ts'",
  })
  expect(counts.passed).toBe(1)
  expect(counts.failed).toBeGreaterThanOrEqual(1)
})

test('a run that printed no summary is one failure, whatever its tests printed', async () => {
  expect(await run({ 'a.test.ts': 'process.exit(3)' })).toEqual({ passed: 0, failed: 1 })
  expect(readSummary(' 9 pass\n 0 fail\n', 139)).toEqual({ passed: 9, failed: 1 })
  expect(readSummary(' 4 pass\n\n 7 pass\n 2 fail\n', 1)).toEqual({ passed: 7, failed: 2 })
})
