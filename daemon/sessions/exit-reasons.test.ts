/** What each exit reason means: at the next start, for the next message, for retention, as a status, and in words. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TempHome, tempHome } from '../../shared/testing/temp-home.ts'
import { ExitReason } from '../../shared/wire/exit-reason.ts'
import { exitWords } from '../../ui/transcript/process-note.ts'
import { isInactive } from '../retention/outdated.ts'
import { openSession, type TestCore, testCore } from '../testing/core.ts'
import { endProcess } from '../testing/end-process.ts'
import { endRun } from './end-run.ts'
import { acceptPrompt } from './prompt.ts'
import { snapshotOf } from './snapshot.ts'
import { neverStarted, returnsAtBoot } from './status.ts'

interface Meaning {
  status: 'exited' | 'parked' | 'interrupted'
  /** Brought back by the daemon itself. */
  boot: boolean
  /** Brought back by a message. */
  prompt: boolean
  /** Removed by itself when nobody came back to it for long. */
  prune: boolean
}

const gone: Meaning = { status: 'exited', boot: false, prompt: true, prune: true }
const interrupted: Meaning = { status: 'interrupted', boot: true, prompt: true, prune: false }
const meanings: Record<ExitReason, Meaning> = {
  stopped: gone,
  parked: { status: 'parked', boot: false, prompt: true, prune: false },
  daemon_shutdown: interrupted,
  daemon_restarted: interrupted,
  config_changed: interrupted,
  agent_exited: gone,
  agent_broken: gone,
  agent_signed_out: gone,
  // Only for a session that never had a conversation: it is tried again, not written to.
  start_failed: { ...gone, prompt: false },
  start_timeout: { ...gone, prompt: false },
}
const reasons = ExitReason.anyOf.map((reason) => reason.const)

let home: TempHome
let kit: TestCore
beforeAll(async () => {
  home = await tempHome()
  kit = testCore({ home: home.path })
})
afterAll(async () => {
  kit.close()
  await home.remove()
})

const row = (id: string) => {
  const found = kit.core.sessions.get(id)
  if (!found) throw new Error('no such session')
  return found
}

test('the table has every reason that there is', () => {
  expect(Object.keys(meanings).sort()).toEqual([...reasons].sort())
})

for (const reason of reasons) {
  test(`${reason} means the same to the next start, the next message, retention and the status`, () => {
    const id = openSession(kit)
    if (neverStarted(reason)) kit.db.run('UPDATE sessions SET conversation = NULL WHERE id = ?', [id])
    kit.core.transact((work) => endRun(kit.core, work, row(id), reason))
    endProcess(kit, id)
    // What is replaced is back at once; without that it reads as every other that we interrupted.
    if (reason === 'config_changed')
      kit.db.run('UPDATE sessions SET run = NULL, exit_reason = ? WHERE id = ?', [reason, id])
    const session = row(id)
    expect(session.exitReason).toBe(reason)
    const seen: Meaning = {
      status: snapshotOf(kit.core, session).status as Meaning['status'],
      boot: returnsAtBoot(reason),
      prune: isInactive({ exitReason: reason, forgotten: false }),
      prompt: kit.core.transact((work) => acceptPrompt(kit.core, work, session, 'hello')).ok,
    }
    expect(seen).toEqual(meanings[reason])
  })
}

test('each reason has words of its own, and none of them is ours', () => {
  const words = reasons.map(exitWords)
  expect(new Set(words).size).toBe(reasons.length)
  expect(words.filter((text) => text.trim() === '' || /park|daemon_|agent_/i.test(text))).toEqual([])
})
