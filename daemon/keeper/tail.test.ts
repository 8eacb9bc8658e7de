import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { tailOf } from './tail.ts'

test('a tail holds the last bytes of any chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.integer({ min: 1, max: 30 }),
      (chunks, limit) => {
        const tail = tailOf(limit)
        for (const chunk of chunks) tail.push(chunk)
        const all = chunks.flatMap((chunk) => [...chunk])
        expect([...tail.bytes()]).toEqual(all.slice(-limit))
      },
    ),
  )
})
