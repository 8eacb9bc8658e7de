import { expect, test } from 'bun:test'
import { seededRandom } from '../../shared/testing/seeded-random.ts'
import { data, type Rig, untilSession } from '../testing/rig.ts'
import { createLives } from './testing/lives.ts'
import { type Kept, keep } from './testing/raw-events.ts'

const CUTS = 200
/** The log still grows: its end is where the turn ends. */
const NOT_YET = Number.POSITIVE_INFINITY

test('a reader that is cut two hundred times anywhere has the same bytes as one that never was', async () => {
  const random = seededRandom(Number(Bun.env.SURVIVAL_SEED) || undefined)
  await using lives = await createLives({ limits: { coalesceMs: 2 } })
  const rig = await lives.start()
  const text = Array.from({ length: 40 }, (_, n) => `words: 40 1\nsay: “é ${n} 漢字”\nthink: ${n}`).join('\n')
  const { id } = data(await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text }))
  const kept: Kept = { pieces: [], last: 0 }
  let live = 0
  for (let cuts = 0; cuts < CUTS; cuts++) {
    const seen = await readUntilCut(rig, id, kept, random.int(6_000))
    if (seen.live) live++
    if (seen.over) data(await rig.api.v1.sessions({ session: id }).prompt.post({ text }))
  }
  await untilSession(rig, id, (now) => now.status === 'idle')
  const end = data(await rig.api.v1.sessions({ session: id }).get()).lastSeq
  while (kept.last < end) await readUntilCut(rig, id, kept, Number.POSITIVE_INFINITY, end)
  const whole: Kept = { pieces: [], last: 0 }
  await readUntilCut(rig, id, whole, Number.POSITIVE_INFINITY, end)
  expect(kept.pieces.join(',')).toBe(whole.pieces.join(','))
  expect(whole.last).toBe(end)
  expect(live).toBeGreaterThan(5)
}, 60_000)

/**
 * Reads on from what is kept and drops the connection after so many bytes; what was not whole by then is lost. Stops
 * at event `end`, too, or at the end of a turn while there is none. `live`: something came that was not there when it connected.
 */
async function readUntilCut(
  rig: Rig,
  session: string,
  kept: Kept,
  bytes: number,
  end = NOT_YET,
): Promise<{ live: boolean; over: boolean }> {
  const abort = new AbortController()
  const path = `/v1/sessions/${session}/events?after=${kept.last}`
  const response = await rig.fetch(path, { signal: abort.signal, keepalive: false })
  if (!response.body) throw new Error(`${response.status}`)
  const decoder = new TextDecoder()
  let left = bytes
  let text = ''
  let live = false
  let over = false
  try {
    for await (const chunk of response.body) {
      text += decoder.decode(chunk.subarray(0, Math.min(left, chunk.length)), { stream: true })
      left -= chunk.length
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const item = block.slice(block.indexOf('data: ') + 'data: '.length)
        live ||= item.startsWith('{"type":"event"')
        over ||= item.includes('"type":"turn_result"')
        keep(kept, item)
      }
      if (left <= 0 || kept.last >= end || (over && end === NOT_YET)) break
    }
  } finally {
    abort.abort()
  }
  return { live, over }
}
