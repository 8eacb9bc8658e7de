import { describe, expect, test } from 'bun:test'
import { fakeClock } from '../../shared/testing/fake-clock.ts'
import { CliError } from './cli-error.ts'
import { eventsOf, type From, follow, type OpenStream } from './follow.ts'

const event = (seq: number) => ({ data: { type: 'event', event: { seq, type: 'context_cleared', at: 0 } } })
const page = (...seqs: number[]) => ({
  data: { type: 'page', more: false, events: seqs.map((seq) => event(seq).data.event) },
})

/** A daemon that sends one list of frames a connection and then cuts it; an error refuses the connection. */
function cutting(connections: (unknown[] | Error)[]) {
  const asked: From[] = []
  const open: OpenStream = async (from) => {
    asked.push(from)
    const frames = connections.shift()
    if (!frames) throw new CliError('unreachable', 'nobody')
    if (frames instanceof Error) throw frames
    return (async function* () {
      yield* frames
    })()
  }
  return { open, asked }
}

async function readAll(open: OpenStream, from: From, until: number) {
  const clock = fakeClock()
  const abort = new AbortController()
  const seqs: number[] = []
  let cuts = 0
  const reading = (async () => {
    for await (const item of follow({ open, from, clock, signal: abort.signal, onCut: () => cuts++ })) {
      for (const { seq } of eventsOf(item)) seqs.push(seq)
      if (seqs.at(-1) === until) abort.abort()
    }
  })()
  const over = reading.then(
    () => ({ error: null }),
    (error: unknown) => ({ error }),
  )
  let done = false
  void over.then(() => {
    done = true
  })
  // Every wait is on this clock: moving it on is all that a reconnect needs.
  for (let step = 0; step < 200 && !done; step++) await clock.settle(1_000)
  return { ...(await over), seqs, cuts }
}

describe('a followed log', () => {
  test('goes on after the last seq when its stream is cut, with nothing lost or repeated', async () => {
    const { open, asked } = cutting([
      [page(1, 2), event(3)],
      new Error('reset'),
      [page(3, 4), event(4), event(5)],
    ])
    const read = await readAll(open, { after: 0 }, 5)
    expect(read).toEqual({ error: null, seqs: [1, 2, 3, 4, 5], cuts: 1 })
    expect(asked).toEqual([{ after: 0 }, { after: 3 }, { after: 3 }])
  })

  test('keeps asking for the same tail until something of it arrived', async () => {
    const { open, asked } = cutting([[], [page(8, 9)]])
    expect((await readAll(open, { tail: 2 }, 9)).seqs).toEqual([8, 9])
    expect(asked).toEqual([{ tail: 2 }, { tail: 2 }])
  })

  test('gives up past the stated limit and says so', async () => {
    const { open } = cutting([[page(1)]])
    const { error, seqs } = await readAll(open, { after: 0 }, 99)
    expect(seqs).toEqual([1])
    expect(error).toMatchObject({ code: 'unreachable', exit: 6 })
  })

  test('ends at once at a refusal and at a deleted session', async () => {
    const refused = cutting([new CliError('session_not_found', 'no such session')])
    expect((await readAll(refused.open, { after: 0 }, 99)).error).toMatchObject({ code: 'session_not_found' })
    const deleted = cutting([[page(1), { data: { type: 'end', why: 'session_gone' } }]])
    expect(await readAll(deleted.open, { after: 0 }, 99)).toEqual({ error: null, seqs: [1], cuts: 0 })
  })

  test('comes back from a daemon that stops', async () => {
    const { open } = cutting([[page(1), { data: { type: 'end', why: 'daemon_stopping' } }], [page(2)]])
    expect((await readAll(open, { after: 0 }, 2)).seqs).toEqual([1, 2])
  })
})
