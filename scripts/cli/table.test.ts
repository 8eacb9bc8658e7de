import { expect, test } from 'bun:test'
import { tableOf } from './table.ts'

test('columns are aligned by what is seen, wide characters included, and lines end with their text', () => {
  expect(
    tableOf(
      ['A', 'B', 'C'],
      [
        ['x', '日本', ''],
        ['long', 'y', 'z'],
      ],
    ),
  ).toEqual(['A     B     C', 'x     日本', 'long  y     z'])
})
