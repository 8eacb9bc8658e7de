import { runEnded } from '../sessions/end-run.ts'
import { answerOpening, spawn, type TestCore } from './core.ts'

/** The process of the session's run is gone, by a signal of the ladder. */
export function endProcess(kit: TestCore, session: string): void {
  const run = kit.core.runs.get(kit.core.sessions.get(session)?.run ?? '')
  const end = { code: null, signal: 'SIGTERM', stderr: '', end: 0, left: [] }
  if (run) kit.core.transact((work) => runEnded(kit.core, work, run, { kind: 'ended', end }))
}

/** Its next run opens the conversation that it has. */
export function comeBack(kit: TestCore, session: string): void {
  spawn(kit, session)
  answerOpening(kit, session)
}
