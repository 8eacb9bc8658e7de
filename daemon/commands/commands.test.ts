import { afterEach, beforeEach, expect, test } from 'bun:test'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { COMMAND_MEMORY_MS } from '../../shared/limits.ts'
import { rejection } from '../../shared/testing/rejection.ts'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { type TestCore, testCore } from '../testing/core.ts'
import { type CommandRequest, type Commands, createCommands } from './commands.ts'
import { createCommandStore } from './store.ts'

let home: TempHome
let kit: TestCore
let commands: Commands
let applied = 0

beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
  commands = createCommands({ store: createCommandStore(kit.db), transact: kit.core.transact })
  applied = 0
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const request = (change: Partial<CommandRequest> = {}): CommandRequest => ({
  subject: 'local',
  route: 'POST /v1/sessions',
  key: 'k1',
  body: { a: 1, b: [2] },
  status: 201,
  ...change,
})
const apply = (): Result<number> => ok(++applied)
const code = (result: Result<unknown>) => (result.ok ? result.value : result.error.code)
const perform = async (change: Partial<CommandRequest> = {}) =>
  code(await commands.perform(request(change), { apply }))

test('the same key and body give the first answer again, and the change is made once', async () => {
  expect(await perform()).toBe(1)
  expect(await perform({ body: { b: [2], a: 1 } })).toBe(1)
  expect(applied).toBe(1)
})

test('another body under the key is refused, and changes nothing', async () => {
  await perform()
  expect(await perform({ body: { a: 2, b: [2] } })).toBe('idempotency_mismatch')
  expect(applied).toBe(1)
})

test('a key belongs to its subject and its route', async () => {
  await perform()
  expect(await perform({ subject: 'somebody else' })).toBe(2)
  expect(await perform({ route: 'POST /v1/sessions/s_1/prompt' })).toBe(3)
})

test('without a key everything is applied', async () => {
  expect([await perform({ key: null }), await perform({ key: null })]).toEqual([1, 2])
})

test.each(['', 'with space', 'ü', 'x'.repeat(129), 'line\nbreak'])('%j is no key', async (key) => {
  expect(await perform({ key })).toBe('invalid_request')
  expect(applied).toBe(0)
})

test('one that is still under way is joined, and told apart by its body', async () => {
  const gate = Promise.withResolvers<Result<null>>()
  const command = { prepare: () => gate.promise, apply }
  const first = commands.perform(request(), command)
  const second = commands.perform(request(), command)
  expect(code(await commands.perform(request({ body: 'other' }), command))).toBe('idempotency_mismatch')
  gate.resolve(ok(null))
  expect(await Promise.all([first, second])).toEqual([ok(1), ok(1)])
  expect(applied).toBe(1)
})

test('an answer is kept for 24 h, and the key is new after that', async () => {
  expect(await perform()).toBe(1)
  kit.clock.advance(COMMAND_MEMORY_MS)
  expect(await perform()).toBe(1)
  kit.clock.advance(1)
  expect(await perform()).toBe(2)
  expect(await perform()).toBe(2)
})

test('what was applied is answered without asking again whether it could be', async () => {
  const prepared: string[] = []
  const command = (possible: boolean) => ({
    prepare: async (): Promise<Result<null>> => {
      prepared.push(possible ? 'yes' : 'no')
      return possible ? ok(null) : refuse('workspace_missing', 'it is gone by now')
    },
    apply,
  })
  expect(code(await commands.perform(request(), command(true)))).toBe(1)
  expect(code(await commands.perform(request(), command(false)))).toBe(1)
  expect(prepared).toEqual(['yes'])
})

test('a refusal is no outcome: the same key may try again', async () => {
  const refused = await commands.perform(request(), { apply: () => refuse('queue_full', 'full') })
  expect(code(refused)).toBe('queue_full')
  expect(await perform()).toBe(1)
})

test('a change that throws is undone with its key, and what it was to cause never happens', async () => {
  const effects: string[] = []
  const broken = commands.perform(request(), {
    apply(work): Result<number> {
      work.after(() => effects.push('said'))
      kit.db.run(`INSERT INTO settings (name, value) VALUES ('half', 'done')`)
      throw new TypeError('half way')
    },
  })
  expect(String(await rejection(broken))).toContain('half way')
  expect(kit.db.query('SELECT * FROM settings').all()).toEqual([])
  expect(effects).toEqual([])
  expect(await perform()).toBe(1)
})

test('what is watched after the change is watched anew for each repetition', async () => {
  let watched = 0
  const command = { apply, finish: async (value: number) => value * 100 + ++watched }
  expect(code(await commands.perform(request(), command))).toBe(101)
  expect(code(await commands.perform(request(), command))).toBe(102)
  expect(applied).toBe(1)
})

test('a later daemon on the same database remembers', async () => {
  await perform()
  const { clock } = kit
  kit.close()
  kit = testCore({ home: home.path, clock })
  commands = createCommands({ store: createCommandStore(kit.db), transact: kit.core.transact })
  expect(await perform()).toBe(1)
  expect(applied).toBe(1)
})
