/** Asks as agents put them: several at once, with ids of every kind, taken back, answered twice or wrongly. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { Ask } from '../../shared/wire/ask.ts'
import { linesIn, type Machine, startMachine, textOf } from '../testing/machine.ts'
import { permission, puppetCommand, type Step, steps } from '../testing/puppet.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let home: TempHome
let machine: Machine
beforeAll(async () => {
  home = await tempHome()
  const env = { FAIRLEAD_AGENT_GOOSE: puppetCommand('--log', join(home.path, 'log')) }
  machine = await startMachine({ home, env })
})
afterAll(() => machine.end(), 20_000)

const done: Step = { end: 'end_turn' }
const one = async (session: string): Promise<Ask> => {
  const [ask] = await machine.asks(session)
  if (!ask) throw new Error('no ask')
  return ask
}
const code = (body: unknown, detail: object = {}) => ({
  status: body,
  body: { error: expect.objectContaining({ ...detail }) },
})
const answersHeard = (count: number) =>
  linesIn(join(home.path, 'log'))
    .filter((line) => line.method === undefined)
    .slice(-count)

test('two permissions open at once, under 0 and "0", are answered each with its own id, verbatim', async () => {
  const text = steps(permission(0, 'first'), permission('0', 'second'), { reply: 0 }, { reply: '0' }, done)
  const session = await machine.begin(text, 'goose')
  const [first, second] = await machine.asks(session, 2)
  if (!first || !second) throw new Error('they are not both there')
  expect(await machine.session(session, () => true)).toMatchObject({
    status: 'blocked',
    asks: [{ title: 'Do first' }, { title: 'Do second' }],
  })
  expect(await machine.answer(second, { option: 'no' })).toMatchObject({ status: 200 })
  expect(await machine.session(session, (now) => now.asks.length === 1)).toMatchObject({ status: 'blocked' })
  expect(await machine.answer(first, { option: 'yes' })).toMatchObject({ status: 200 })
  await machine.event(session, 'turn_result')
  expect(answersHeard(2)).toEqual([
    { jsonrpc: '2.0', id: '0', result: { outcome: { outcome: 'selected', optionId: 'no' } } },
    { jsonrpc: '2.0', id: 0, result: { outcome: { outcome: 'selected', optionId: 'yes' } } },
  ])
})

test('a request under null is answered under null', async () => {
  const session = await machine.begin(steps(permission(null, 'x'), { reply: null }, done), 'goose')
  await machine.answer(await one(session), { option: 'yes' })
  await machine.event(session, 'turn_result')
  expect(answersHeard(1)).toMatchObject([{ id: null, result: { outcome: { optionId: 'yes' } } }])
})

test('an ask that its agent takes back is withdrawn, the one beside it stays, and no answer goes out', async () => {
  const back: Step = { notify: '$/cancel_request', params: { requestId: 5 } }
  const text = steps(permission(5, 'a'), permission('5', 'b'), back, { reply: '5' }, done)
  const session = await machine.begin(text, 'goose')
  const { ask } = await machine.event(session, 'permission_request')
  expect(await machine.event(session, 'permission_resolved')).toMatchObject({ ask, outcome: 'withdrawn' })
  const left = await one(session)
  expect(left.id).not.toBe(ask)
  const late = await machine.answer({ ...left, id: ask }, { option: 'yes' })
  expect(late).toMatchObject(code(409, { code: 'already_settled', detail: { outcome: 'withdrawn' } }))
  await machine.answer(left, { option: 'yes' })
  await machine.event(session, 'turn_result')
  expect(answersHeard(2).map((line) => line.id)).not.toContain(5)
})

test('an answer counts once, for the ask as it was drawn, and for an option that it has', async () => {
  const session = await machine.begin(steps(permission('p', 'x'), { reply: 'p' }, done), 'goose')
  const ask = await one(session)
  const changed = await machine.answer(ask, { option: 'yes' }, '0'.repeat(64))
  expect(changed).toMatchObject(code(409, { code: 'ask_changed' }))
  expect(await machine.answer(ask, { option: 'maybe' })).toMatchObject(code(409, { code: 'option_unknown' }))
  expect(await machine.answer(ask, { action: 'accept' })).toMatchObject(
    code(422, { code: 'invalid_request' }),
  )
  const nobody = await machine.answer({ ...ask, id: 'perm-99-nothing' }, { option: 'yes' })
  expect(nobody).toMatchObject(code(404, { code: 'ask_not_found' }))
  const both = await Promise.all([
    machine.answer(ask, { option: 'yes' }),
    machine.answer(ask, { option: 'no' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await machine.event(session, 'turn_result')
  expect(answersHeard(1)).toHaveLength(1)
  const again = await machine.answer(ask, { option: 'yes' })
  expect(again).toMatchObject(code(409, { code: 'already_settled', detail: { outcome: 'selected' } }))
})

test('a permission may be dismissed: the agent hears cancelled', async () => {
  const session = await machine.begin(steps(permission('d', 'x'), { reply: 'd' }, done), 'goose')
  expect(await machine.answer(await one(session), { action: 'cancel' })).toMatchObject({ status: 200 })
  await machine.event(session, 'turn_result')
  expect(answersHeard(1)).toMatchObject([{ id: 'd', result: { outcome: { outcome: 'cancelled' } } }])
})

test('a turn that its agent ends as cancelled over a refusal reads refused, and cancelled where somebody cancelled', async () => {
  const session = await machine.begin('oddity: refusal-as-cancelled')
  await machine.answer(await one(session), { option: 'reject' })
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'refused' })
  await machine.prompt(session, 'oddity: refusal-as-cancelled')
  await one(session)
  await machine.acts(session).cancel.post()
  expect(await machine.event(session, 'turn_result', 2)).toMatchObject({ stopReason: 'cancelled' })
})

test('an unannounced permission and one without a title still make a card', async () => {
  const bare: Step = {
    request: {
      id: 1,
      method: 'session/request_permission',
      params: { toolCall: { toolCallId: 'c' }, options: [{ optionId: 'ok', kind: 'allow_once' }] },
    },
  }
  const session = await machine.begin(steps(bare, { reply: 1 }, done), 'goose')
  const [summary] = (await machine.session(session, (now) => now.asks.length > 0)).asks
  expect(summary).toMatchObject({ title: 'c', options: [{ id: 'ok', name: 'ok', kind: 'allow_once' }] })
  await machine.answer(await one(session), { option: 'ok' })
  expect(await machine.event(session, 'turn_result')).toMatchObject({ stopReason: 'end_turn' })
})

test('a permission that nobody could judge is refused at once, with the bound in words', async () => {
  const request = (id: number, params: object): Step => ({
    request: { id, method: 'session/request_permission', params },
  })
  const long = [{ optionId: 'o', name: 'n'.repeat(9_000), kind: 'allow_once' }]
  const text = steps(
    request(1, { toolCall: { toolCallId: 'c' }, options: long }),
    request(2, { toolCall: { toolCallId: 'c' }, options: [] }),
    request(3, {}),
    { reply: 3 },
    done,
  )
  const session = await machine.begin(text, 'goose')
  await machine.event(session, 'turn_result')
  expect(answersHeard(3)).toMatchObject([1, 2, 3].map((id) => ({ id, error: { code: -32602 } })))
  const events = await machine.events(session)
  expect(events.filter((event) => event.type === 'error')).toHaveLength(3)
  expect(events.filter((event) => event.type === 'permission_request')).toEqual([])
  expect(textOf(events)).toContain('-32602')
})
