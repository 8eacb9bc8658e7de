/** What a person and an agent's process do to a session of a test core, as the rules see it. */
import type { Result } from '../../shared/errors.ts'
import type { PromptLanded, Session } from '../../shared/wire/session.ts'
import { type Cancelled, cancelTurn } from '../sessions/cancel.ts'
import { clearSession } from '../sessions/clear.ts'
import { runEnded } from '../sessions/end-run.ts'
import { acceptPrompt } from '../sessions/prompt.ts'
import { resumeSession } from '../sessions/resume.ts'
import type { SessionRow } from '../sessions/session-row.ts'
import { snapshotOf } from '../sessions/snapshot.ts'
import { stopSession } from '../sessions/stop.ts'
import { answerOpening, spawn, type TestCore, update } from './core.ts'

export interface SessionActs {
  row(): SessionRow
  now(): Session
  prompt(text: string): PromptLanded
  tryPrompt(text: string): Result<PromptLanded>
  cancel(): Cancelled
  stop(): void
  resume(): Result<null>
  clear(): Result<null>
  /** Its process ends by itself, or because it was to. */
  ends(code?: number): void
  /** Its run is started and opens its conversation. */
  opens(conversation?: string): void
  /** The agent says words. */
  words(text: string): void
  /** The agent ends the turn of this prompt. */
  answers(seq: number): void
  /** Methods of the lines that wait for the agent, which takes them. */
  sent(): unknown[]
}

export function actsOn(kit: TestCore, session: string): SessionActs {
  const { core } = kit
  const row = (): SessionRow => {
    const found = core.sessions.get(session)
    if (!found) throw new Error('the session is gone')
    return found
  }
  const tryPrompt = (text: string) => core.transact((work) => acceptPrompt(core, work, row(), text))
  return {
    row,
    now: () => snapshotOf(core, row()),
    tryPrompt,
    prompt(text) {
      const landed = tryPrompt(text)
      if (!landed.ok) throw landed.error
      return landed.value
    },
    cancel: () => core.transact((work) => cancelTurn(core, work, row(), { door: 'local' })),
    stop: () => core.transact((work) => stopSession(core, work, row())),
    resume: () => core.transact((work) => resumeSession(core, work, row())),
    clear: () => core.transact((work) => clearSession(core, work, row())),
    ends(code = 70) {
      const run = core.runs.get(row().run ?? '')
      const end = { code, signal: null, stderr: '', end: 0, left: [] }
      if (run) core.transact((work) => runEnded(core, work, run, { kind: 'ended', end }))
    },
    opens(conversation = 'conversation') {
      spawn(kit, session)
      answerOpening(kit, session, { conversation })
    },
    words: (text) =>
      kit.says(session, update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })),
    answers: (seq) => kit.says(session, { id: `prompt:${seq}`, result: { stopReason: 'end_turn' } }),
    sent: () => kit.taken(session).map((line) => line.method),
  }
}
