import type { ExitReason } from '../../shared/wire/exit-reason.ts'
import { closeAsks } from '../asks/close.ts'
import type { Work } from '../db/transact.ts'
import type { RunEnd } from '../keeper/frames.ts'
import type { RunRow } from '../runs/store.ts'
import { followUp } from './after-run.ts'
import type { Core } from './core.ts'
import type { SessionRow } from './session-row.ts'
import { neverStarted } from './status.ts'
import { stopTasks } from './tasks.ts'
import type { TurnRow } from './turn-store.ts'
import { deliverNext, endTurn } from './turns.ts'

/** The session's agent is to go, for this reason. The first reason given stays, but a person's stop outranks ours. */
export function endRun(
  core: Core,
  work: Work,
  session: SessionRow,
  reason: ExitReason,
  detail: string | null = null,
): void {
  if (session.run === null) return
  const first = session.ending === null
  if (!first && reason !== 'stopped') return
  core.sessions.setEnding(session.id, reason, detail)
  core.runs.setPhase(session.run, 'ending')
  work.touch(session.id)
  const { run } = session
  if (first) work.after(() => core.act.end(run))
}

/** `lost`: nobody saw it end; its keeper is gone and took it along. */
export type HowEnded = { kind: 'ended'; end: RunEnd } | { kind: 'never_started' } | { kind: 'lost' }

/** The run is over and all it wrote was read: what it left open is closed, and what comes next begins. */
export function runEnded(core: Core, work: Work, run: RunRow, how: HowEnded): void {
  if (run.phase === 'ended') return
  core.runs.ended(run.id, work.now)
  const session = core.sessions.get(run.session)
  if (!session || session.run !== run.id) return
  const own = session.ending ?? unasked(run, how)
  const reason = exitReason(session, own)
  closeAsks(core, work, session.id, run.id, { outcome: 'agent_gone' })
  const turn = core.turns.open(session.id)?.seq ?? null
  for (const call of core.turns.takeOpenCalls(session.id, null)) {
    core.log.append(work, session.id, { type: 'tool_call', toolCall: call, status: 'cancelled' }, turn)
  }
  // Last: a turn's result comes after everything that belongs to it.
  closeTurn(core, work, session, run, reason)
  core.lives.unpromptedEnded(session.id)
  stopTasks(core, work, session)
  const left = how.kind === 'ended' ? how.end.left.map((process) => `${process.pid} ${process.command}`) : []
  const detail = session.exitDetail ?? exitDetail(how, own)
  core.sessions.exited(session.id, { reason, detail, unconfirmed: left.length > 0 })
  core.log.append(work, session.id, {
    type: 'session_status',
    status: 'exited',
    reason,
    ...(left.length ? { unconfirmed: true, left } : {}),
    ...(detail === null ? {} : { message: detail }),
  })
  const byItself = session.ending === null || session.ending === 'agent_broken'
  // One that never had a conversation is for a person to look at: it is neither fetched again nor rested.
  const crashed = how.kind === 'ended' && byItself && !neverStarted(reason)
  followUp(core, work, session, { run, own, reason, detail, crashed })
  // Its turn is over, and somebody else may be waiting for one.
  deliverNext(core, work)
}

/** A resume that fails puts the earlier reason back; what failed is said in the detail. */
function exitReason(session: SessionRow, own: ExitReason): ExitReason {
  if (own !== 'start_failed' && own !== 'start_timeout') return own
  return session.conversation === null ? own : (session.resumedFrom ?? 'agent_exited')
}

/** The end that nobody asked for. */
function unasked(run: RunRow, how: HowEnded): ExitReason {
  if (how.kind === 'lost') return 'daemon_restarted'
  return run.phase === 'open' ? 'agent_exited' : 'start_failed'
}

function closeTurn(core: Core, work: Work, session: SessionRow, run: RunRow, reason: ExitReason): void {
  const steering = core.turns.waiting(session.id).filter((prompt) => prompt.state === 'steering')
  const turn = core.turns.open(session.id) ?? turnOf(core, work, session, run, steering[0]?.seq)
  if (!turn) return
  // Whether the agent read a steered message is not known, and nothing is sent twice: the turn names it.
  for (const prompt of steering) core.turns.setPrompt(session.id, prompt.seq, 'delivered', turn.seq)
  const cancelled = turn.cancelAt !== null || reason === 'stopped'
  endTurn(core, work, session, turn, { stopReason: cancelled ? 'cancelled' : 'interrupted' })
}

/** The turn it was sent into had ended: the message gets one of its own. */
function turnOf(
  core: Core,
  work: Work,
  session: SessionRow,
  run: RunRow,
  seq: number | undefined,
): TurnRow | null {
  if (seq === undefined) return null
  core.turns.insert({ session: session.id, seq, run: run.id, now: work.now, unanswered: true })
  return core.turns.open(session.id)
}

function exitDetail(how: HowEnded, reason: ExitReason): string | null {
  if (
    how.kind !== 'ended' ||
    reason === 'stopped' ||
    reason === 'parked' ||
    reason === 'daemon_shutdown' ||
    reason === 'config_changed'
  ) {
    return null
  }
  const { code, signal, stderr } = how.end
  const said = stderr.trim().split('\n').slice(-5).join('\n')
  const ended =
    signal === null
      ? `the agent's program ended with code ${code}`
      : `the agent's program was ended by ${signal}`
  return said ? `${ended}: ${said}` : ended
}
