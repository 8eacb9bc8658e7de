import { expect, test } from 'bun:test'
import { chmod } from 'node:fs/promises'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { bunFinding, homeFinding } from './doctor-findings.ts'

test('a home that others can enter is found, with what to do', async () => {
  await using home = await tempHome()
  expect(homeFinding(home.path).ok).toBe(true)
  await chmod(home.path, 0o755)
  expect(homeFinding(home.path)).toEqual({
    check: 'home',
    ok: false,
    says: `others can enter ${home.path}: chmod 700 ${home.path}`,
  })
  expect(homeFinding(`${home.path}/none`).says).toContain('does not exist')
})

test('a newer bun of the same major version is taken, an older one is not', () => {
  expect(bunFinding('1.4.5', '1.5.0').ok).toBe(true)
  expect(bunFinding('1.4.5', '1.4.4').ok).toBe(false)
  expect(bunFinding('1.4.5', '2.0.0').ok).toBe(false)
})
