/** The kill ladder against processes that do not want to end, on the real process table. */
import { afterEach, describe, expect, test } from 'bun:test'
import { FrameType } from './frames.ts'
import { processTable } from './processes.ts'
import { type Daemon, disposeKeepers, inProcessTable, startKeeper } from './testing.ts'

const QUICK = { stdinMs: 150, termMs: 150, killMs: 2_000 }
/** What every script ends with: it says its children's pids first, then lives until its stdin is closed. */
const UNTIL_EOF = 'while read -r line; do :; done'

afterEach(disposeKeepers)

/** Starts a script that prints a pid a line and waits for `count` of them. */
async function startPids(
  daemon: Daemon,
  script: string,
  count: number,
): Promise<{ run: string; pids: number[] }> {
  const found = Promise.withResolvers<number[]>()
  let text = ''
  daemon.onOutput = ({ body }) => {
    text += Buffer.from(body).toString()
    const pids = text.split('\n').slice(0, -1).map(Number)
    if (pids.length === count) found.resolve(pids)
  }
  const { run } = await daemon.start(script)
  return { run, pids: await found.promise }
}

async function steps(daemon: Daemon, run: string, count: number): Promise<unknown[]> {
  const seen: unknown[] = []
  for (let index = 0; index < count; index++) seen.push((await daemon.next(FrameType.step, run)).header.step)
  return seen
}

describe('the kill ladder', () => {
  test('an agent that ends with its stdin is not signalled', async () => {
    const daemon = await (await startKeeper()).attach()
    const { run, pid } = await daemon.start(`${UNTIL_EOF}; exit 5`)
    daemon.send(FrameType.end, { run })
    expect((await daemon.next(FrameType.ended, run)).header).toMatchObject({
      code: 5,
      signal: null,
      left: [],
    })
    expect(await steps(daemon, run, 1)).toEqual(['stdin'])
    expect(inProcessTable(pid)).toBe(false)
  })

  test('an agent that ignores its stdin and SIGTERM is killed', async () => {
    const daemon = await (await startKeeper(QUICK)).attach()
    const script = 'trap "" TERM; echo $$; while :; do sleep 1000; done'
    const { run, pids } = await startPids(daemon, script, 1)
    daemon.send(FrameType.end, { run })
    expect((await daemon.next(FrameType.ended, run)).header).toMatchObject({ signal: 'SIGKILL', left: [] })
    expect(await steps(daemon, run, 3)).toEqual(['stdin', 'term', 'kill'])
    expect(pids.filter(inProcessTable)).toEqual([])
  })

  test('children in process sessions of their own end with the run', async () => {
    const daemon = await (await startKeeper(QUICK)).attach()
    const child = `setsid sh -c 'trap "" TERM; echo $$; sleep 1000 & echo $!; wait; sleep 1000'`
    const { run, pids } = await startPids(daemon, `${child} & ${UNTIL_EOF}`, 2)
    daemon.send(FrameType.end, { run })
    expect((await daemon.next(FrameType.ended, run)).header.left).toEqual([])
    expect(pids.filter(inProcessTable)).toEqual([])
  })

  test('a child that forked twice and dropped the marker ends with the run', async () => {
    const daemon = await (await startKeeper(QUICK)).attach()
    const child = `(env -i setsid sh -c 'echo $$; exec sleep 1000' &)`
    const { run, pids } = await startPids(daemon, `${child}; ${UNTIL_EOF}`, 1)
    daemon.send(FrameType.end, { run })
    expect((await daemon.next(FrameType.ended, run)).header.left).toEqual([])
    expect(pids.filter(inProcessTable)).toEqual([])
  })

  test('an orphan without any sign ends with the last run that can have started it', async () => {
    const keeper = await startKeeper(QUICK)
    const daemon = await keeper.attach()
    const other = await daemon.start(UNTIL_EOF)
    const child = `(env -i setsid sh -c 'echo $$; exec sleep 1000 >/dev/null' &)`
    const { run, pids } = await startPids(daemon, `sleep 0.05; ${child}; ${UNTIL_EOF}`, 1)
    daemon.send(FrameType.end, { run })
    await daemon.next(FrameType.ended, run)
    expect(pids.filter(inProcessTable)).toEqual(pids)
    daemon.send(FrameType.end, { run: other.run })
    expect((await daemon.next(FrameType.ended, other.run)).header.left).toEqual([])
    expect(pids.filter(inProcessTable)).toEqual([])
  })

  test('output held open by a process of another run does not hold up the end', async () => {
    const keeper = await startKeeper({ ...QUICK, drainMs: 100 })
    const daemon = await keeper.attach()
    await daemon.start(UNTIL_EOF)
    const child = `(env -i setsid sh -c 'echo $$; exec sleep 1000' &)`
    const { run, pids } = await startPids(daemon, `sleep 0.05; ${child}; ${UNTIL_EOF}`, 1)
    daemon.send(FrameType.end, { run })
    expect((await daemon.next(FrameType.ended, run)).header).toMatchObject({ code: 0, left: [] })
    expect(pids.filter(inProcessTable)).toEqual(pids)
  })

  test('a crash of the agent ends what it left at once', async () => {
    const daemon = await (await startKeeper()).attach()
    const script = `setsid sh -c 'echo $$; exec sleep 1000' & read -r line; kill -SEGV $$`
    const { run, pids } = await startPids(daemon, script, 1)
    daemon.send(FrameType.input, { run, n: 1 }, Buffer.from('go\n'))
    const { header } = await daemon.next(FrameType.ended, run)
    expect(header).toMatchObject({ code: null, signal: 'SIGSEGV', left: [] })
    expect(await steps(daemon, run, 1)).toEqual(['term'])
    expect(pids.filter(inProcessTable)).toEqual([])
  })

  test('the keeper finishes the ladder of a daemon that went away', async () => {
    const keeper = await startKeeper(QUICK)
    const daemon = await keeper.attach()
    const { run, pids } = await startPids(daemon, 'trap "" TERM; echo $$; while :; do sleep 1000; done', 1)
    daemon.send(FrameType.end, { run })
    await daemon.next(FrameType.step, run)
    daemon.cut()
    const successor = await keeper.attach()
    successor.send(FrameType.read, { run, from: 0 })
    expect((await successor.next(FrameType.ended, run)).header).toMatchObject({ signal: 'SIGKILL', left: [] })
    expect(pids.filter(inProcessTable)).toEqual([])
  })

  test('END twice is one ladder, and FORGET before the end is no end', async () => {
    const daemon = await (await startKeeper()).attach()
    const { run, pid } = await daemon.start(UNTIL_EOF)
    daemon.send(FrameType.forget, { run })
    daemon.send(FrameType.end, { run })
    daemon.send(FrameType.end, { run })
    expect((await daemon.next(FrameType.ended, run)).header).toMatchObject({ code: 0, left: [] })
    expect(inProcessTable(pid)).toBe(false)
  })
})

describe('SWEEP', () => {
  const commandOnLine = `while read -r line; do setsid sh -c 'trap "" TERM; echo $$; sleep 1000; sleep 1000' & done`

  test('ends the command started since MARK, and neither the agent nor what it had before', async () => {
    const daemon = await (await startKeeper(QUICK)).attach()
    const server = `setsid sh -c 'echo $$; exec sleep 1000' &`
    const { run, pids } = await startPids(daemon, `echo $$; ${server} ${commandOnLine}`, 2)
    daemon.send(FrameType.mark, { run })
    const command = Promise.withResolvers<number>()
    daemon.onOutput = ({ body }) => command.resolve(Number(Buffer.from(body).toString()))
    daemon.send(FrameType.input, { run, n: 1 }, Buffer.from('go\n'))
    const pid = await command.promise
    daemon.send(FrameType.sweep, { run })
    expect((await daemon.next(FrameType.swept, run)).header).toMatchObject({ ended: 2, left: [] })
    // Its parent, the agent, has not waited for it.
    expect(processTable(process.platform).find(pid)?.zombie).not.toBe(false)
    expect(pids.filter(inProcessTable)).toEqual(pids)
  })

  test('without a mark ends nothing', async () => {
    const daemon = await (await startKeeper(QUICK)).attach()
    const { run, pids } = await startPids(daemon, `setsid sh -c 'echo $$; exec sleep 1000' & ${UNTIL_EOF}`, 1)
    daemon.send(FrameType.sweep, { run })
    expect((await daemon.next(FrameType.swept, run)).header).toMatchObject({ ended: 0, left: [] })
    expect(pids.filter(inProcessTable)).toEqual(pids)
  })
})
