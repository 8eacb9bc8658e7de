/** A download beside an event stream, in one circuit over a real relay; `scripts/bench/circuit-beside.ts` times it. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { drain } from '../bench/parts/bench-app.ts'
import { openCircuitPath } from '../bench/parts/circuit-path.ts'

setDefaultTimeout(60_000)

const MIB = 1024 * 1024
/** What the relay may hold of a circuit, with what the runtime takes while it is busy. */
const RELAY_GROWTH_MB = 64

const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

test('64 MiB come whole while events go on, and the relay keeps next to nothing of it', async () => {
  const { ask, relay, stop } = await openCircuitPath()
  const leave = new AbortController()
  const { body } = await ask('http://machine/events', {
    headers: { accept: 'text/event-stream' },
    signal: leave.signal,
  })
  const events = body?.getReader()
  await events?.read()
  const before = rssMb(relay)
  const download = await ask('http://machine/bulk?MiB=64')
  // Nobody reads the download: the credit of one stream is not another's, so the next events come all the same.
  const stalled = [await events?.read(), await events?.read(), await events?.read()]
  expect(stalled.map((part) => part?.done)).toEqual([false, false, false])
  expect(await drain(download.body)).toBe(64 * MIB)
  expect((await events?.read())?.done).toBe(false)
  expect(rssMb(relay) - before).toBeLessThan(RELAY_GROWTH_MB)
  leave.abort()
  await stop()
})
