import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Ask } from './ask.ts'
import { askDigest, canonicalJson, digestOf } from './ask-digest.ts'

const ask: Ask = {
  id: 'a_1',
  session: 's_1',
  openedAt: 1_800_000_000_000,
  kind: 'permission',
  permission: {
    toolCall: { toolCall: 't1', title: 'rm -rf build', kind: 'execute' },
    options: [
      { id: 'no', name: 'Reject', kind: 'reject_once' },
      { id: 'yes', name: 'Allow', kind: 'allow_once' },
    ],
  },
}

const CANONICAL =
  '{"id":"a_1","kind":"permission","openedAt":1800000000000,"permission":{"options":[{"id":"no","kind":"reject_once",' +
  '"name":"Reject"},{"id":"yes","kind":"allow_once","name":"Allow"}],"toolCall":{"kind":"execute","title":' +
  '"rm -rf build","toolCall":"t1"}},"session":"s_1"}'

test('the canonical form has sorted keys, no white space, and lists in their order', () => {
  expect(canonicalJson(ask)).toBe(CANONICAL)
})

test('the digest is SHA-256 of the canonical form in hex, as another implementation computes it', () => {
  expect(askDigest(ask)).toBe(createHash('sha256').update(CANONICAL).digest('hex'))
  expect(askDigest(ask)).toMatch(/^[0-9a-f]{64}$/)
})

/** What JSON text can say, each value as its reader sees it. */
const json = fc.jsonValue({ maxDepth: 4 }).map((value): unknown => JSON.parse(JSON.stringify(value)))

test('the canonical form says the same as the value', () => {
  fc.assert(fc.property(json, (value) => expect(JSON.parse(canonicalJson(value))).toEqual(value)))
})

test('the order in which members were written does not matter', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), (object) => {
      const turned = Object.fromEntries(Object.entries(object).reverse())
      expect(digestOf(turned)).toBe(digestOf(object))
    }),
  )
})

test('a trip over the wire does not change the digest', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(digestOf(JSON.parse(JSON.stringify(value)))).toBe(digestOf(value))
    }),
  )
  expect(askDigest(JSON.parse(JSON.stringify(ask)))).toBe(askDigest(ask))
})

test('another value has another canonical form', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(canonicalJson(a) === canonicalJson(b)).toBe(Bun.deepEquals(a, b))
    }),
  )
})

test('keys sort by code unit, so that every language can do it', () => {
  expect(canonicalJson({ b: 1, a: 2, B: 3, é: 4, '10': 5, '9': 6, '\u{1f680}': 7, '\uffff': 8 })).toBe(
    '{"10":5,"9":6,"B":3,"a":2,"b":1,"é":4,"🚀":7,"\uffff":8}',
  )
})

test('members without a value are left out, at any depth, and whatever else changes changes the digest', () => {
  expect(canonicalJson({ a: undefined, b: { c: undefined }, d: [undefined] })).toBe('{"b":{},"d":[null]}')
  const { options } = ask.permission
  const turned: Ask = { ...ask, permission: { ...ask.permission, options: options.toReversed() } }
  expect(askDigest(turned)).not.toBe(askDigest(ask))
  expect(askDigest({ ...ask, turn: 1 })).not.toBe(askDigest(ask))
})
