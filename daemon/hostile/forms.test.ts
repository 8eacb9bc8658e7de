/** Question forms: every value is checked against its field, and the log keeps the words, never a secret. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import type { Ask, FormValues } from '../../shared/wire/ask.ts'
import { linesIn, type Machine, startMachine } from '../testing/machine.ts'
import { puppetCommand, type Step, steps } from '../testing/puppet.ts'
import { data } from '../testing/rig.ts'

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

const form = (requestedSchema: object, more: object = {}): Step => ({
  request: {
    id: 'form',
    method: 'elicitation/create',
    params: { mode: 'form', message: 'Where to?', requestedSchema, ...more },
  },
})
const asked: Step[] = [{ reply: 'form' }, { end: 'end_turn' }]
const schema = {
  type: 'object',
  properties: {
    place: { type: 'string', title: 'Place', oneOf: [{ const: 'n', title: 'North' }, { const: 's' }] },
    count: { type: 'integer', title: 'How many', minimum: 1, maximum: 9 },
    fast: { type: 'boolean', title: 'Fast' },
    tags: { type: 'array', title: 'Tags', items: { enum: ['a', 'b'], enumNames: ['Ay', 'Bee'] } },
    note: { type: 'string', title: 'Note' },
    token: { type: 'string', title: 'Token', writeOnly: true },
  },
  required: ['place'],
}
const values: FormValues = { place: 'n', count: 3, fast: true, tags: ['b'], note: '', token: 'hunter2' }

async function asking(requestedSchema: object = schema): Promise<Ask> {
  const session = await machine.begin(steps(form(requestedSchema), ...asked), 'goose')
  const [ask] = await machine.asks(session)
  if (!ask) throw new Error('no ask')
  return ask
}
const heard = () => linesIn(join(home.path, 'log')).findLast((line) => line.id === 'form')

test('a form is answered with what was filled in; the log has labels and words, and the secret is nowhere', async () => {
  const ask = await asking()
  expect(ask).toMatchObject({ kind: 'question', question: { message: 'Where to?' } })
  expect(await machine.answer(ask, { action: 'accept', values })).toEqual({
    status: 200,
    body: { ask: ask.id, outcome: 'accepted' },
  })
  const resolved = await machine.event(ask.session, 'elicitation_resolved')
  expect(resolved).toMatchObject({ outcome: 'accepted', by: { door: 'local' } })
  expect(resolved.answers).toEqual([
    { label: 'Place', value: 'North' },
    { label: 'How many', value: '3' },
    { label: 'Fast', value: 'true' },
    { label: 'Tags', value: 'Bee' },
  ])
  await machine.event(ask.session, 'turn_result')
  const { note, ...content } = values
  expect(note).toBe('')
  expect(heard()).toEqual({ jsonrpc: '2.0', id: 'form', result: { action: 'accept', content } })
  const history = data(await machine.rig.api.v1.asks.history.get({ query: {} }))
  expect(JSON.stringify(history)).not.toContain('hunter2')
  expect(JSON.stringify(resolved)).not.toContain('hunter2')
})

test.each([
  ['place', { ...values, place: 'east' }],
  ['place', { count: 3 }],
  ['count', { ...values, count: 10 }],
  ['count', { ...values, count: 1.5 }],
  ['fast', { ...values, fast: 'yes' }],
  ['tags', { ...values, tags: ['a', 'a'] }],
  ['note', { ...values, note: 'x'.repeat(513) }],
  ['other', { ...values, other: 1 }],
] as const)('a wrong value is refused with its field, %s, and the form stays open', async (field, wrong) => {
  const ask = await asking()
  const refused = await machine.answer(ask, { action: 'accept', values: wrong as FormValues })
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_request', detail: { field } } },
  })
  expect(await machine.answer(ask, { action: 'accept', values: { place: 's' } })).toMatchObject({
    status: 200,
  })
})

test('decline and cancel are two other answers, and neither needs values', async () => {
  for (const [action, outcome] of [
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
  ] as const) {
    const ask = await asking()
    expect(await machine.answer(ask, { option: 'n' })).toMatchObject({ status: 422 })
    expect(await machine.answer(ask, { action })).toMatchObject({ status: 200, body: { outcome } })
    await machine.event(ask.session, 'turn_result')
    expect(heard()).toMatchObject({ result: { action } })
  }
})

test('a form over a bound, a nested one, another mode and one for no session are refused to the agent', async () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`f${n}`, { type: 'string' }]))
  for (const bad of [
    form({ properties: many }),
    form({ properties: { nested: { type: 'object' } } }),
    form({ properties: {} }, { mode: 'url' }),
    form({ properties: {} }, { sessionId: 7 }),
  ]) {
    const session = await machine.begin(steps(bad, ...asked), 'goose')
    await machine.event(session, 'turn_result')
    expect(heard()).toMatchObject({ error: { code: -32602 } })
    expect(await machine.event(session, 'error')).toMatchObject({ code: 'ask_refused' })
  }
})
