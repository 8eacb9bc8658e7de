/** A turn that its agent never answered read as working for ever; what ended it then ended others. Played again. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { readMessage } from '../acp/message.ts'
import { daemonLimits } from '../limits.ts'
import { answerOpening, eventsOfType, openSession, spawn, type TestCore, testCore } from '../testing/core.ts'
import { endProcess } from '../testing/end-process.ts'
import { acceptPrompt } from './prompt.ts'
import { receive } from './receive.ts'

let home: TempHome
let kit: TestCore
beforeEach(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterEach(async () => {
  kit.close()
  await home.remove()
})

const row = (id: string) => {
  const found = kit.core.sessions.get(id)
  if (!found) throw new Error('no such session')
  return found
}
const results = (id: string) => eventsOfType(kit, id, 'turn_result').map((event) => event.stopReason)
const prompt = (id: string, text: string): void => {
  const landed = kit.core.transact((work) => acceptPrompt(kit.core, work, row(id), text))
  if (!landed.ok) throw landed.error
}
/** A line of a run that may be over. */
const says = (run: string, message: object): void =>
  kit.core.transact((work) => {
    const end = (kit.core.runs.get(run)?.readTo ?? 0) + 1
    receive(
      kit.core,
      work,
      run,
      [{ message: readMessage(JSON.stringify({ jsonrpc: '2.0', ...message })), end }],
      end,
    )
  })

test('whoever wrote into a stuck turn kept it alive with every message: the clock is the agent’s own', () => {
  const id = openSession(kit, { text: 'hello' })
  for (let hour = 1; hour < 3; hour++) {
    kit.clock.advance(HOUR_MS)
    prompt(id, `are you there? ${hour}`)
  }
  kit.clock.advance(daemonLimits.silenceMs - 2 * HOUR_MS - 1)
  expect(results(id)).toEqual([])
  kit.clock.advance(1)
  expect(results(id)).toEqual(['abandoned'])
})

test('a turn that was silent for 52 minutes was nearly given up, for working: it goes on, and ends by its answer', () => {
  const id = openSession(kit, { text: 'hello' })
  kit.clock.advance(52 * MINUTE_MS)
  kit.says(id, { id: 'prompt:1', result: { stopReason: 'end_turn' } })
  expect(results(id)).toEqual(['end_turn'])
})

test('the late answer to a turn that was given up cut the next one short: it ends nothing', () => {
  const id = openSession(kit, { text: 'hello' })
  const late = row(id).run ?? ''
  kit.clock.advance(daemonLimits.silenceMs)
  says(late, { id: 'prompt:1', result: { stopReason: 'end_turn' } })
  expect(results(id)).toEqual(['abandoned'])
  prompt(id, 'again')
  endProcess(kit, id)
  spawn(kit, id)
  answerOpening(kit, id)
  const { seq } = kit.core.turns.open(id) ?? {}
  expect(seq).toBeGreaterThan(1)
  says(late, { id: 'prompt:1', result: { stopReason: 'end_turn' } })
  says(row(id).run ?? '', { id: 'prompt:1', result: { stopReason: 'end_turn' } })
  expect(kit.core.turns.open(id)?.seq).toBe(seq ?? 0)
  kit.says(id, { id: `prompt:${seq}`, result: { stopReason: 'end_turn' } })
  expect(results(id)).toEqual(['abandoned', 'end_turn'])
})
