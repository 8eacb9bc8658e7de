import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { tempHome } from '../shared/testing/temp-home.ts'

async function check(root: string, ...flags: string[]): Promise<{ code: number; lines: string[] }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'check.ts'), '--root', root, ...flags], {
    stderr: 'inherit',
  })
  const output = await new Response(child.stdout).text()
  return { code: await child.exited, lines: output.trim().split('\n') }
}

test('one line a violation and exit 1; none and exit 0 once they are gone', async () => {
  await using home = await tempHome()
  Bun.spawnSync(['git', 'init', '--quiet'], { cwd: home.path })
  await Bun.write(join(home.path, 'daemon/utils.ts'), 'export const a = (): number => Date.now()\n')
  const before = await check(home.path)
  expect(before.code).toBe(1)
  expect(before.lines).toEqual([
    'daemon/utils.ts:1: clock-site: Date.now: take a Clock as an argument',
    'daemon/utils.ts:1: file-names: name the file after the concept in it',
    'docs/LIMITS.md:1: limits-doc: is not what the source says: run `bun scripts/check.ts --write`',
    '1 files, median 1 lines (goal under 100), 3 violations',
  ])
  await Bun.write(join(home.path, 'daemon/utils.ts'), '')
  await Bun.file(join(home.path, 'daemon/utils.ts')).delete()
  expect(await check(home.path, '--write')).toEqual({
    code: 0,
    lines: ['1 files, median 0 lines (goal under 100), 0 violations'],
  })
})
