import { expect, test } from 'bun:test'
import { FUZZ_GROWTH_BYTES, grownBy } from './grown-by.ts'

test('what is kept counts, what is dropped hardly does', () => {
  const kept: Uint8Array[] = []
  const size = FUZZ_GROWTH_BYTES / 4
  expect(grownBy(() => void kept.push(new Uint8Array(size).fill(1)))).toBeGreaterThan(size / 2)
  expect(kept[0]?.length).toBe(size)
})
