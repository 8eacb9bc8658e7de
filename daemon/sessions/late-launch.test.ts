/** A start that came back late was adopted as the live agent, overwritten by the next, and held its directory for ever. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { readMessage } from '../acp/message.ts'
import { daemonLimits } from '../limits.ts'
import { answerOpening, eventsOfType, openSession, spawn, type TestCore, testCore } from '../testing/core.ts'
import { endProcess } from '../testing/end-process.ts'
import { endRun, runEnded } from './end-run.ts'
import { receive } from './receive.ts'
import { resumeSession } from './resume.ts'

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
const says = (run: string, message: object): void =>
  kit.core.transact((work) => {
    const end = (kit.core.runs.get(run)?.readTo ?? 0) + 1
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    receive(kit.core, work, run, [{ message: readMessage(text), end }], end)
  })

/** Was interrupted, is being brought back, and took too long. */
function timedOut(): { id: string; late: string } {
  const id = openSession(kit, { text: 'one' })
  kit.says(id, { id: 'prompt:1', result: { stopReason: 'end_turn' } })
  kit.core.transact((work) => endRun(kit.core, work, row(id), 'daemon_shutdown'))
  endProcess(kit, id)
  kit.core.transact((work) => resumeSession(kit.core, work, row(id)))
  spawn(kit, id)
  const late = row(id).run ?? ''
  says(late, { id: 'initialize', result: { agentCapabilities: { sessionCapabilities: { resume: {} } } } })
  kit.clock.advance(daemonLimits.startMs)
  return { id, late }
}

test('an answer at 48 s to a start that was given up at 45 s is not taken: its process is being ended', () => {
  const { id, late } = timedOut()
  expect(kit.asked.at(-1)).toEqual({ act: 'end', run: late })
  kit.clock.advance(3_000)
  says(late, { id: 'resume', result: {} })
  expect(kit.core.runs.get(late)?.phase).toBe('ending')
  expect(eventsOfType(kit, id, 'session_status').at(-1)).toMatchObject({ status: 'exited' })
  endProcess(kit, id)
  expect(row(id)).toMatchObject({ run: null, exitReason: 'daemon_shutdown' })
})

test('it does not end the life of the next one either', () => {
  const { id, late } = timedOut()
  endProcess(kit, id)
  kit.core.transact((work) => resumeSession(kit.core, work, row(id)))
  spawn(kit, id)
  const next = row(id).run ?? ''
  says(late, { id: 'resume', error: { code: 1, message: 'too late' } })
  kit.core.transact((work) => {
    const run = kit.core.runs.get(late)
    if (run) runEnded(kit.core, work, run, { kind: 'lost' })
  })
  expect(row(id)).toMatchObject({ run: next, ending: null })
  answerOpening(kit, id)
  expect(row(id)).toMatchObject({ run: next, exitReason: null })
  expect(kit.core.runs.live().map((run) => run.id)).toEqual([next])
})

test('a session that is brought back twice at once has one agent', () => {
  const id = openSession(kit, { text: 'one' })
  kit.says(id, { id: 'prompt:1', result: { stopReason: 'end_turn' } })
  kit.core.transact((work) => endRun(kit.core, work, row(id), 'parked'))
  endProcess(kit, id)
  kit.core.transact((work) => resumeSession(kit.core, work, row(id)))
  kit.core.transact((work) => resumeSession(kit.core, work, row(id)))
  expect(kit.core.runs.live()).toHaveLength(1)
})
