/** Idempotency keys over the wire: what a client that did not hear the answer may count on. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Machine, startMachine } from '../testing/machine.ts'
import { puppetCommand, steps } from '../testing/puppet.ts'
import { data } from '../testing/rig.ts'

// Processes of its own on a machine that is busy with other tests.
setDefaultTimeout(20_000)

let machine: Machine
beforeAll(async () => {
  machine = await startMachine({ env: { FAIRLEAD_AGENT_GOOSE: puppetCommand() } })
})
afterAll(() => machine.end(), 20_000)

interface Answer {
  status: number
  body: Record<string, unknown>
}
async function ask(method: string, path: string, key: string, body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const response = await machine.rig.fetch(path, {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
  })
  return { status: response.status, body: await response.json() }
}
const prompts = async (session: string) =>
  (await machine.events(session)).filter((event) => event.type === 'prompt').length

test('sessions are made once, however often and however close together they are asked for', async () => {
  const before = data(await machine.rig.api.v1.sessions.get()).length
  const wanted = { agent: 'goose', cwd: machine.home }
  const many = await Promise.all(Array.from({ length: 5 }, () => ask('POST', '/v1/sessions', 'make', wanted)))
  expect(new Set(many.map(({ body }) => body.id)).size).toBe(1)
  expect(many.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(data(await machine.rig.api.v1.sessions.get())).toHaveLength(before + 1)
})

test('a session that was made is answered again when its directory is gone by then', async () => {
  const cwd = join(machine.home, 'short-lived')
  mkdirSync(cwd)
  const first = await ask('POST', '/v1/sessions', 'gone', { agent: 'goose', cwd })
  expect(first.status).toBe(201)
  rmSync(cwd, { recursive: true })
  const again = await ask('POST', '/v1/sessions', 'gone', { agent: 'goose', cwd })
  expect([again.status, again.body.id]).toEqual([201, first.body.id])
})

test('a message is in the log once, and its answer can be looked up', async () => {
  const session = await machine.idle('goose')
  const path = `/v1/sessions/${session}/prompt`
  const body = { text: steps({ say: 'once' }, { end: 'end_turn' }) }
  const answers = await Promise.all([1, 2, 3].map(() => ask('POST', path, 'send', body)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await machine.event(session, 'turn_result')
  expect(await ask('POST', path, 'send', body)).toEqual(answers[0] as Answer)
  expect(await prompts(session)).toBe(1)
  const known = await ask('GET', '/v1/commands/send', 'unused')
  expect(known.body).toMatchObject({
    key: 'send',
    route: `POST ${path}`,
    status: 202,
    body: answers[0]?.body,
  })
  expect(await ask('POST', path, 'send', { text: 'another' })).toMatchObject({
    status: 422,
    body: { error: { code: 'idempotency_mismatch' } },
  })
  expect(await prompts(session)).toBe(1)
})

test('a key that was never used is not known, and one that was refused is not either', async () => {
  const unknown = { status: 404, body: { error: { code: 'command_not_found' } } }
  expect(await ask('GET', '/v1/commands/never', 'unused')).toMatchObject(unknown)
  const session = await machine.idle('goose')
  const refused = await ask('POST', `/v1/sessions/${session}/prompt`, 'empty', { text: ' ' })
  expect(refused).toMatchObject({ status: 422, body: { error: { detail: { field: 'text' } } } })
  expect(await ask('GET', '/v1/commands/empty', 'unused')).toMatchObject(unknown)
})

test('a stop, a delete and a cancel that are asked again answer as they did', async () => {
  const session = await machine.idle('goose')
  expect(await ask('POST', `/v1/sessions/${session}/cancel`, 'c')).toMatchObject({
    status: 200,
    body: { outcome: 'no_turn' },
  })
  await machine.prompt(session, steps({ say: 'open' }))
  await machine.event(session, 'message_delta')
  // The key is spent: this is the old answer and no second cancel.
  expect(await ask('POST', `/v1/sessions/${session}/cancel`, 'c')).toMatchObject({
    body: { outcome: 'no_turn' },
  })
  expect((await machine.session(session, () => true)).turn).not.toBeNull()
  for (let n = 0; n < 2; n++) {
    expect(await ask('POST', `/v1/sessions/${session}/stop`, 's')).toMatchObject({
      status: 200,
      body: { status: 'exited', reason: 'stopped' },
    })
  }
  for (let n = 0; n < 2; n++) {
    expect(await ask('DELETE', `/v1/sessions/${session}`, 'd')).toEqual({
      status: 200,
      body: { deleted: session },
    })
  }
  expect(await ask('DELETE', `/v1/sessions/${session}`, 'd2')).toMatchObject({ status: 404 })
})
