import { expect, test } from 'bun:test'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { testCore } from '../testing/core.ts'

test('the strip is null until somebody chose, then what they chose, nothing included', async () => {
  await using home = await tempHome()
  const kit = testCore({ home: home.path })
  const { strip } = kit.core.presets
  expect(strip.get()).toBeNull()
  strip.set(['claude', 'ps_1'])
  expect(strip.get()).toEqual(['claude', 'ps_1'])
  strip.set([])
  expect(strip.get()).toEqual([])
  kit.close()
})
