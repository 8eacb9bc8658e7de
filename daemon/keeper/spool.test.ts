import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { openSpool, type Spool } from './spool.ts'

const BOUNDS = { spoolBytes: 4_096, spoolRewindBytes: 512 }
let dir = ''

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'fk-spool-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function open(path = join(dir, 'run')): Spool {
  const spool = openSpool(path, BOUNDS)
  if (!spool) throw new Error('no spool')
  return spool
}

/** The byte that belongs at an offset: tells apart every two positions a mistake could swap. */
const byteAt = (offset: number): number => (offset * 31 + (offset >> 8)) & 0xff
const bytesFrom = (offset: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => byteAt(offset + index))

const step = fc.oneof(
  fc.record({ append: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ ack: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ read: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.integer({ min: 1, max: 3_000 }) }),
)

describe('spool', () => {
  test('any order of append, ack and read gives the bytes of each offset, within the bound', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const spool = open()
        const between = (share: number): number =>
          spool.acked() + Math.floor(share * (spool.end() - spool.acked()))
        for (const one of steps) {
          if ('append' in one) {
            const end = spool.end()
            const taken = spool.append(bytesFrom(end, one.append))
            expect(spool.end()).toBe(end + taken)
          } else if ('ack' in one) {
            expect(spool.ack(between(one.ack))).toBe(true)
          } else {
            const from = between(one.read)
            const into = new Uint8Array(one.length)
            const length = spool.read(from, into)
            expect(length > 0).toBe(from < spool.end())
            expect([...into.subarray(0, length)]).toEqual([...bytesFrom(from, length)])
          }
          expect(spool.end() - spool.acked()).toBeLessThanOrEqual(BOUNDS.spoolBytes)
        }
        spool.ack(spool.end())
        expect(spool.append(bytesFrom(spool.end(), 1))).toBe(1)
        spool.remove()
      }),
    )
  })

  test('a full spool takes nothing until a whole segment is acknowledged', () => {
    const spool = open()
    expect(spool.append(new Uint8Array(10_000))).toBe(4_096)
    expect(spool.append(new Uint8Array(1))).toBe(0)
    spool.ack(2_047)
    expect(spool.append(new Uint8Array(1))).toBe(0)
    spool.ack(2_048)
    expect(spool.append(new Uint8Array(10_000))).toBe(2_048)
    spool.remove()
  })

  test('an offset beyond the end is not acknowledged, one below is nothing new', () => {
    const spool = open()
    spool.append(new Uint8Array(10))
    expect(spool.ack(11)).toBe(false)
    expect(spool.ack(8)).toBe(true)
    expect(spool.ack(3)).toBe(true)
    expect(spool.acked()).toBe(8)
    spool.remove()
  })

  test('the disk is given back once everything is acknowledged', () => {
    const path = join(dir, 'small')
    const spool = open(path)
    spool.append(new Uint8Array(1_000))
    expect(statSync(`${path}.0`).size).toBe(1_000)
    spool.ack(1_000)
    expect(statSync(`${path}.0`).size).toBe(0)
    spool.remove()
    expect(existsSync(`${path}.0`) || existsSync(`${path}.1`)).toBe(false)
  })

  test('a folder that is not there is no spool', () => {
    expect(openSpool(join(dir, 'nowhere/run'), BOUNDS)).toBeUndefined()
  })
})
