/** What is sent while an agent works: into the turn where it takes that, else in order, one at a time, after it. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { linesIn, type Machine, startMachine, textOf } from '../testing/machine.ts'
import { demoCommand, permission, puppetCommand, steps } from '../testing/puppet.ts'
import { data } from '../testing/rig.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let home: TempHome
let machine: Machine
beforeAll(async () => {
  home = await tempHome()
  machine = await startMachine({
    home,
    limits: { unpromptedQuietMs: 250 },
    env: {
      FAIRLEAD_AGENT_GOOSE: puppetCommand('--steering', '--log', join(home.path, 'goose')),
      FAIRLEAD_AGENT_GROK: puppetCommand(),
      // Does not take words while it works.
      FAIRLEAD_AGENT_KIMI: demoCommand('--no-steering', '--journal', join(home.path, 'kimi')),
    },
  })
})
afterAll(() => machine.end(), 20_000)

const reached = async (session: string): Promise<unknown[]> => {
  const { conversation } = await machine.session(session, () => true)
  return linesIn(join(home.path, 'kimi')).flatMap((line) =>
    line.got === 'prompt' && line.session === conversation ? [line.text] : [],
  )
}
const working = async (agent = 'kimi'): Promise<string> => {
  const session = await machine.begin('say: busy\nhang', agent)
  await machine.event(session, 'message_delta')
  return session
}

test('eight messages wait, a ninth is refused; one can be taken back; a cancel delivers the rest in order', async () => {
  const session = await working()
  const sent = []
  for (let n = 1; n <= 8; n++) sent.push(await machine.prompt(session, `say: ${n}`))
  expect(new Set(sent.map(({ landed }) => landed))).toEqual(new Set(['queued']))
  const ninth = await machine.acts(session).prompt.post({ text: 'say: 9' })
  expect(ninth.error).toMatchObject({
    status: 429,
    value: { error: { code: 'queue_full', detail: { bound: 8 } } },
  })
  const third = sent[2]?.seq ?? 0
  const takeBack = (seq: number) =>
    machine
      .acts(session)
      .queue({ seq: String(seq) })
      .delete()
  expect(data(await takeBack(third))).toEqual({ seq: third })
  expect(data(await takeBack(third))).toEqual({ seq: third })
  expect((await takeBack(1)).error).toMatchObject({ status: 409, value: { error: { code: 'not_queued' } } })
  expect((await takeBack(9_999)).error).toMatchObject({ status: 404 })
  expect(await machine.event(session, 'prompt_withdrawn')).toMatchObject({ prompt: third, why: 'taken_back' })
  const full = await machine.session(session, () => true)
  expect(full.queue.map(({ text }) => text)).toEqual([1, 2, 4, 5, 6, 7, 8].map((n) => `say: ${n}`))
  expect(data(await machine.acts(session).cancel.post())).toMatchObject({ turn: 1, settled: true })
  await machine.event(session, 'turn_result', 8)
  expect(await reached(session)).toEqual([
    'say: busy\nhang',
    ...[1, 2, 4, 5, 6, 7, 8].map((n) => `say: ${n}`),
  ])
  const results = (await machine.events(session)).flatMap((event) =>
    event.type === 'turn_result' ? [[event.stopReason as string | number, ...event.prompts]] : [],
  )
  const seqs = sent.map(({ seq }) => seq).filter((seq) => seq !== third)
  expect(results).toEqual([['cancelled', 1], ...seqs.map((seq) => ['end_turn', seq])])
})

test('a stop withdraws what waits and says so; it does not come back with the session', async () => {
  const session = await working()
  const { seq } = await machine.prompt(session, 'say: lost')
  expect(data(await machine.acts(session).stop.post())).toMatchObject({ status: 'exited', queue: [] })
  expect(await machine.event(session, 'prompt_withdrawn')).toMatchObject({ prompt: seq, why: 'stopped' })
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'cancelled', prompts: [1] })
  await machine.prompt(session, 'say: new')
  await machine.event(session, 'turn_result', 2)
  expect(await reached(session)).toEqual(['say: busy\nhang', 'say: new'])
})

test('an ask that is still open after a turn holds the queue until it is answered', async () => {
  const text = steps({ say: 'x' }, permission(0, 'late'), { end: 'end_turn' }, { reply: 0 })
  const session = await machine.begin(text, 'grok')
  await machine.event(session, 'turn_result')
  const next = await machine.prompt(session, steps({ say: 'next' }, { end: 'end_turn' }))
  expect(next.landed).toBe('queued')
  const [ask] = await machine.asks(session)
  if (!ask) throw new Error('no ask')
  expect(await machine.session(session, () => true)).toMatchObject({ status: 'blocked', turn: null })
  await machine.answer(ask, { option: 'yes' })
  expect(await machine.event(session, 'turn_result', 2)).toMatchObject({ prompts: [next.seq] })
})

test('a cancel of such an ask delivers what it held', async () => {
  const text = steps(permission(0, 'late'), { end: 'end_turn' }, { reply: 0 })
  const session = await machine.begin(text, 'grok')
  await machine.event(session, 'turn_result')
  const next = await machine.prompt(session, steps({ say: 'next' }, { end: 'end_turn' }))
  data(await machine.acts(session).cancel.post())
  expect(await machine.event(session, 'turn_result', 2)).toMatchObject({
    prompts: [next.seq],
    stopReason: 'end_turn',
  })
})

test('an agent that takes words while it works gets them at once, and its one result names both', async () => {
  const session = await machine.begin('say: begun\nwords: 20 20')
  await machine.event(session, 'message_delta')
  const { seq, landed } = await machine.prompt(session, 'say: heard you')
  expect(landed).toBe('steered')
  expect(await machine.event(session, 'prompt_delivered', 2)).toMatchObject({
    prompt: seq,
    steered: true,
    turn: 1,
  })
  expect(await machine.event(session, 'turn_result')).toMatchObject({ prompts: [1, seq], turn: 1 })
  const events = await machine.events(session)
  expect(textOf(events)).toContain('heard you')
  expect(events.filter((event) => event.type === 'turn_result')).toHaveLength(1)
})

test('words that found the turn over begin one that gets no result: it ends when the agent has been quiet', async () => {
  const whenSteered = [
    { end: 'end_turn', of: 'prompt:1' },
    { result: { outcome: 'startedNewTurn' } },
    { say: 'by myself' },
  ]
  const session = await machine.begin(steps({ steered: whenSteered }, { say: 'ready' }), 'goose')
  await machine.event(session, 'message_delta')
  const { seq } = await machine.prompt(session, steps({ say: 'and this' }))
  expect(await machine.event(session, 'turn_result')).toMatchObject({ prompts: [1] })
  expect(await machine.event(session, 'turn_result', 2)).toMatchObject({
    prompts: [seq],
    stopReason: 'end_turn',
  })
  const own = (await machine.events(session)).filter((event) => event.turn === seq)
  expect([own.at(0)?.type, own.at(-1)?.type]).toEqual(['prompt_delivered', 'turn_result'])
  expect(textOf(own)).toBe('by myselfand this')
})

test('words that the agent would not take wait for the turn to end', async () => {
  const declined = [{ fail: { code: -32601, message: 'not now' } }, { end: 'end_turn', of: 'prompt:1' }]
  const session = await machine.begin(steps({ steered: declined }, { say: 'ready' }), 'goose')
  await machine.event(session, 'message_delta')
  const { seq, landed } = await machine.prompt(session, steps({ say: 'later' }, { end: 'end_turn' }))
  expect(landed).toBe('steered')
  expect(await machine.event(session, 'turn_result', 2)).toMatchObject({ prompts: [seq] })
  const delivered = (await machine.events(session)).filter((event) => event.type === 'prompt_delivered')
  expect(delivered).toMatchObject([{ prompt: 1 }, { prompt: seq }])
})
