import type { TurnStop } from '../../shared/wire/event.ts'
import { notificationLine, requestLine } from '../acp/message.ts'
import { formatOwnId } from '../acp/own-ids.ts'
import { acpMethods, cancelParams, promptParams, steerParams } from '../acp/requests.ts'
import type { Work } from '../db/transact.ts'
import type { Core } from './core.ts'
import { turnIsFree } from './line.ts'
import { isHeld } from './rest.ts'
import type { SessionRow } from './session-row.ts'
import { isLive } from './tasks.ts'
import type { PromptRow, TurnRow } from './turn-store.ts'

/** Waiting prompts go to agents that are free, the oldest first, for as long as the machine has a turn to give. */
export function deliverNext(core: Core, work: Work): void {
  for (const session of core.turns.line()) {
    if (!turnIsFree(core)) return
    deliverTo(core, work, session)
  }
}

/** An agent is free when it is open, in no turn, and asks nothing. */
function deliverTo(core: Core, work: Work, sessionId: string): void {
  const session = core.sessions.get(sessionId)
  if (!session || session.run === null || session.ending !== null) return
  const run = core.runs.get(session.run)
  // One that makes room takes nothing on: what waits is for the next.
  if (run?.phase !== 'open' || run.renew !== null) return
  if (core.turns.open(sessionId) || core.asks.anyOpen(sessionId) || isHeld(core, sessionId, work.now)) return
  const waiting = core.turns.waiting(sessionId)
  // A steered message whose answer is not here yet may still become a turn of its own.
  if (waiting.some((prompt) => prompt.state === 'steering')) return
  const next = waiting[0]
  if (next) openTurn(core, work, session, next)
}

/** Hands a prompt to the agent: the turn is named after it. */
export function openTurn(core: Core, work: Work, session: SessionRow, prompt: PromptRow): void {
  const { run, conversation } = session
  if (run === null || conversation === null) throw new TypeError(`session ${session.id} has no agent to ask`)
  core.turns.insert({ session: session.id, seq: prompt.seq, run, now: work.now, unanswered: false })
  core.turns.setPrompt(session.id, prompt.seq, 'delivered', prompt.seq)
  // What the agent did by itself goes on as part of what it was asked for.
  core.lives.unpromptedEnded(session.id)
  core.runs.setReplaying(run, false)
  core.log.append(work, session.id, { type: 'prompt_delivered', prompt: prompt.seq }, prompt.seq)
  core.runs.addLine(
    run,
    requestLine(
      formatOwnId({ kind: 'prompt', turn: prompt.seq }),
      acpMethods.prompt,
      promptParams(conversation, prompt.text),
    ),
  )
  work.after(() => core.act.mark(run))
  work.send(run)
}

/** Puts a prompt into the turn that is running; the agent says whether it took it. */
export function steer(core: Core, work: Work, session: SessionRow, prompt: PromptRow): void {
  const { run, conversation } = session
  if (run === null || conversation === null)
    throw new TypeError(`session ${session.id} has no agent to steer`)
  core.turns.setPrompt(session.id, prompt.seq, 'steering', null)
  core.runs.addLine(
    run,
    requestLine(
      formatOwnId({ kind: 'steer', prompt: prompt.seq }),
      acpMethods.steer,
      steerParams(conversation, prompt.text),
    ),
  )
  work.send(run)
}

/** The agent's answer to a steered message. */
export function steered(
  core: Core,
  work: Work,
  session: SessionRow,
  seq: number,
  answer: 'injected' | 'started_turn' | 'declined',
): void {
  const prompt = core.turns.prompt(session.id, seq)
  if (prompt?.state !== 'steering') return
  if (answer === 'declined') {
    core.turns.setPrompt(session.id, seq, 'queued', null)
    return deliverNext(core, work)
  }
  const { run } = session
  if (run === null) throw new TypeError(`session ${session.id} has no agent that took its message`)
  const running = core.turns.open(session.id)
  // The turn had ended: the agent works on it by itself, or did before the end, and will send no result.
  if (!running) core.turns.insert({ session: session.id, seq, run, now: work.now, unanswered: true })
  const turn = running?.seq ?? seq
  core.turns.setPrompt(session.id, seq, 'delivered', turn)
  core.log.append(work, session.id, { type: 'prompt_delivered', prompt: seq, steered: true }, turn)
  if (running || answer === 'started_turn') return
  const own = core.turns.open(session.id)
  if (own) endTurn(core, work, session, own, { stopReason: 'end_turn' })
  deliverNext(core, work)
}

/** Writes the turn's one result. Calls that a cancelled turn left open are closed and their commands ended. */
export function endTurn(
  core: Core,
  work: Work,
  session: SessionRow,
  turn: TurnRow,
  result: { stopReason: TurnStop; message?: string },
): void {
  if (result.stopReason === 'cancelled') {
    const spares = core.tasks
      .list(session.id)
      .some((task) => isLive(task.state) && task.startedAt >= turn.openedAt)
    for (const call of core.turns.takeOpenCalls(session.id, turn.seq)) {
      core.log.append(work, session.id, { type: 'tool_call', toolCall: call, status: 'cancelled' }, turn.seq)
    }
    // The sweep cannot tell a task that was reported from a command that was left behind.
    if (!spares) work.after(() => core.act.sweep(turn.run))
  }
  core.turns.close(session.id, turn.seq, result.stopReason)
  core.log.append(
    work,
    session.id,
    {
      type: 'turn_result',
      prompts: core.turns.promptsOf(session.id, turn.seq),
      stopReason: result.stopReason,
      ...(result.message === undefined ? {} : { message: result.message }),
    },
    turn.seq,
  )
}

/** Tells the agent to stop what it does. */
export function sendCancel(core: Core, work: Work, session: SessionRow): void {
  if (session.run === null || session.conversation === null) return
  core.runs.addLine(session.run, notificationLine(acpMethods.cancel, cancelParams(session.conversation)))
  work.send(session.run)
}
