import { expect, test } from 'bun:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { toBase64url } from './base64url.ts'
import { signJws } from './jws.ts'
import { nodeSigner, nodeVerifier } from './node-verifier.ts'
import {
  followSuccessors,
  issueSuccessor,
  type MachineKeyPair,
  readSuccessor,
  SUCCESSOR_TYP,
  signKeyOf,
  verifySuccessor,
} from './successor.ts'
import { capability } from './testing/minted.ts'

const OF = { issuer: 'i_one', machine: 'm_one' }
const NOW = 1_800_000_000_000

interface Life extends MachineKeyPair {
  sign(message: Uint8Array): Uint8Array
}

/** The keys of a machine in its nth life; the same for the same n. */
const lives = new Map<number, Life>()
function life(n: number): Life {
  const known = lives.get(n)
  if (known) return known
  const secret = new Uint8Array(32).fill(n + 1)
  const made = {
    machineKey: toBase64url(new Uint8Array(32).fill(n + 100)),
    signKey: toBase64url(ed25519.getPublicKey(secret)),
    sign: nodeSigner(secret),
  }
  lives.set(n, made)
  return made
}

interface Step {
  from?: number
  to?: number
  number?: number
  by?: number
  issuer?: string
  machine?: string
}

/** The step from life n to the next, or what is said instead. */
function step(n: number, change: Step = {}): string {
  const { from = n, to = n + 1, number = n + 1, by = from, issuer = OF.issuer, machine = OF.machine } = change
  const pair = { machineKey: life(from).machineKey, signKey: life(by).signKey }
  return issueSuccessor({ issuer, machine, number, from: pair, to: life(to), now: NOW }, life(by).sign)
}

const chain = (length: number): string[] => Array.from({ length }, (_, n) => step(n))
const follow = (from: number, statements: readonly string[], of = OF): string | null =>
  followSuccessors(life(from), statements, of, nodeVerifier)?.machineKey ?? null
const keyOf = (n: number): string => life(n).machineKey

test('a device follows from whichever key it pinned to the newest, and no further back', () => {
  const statements = chain(5)
  for (const from of [0, 1, 4]) expect(follow(from, statements)).toBe(keyOf(5))
  expect(follow(5, statements)).toBeNull()
  expect(follow(0, [])).toBeNull()
})

test('what the oldest statements were is not needed by who pinned a later key', () => {
  expect(follow(3, chain(5).slice(3))).toBe(keyOf(5))
  expect(follow(2, chain(5).slice(3))).toBeNull()
})

test('both verifiers agree', () => {
  expect(followSuccessors(life(0), chain(2), OF)?.machineKey).toBe(keyOf(2))
  expect(followSuccessors(life(0), [step(0, { by: 7 })], OF)).toBeNull()
})

test('of a chain that is mixed up or has something left out, nothing past the gap is reached', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 0, max: 5 }),
      fc.array(fc.nat(5), { maxLength: 8 }),
      (length, from, picks) => {
        const statements = chain(length)
        const said = picks.map((pick) => statements[pick % length] ?? '')
        const reached = follow(from, said)
        // Only the steps from `from` on, each after the one before, with nothing else once the first was taken.
        const first = picks.findIndex((pick) => pick % length === from)
        const steps = first < 0 ? [] : picks.slice(first).map((pick) => pick % length)
        const inOrder = steps.length > 0 && steps.every((at, n) => at === from + n)
        expect(reached).toBe(inOrder ? keyOf(from + steps.length) : null)
      },
    ),
    { numRuns: 300 },
  )
})

test('one character changed anywhere in the chain leads nowhere', () => {
  const statements = chain(3)
  fc.assert(
    fc.property(
      fc.nat(2),
      fc.nat(10_000),
      fc.constantFrom('A', 'b', '0', '-', '.', '='),
      (which, at, put) => {
        const said = [...statements]
        const text = said[which] ?? ''
        const place = at % text.length
        if (text[place] === put) return
        said[which] = text.slice(0, place) + put + text.slice(place + 1)
        expect(follow(0, said)).toBe(null)
      },
    ),
    { numRuns: 300 },
  )
})

test.each<[string, Step]>([
  ['signed by somebody else', { by: 9 }],
  ['signed by a key of two lives ago', { by: 0 }],
  ['signed by the key that it brings', { by: 2 }],
  ['of another machine', { machine: 'm_two' }],
  ['of another authority', { issuer: 'i_two' }],
  ['that follows another machine key', { from: 8, by: 1 }],
  ['with the number of the one before', { number: 1 }],
  ['that changes nothing', { to: 1 }],
])('a second statement %s is not followed', (_, change) => {
  const said = [step(0), step(1, change)]
  expect(follow(0, said)).toBeNull()
  expect(follow(0, [...said, step(2)])).toBeNull()
})

test('numbers rise along a chain, and may skip', () => {
  expect(follow(0, [step(0, { number: 3 }), step(1, { number: 7 })])).toBe(keyOf(2))
  expect(follow(0, [step(0, { number: 7 }), step(1, { number: 3 })])).toBeNull()
})

test('a statement taken from one machine’s chain does not serve another machine, or another authority', () => {
  expect(follow(0, chain(2), { ...OF, machine: 'm_two' })).toBeNull()
  expect(follow(0, chain(2), { ...OF, issuer: 'i_two' })).toBeNull()
})

test('a sign key that was replaced vouches for nothing, though it still signs well', () => {
  const thief = step(0, { to: 6 })
  expect(follow(1, [step(0), thief])).toBeNull()
  expect(follow(0, [thief, step(1)])).toBeNull()
  // Who pinned before the theft cannot tell: that is what a person compares for when the chain is not ours.
  expect(follow(0, [thief])).toBe(keyOf(6))
})

test('claims of another shape, and another kind of token, are refused', () => {
  const kid = signKeyOf(life(0).signKey)?.kid ?? ''
  const claims = {
    iss: 'i_one',
    sub: 'm_one',
    num: 1,
    old: keyOf(0),
    key: keyOf(1),
    sign: life(1).signKey,
    iat: 1,
  }
  const codeOf = (change: Record<string, unknown>): string => {
    const token = signJws(SUCCESSOR_TYP, { ...claims, ...change }, { kid, sign: life(0).sign })
    const verified = verifySuccessor(token, life(0), OF, nodeVerifier)
    return verified.ok ? 'ok' : verified.error.code
  }
  expect(codeOf({})).toBe('ok')
  expect(codeOf({ later: 'unknown claims are let be' })).toBe('ok')
  for (const change of [
    { num: 0 },
    { num: 1.5 },
    { num: '1' },
    { key: 'short' },
    { key: `${'A'.repeat(42)}B` },
    { sign: undefined },
    { old: 7 },
    { iat: -1 },
    { sub: '' },
  ]) {
    expect([change, codeOf(change)]).toEqual([change, 'token_malformed'])
  }
  expect(verifySuccessor(capability(), life(0), OF)).toMatchObject({ error: { code: 'wrong_typ' } })
  expect(readSuccessor(step(0))).toMatchObject({ ok: true, value: { sub: 'm_one', num: 1 } })
  expect(readSuccessor('x')).toMatchObject({ error: { code: 'token_malformed' } })
})

test('what is signed here is no proof of a tunnel, whose label begins otherwise', () => {
  const signed = step(0).split('.').slice(0, 2).join('.')
  expect(signed.startsWith('eyJ')).toBe(true)
})
