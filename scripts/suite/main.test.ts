import { expect, test } from 'bun:test'
import { join } from 'node:path'

async function suite(...words: string[]): Promise<{ code: number; lines: string[]; stderr: string }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'main.ts'), ...words], { stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, lines: stdout.trim().split('\n'), stderr }
}

test('the last line counts what ran', async () => {
  const { code, lines, stderr } = await suite('shared/testing/wait-for')
  expect(lines.at(-1)).toBe('2 passed, 0 failed')
  expect(stderr).toMatch(/^── tests: ok, [\d.]+ s$/m)
  expect(code).toBe(0)
})

test('a step that fails is named, counted, and the exit code', async () => {
  const { code, lines, stderr } = await suite('no-such-test-anywhere')
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
  expect(stderr).toMatch(/^── tests: FAILED, [\d.]+ s$/m)
  expect(stderr).toMatch(/^failed: tests$/m)
  expect(code).toBe(1)
})

test('an unknown option is a usage error', async () => {
  const { code, stderr } = await suite('--fast')
  expect(code).toBe(2)
  expect(stderr).toContain('unknown option --fast\n\nusage: scripts/test')
})
