import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { AppError } from '../errors.ts'
import { incoming } from './incoming.ts'

const lost = new AppError('circuit_lost', 'lost')
const bytes = (n: number): Uint8Array => new Uint8Array(n)

describe('the half of a stream that comes in', () => {
  test('every byte that came is told as consumed exactly once, read, dropped or late', async () => {
    const step = fc.constantFrom('push', 'push', 'read', 'end', 'fail', 'drop', 'whole')
    await fc.assert(
      fc.asyncProperty(fc.array(step), async (steps) => {
        let came = 0
        let consumed = 0
        const half = incoming((n) => {
          consumed += n
        })
        for (const one of steps) {
          if (one === 'push' && half.state !== 'ended') {
            came += 10
            half.push(bytes(10))
          } else if (one === 'end') half.end()
          else if (one === 'fail') half.fail(lost)
          else if (one === 'drop') half.drop()
          else if (one === 'whole') half.takeWhole()
          else if (one === 'read' && half.queued > 0) await half.read()
          expect(consumed + half.queued).toBe(came)
        }
        half.drop()
        expect(consumed).toBe(came)
      }),
    )
  })

  test('a reader that waits is woken by bytes, by the end and by a failure', async () => {
    const half = incoming(() => {})
    const first = half.read()
    half.push(bytes(3))
    expect((await first)?.length).toBe(3)
    const second = half.read()
    half.end()
    expect([await second, await half.read()]).toEqual([null, null])

    const other = incoming(() => {})
    const waiting = other.read().catch((error: unknown) => error)
    other.fail(lost)
    expect([await waiting, await other.read().catch((error: unknown) => error)]).toEqual([lost, lost])
  })

  test('a failure drops what was not read: half a body is never given as one', async () => {
    const half = incoming(() => {})
    half.push(bytes(3))
    half.fail(lost)
    expect(half.takeWhole()).toBeNull()
    expect(await half.read().catch((error: unknown) => error)).toBe(lost)
  })

  test('a failure after END takes nothing away', async () => {
    const half = incoming(() => {})
    half.push(bytes(3))
    half.end()
    half.fail(lost)
    expect(half.takeWhole()?.length).toBe(3)
  })

  test('two readers at once are a mistake', async () => {
    const half = incoming(() => {})
    const first = half.read()
    expect(await half.read().catch((error: unknown) => error)).toBeInstanceOf(TypeError)
    half.end()
    await first
  })
})
