import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { utf8 } from '../bytes.ts'
import { Admit, Admitted, FromDaemon } from './admission.ts'
import { decodeAdmission, encodeAdmission } from './admission-message.ts'

test('a message is read as it was written, and its length says nothing', () => {
  const short = encodeAdmission({ admitted: true })
  const pair = 'a'.repeat(64)
  const longer = encodeAdmission({ admitted: true, pair })
  expect([short.length, longer.length]).toEqual([256, 256])
  expect(decodeAdmission(Admitted, longer)).toEqual({ admitted: true, pair })
  const capability = 'x'.repeat(700)
  expect(encodeAdmission({ capability }).length).toBe(1024)
  expect(decodeAdmission(Admit, encodeAdmission({ capability, later: 1 }))).toMatchObject({ capability })
})

test.each(['', '{', 'null', '{"admitted": false}', '{"admitted": true, "pair": "short"}'])(
  '%p is no message of a daemon',
  (text) => expect(decodeAdmission(FromDaemon, utf8(text))).toBeNull(),
)

test('whatever bytes come, reading them throws nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(decodeAdmission(FromDaemon, bytes)).toBeNull()
      expect(decodeAdmission(Admit, bytes)).toBeNull()
    }),
    { numRuns: 2_000 },
  )
})

test('what is too long is neither read nor written', () => {
  const long = { capability: 'x'.repeat(17_000) }
  expect(decodeAdmission(Admit, utf8(JSON.stringify(long)))).toBeNull()
  expect(() => encodeAdmission(long)).toThrow(RangeError)
})
