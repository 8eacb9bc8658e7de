import { utf8Length } from '../../shared/bytes.ts'
import { ok, type Result, refuse } from '../../shared/errors.ts'
import { PROMPT_BYTES, QUEUE_LENGTH } from '../../shared/limits.ts'
import type { PromptLanded } from '../../shared/wire/session.ts'
import type { Work } from '../db/transact.ts'
import type { RunRow } from '../runs/store.ts'
import { refuseWhileClearing } from './clearing.ts'
import type { Core } from './core.ts'
import { turnIsFree } from './line.ts'
import { nameAfter } from './name-after.ts'
import { isHeld, isResting } from './rest.ts'
import type { SessionRow } from './session-row.ts'
import { neverStarted, returnsAtBoot } from './status.ts'
import { deliverNext, openTurn, steer } from './turns.ts'
import { wake } from './wake.ts'

/** Text that may be sent: not empty, not over the bound. */
export function checkText(text: string): Result<string> {
  if (text.trim() === '') return refuse('invalid_request', 'a message needs text', { field: 'text' })
  if (utf8Length(text) > PROMPT_BYTES) {
    return refuse('body_too_large', `a message is at most ${PROMPT_BYTES} bytes`, { bound: PROMPT_BYTES })
  }
  return ok(text)
}

/**
 * Accepts a message. It is in the log before anything else happens to it, and how it reaches the agent follows from
 * what the agent is doing: at once, into the running turn where the agent takes that, else when the turn ended.
 */
export function acceptPrompt(
  core: Core,
  work: Work,
  session: SessionRow,
  text: string,
): Result<PromptLanded> {
  const checked = checkText(text)
  if (!checked.ok) return checked
  if (neverStarted(session.exitReason)) {
    return refuse('start_failed', 'this session never started: resume it to try again')
  }
  // An agent that comes back takes it along; one that ends for good would leave it waiting for nobody.
  if (session.ending !== null && session.ending !== 'parked' && !returnsAtBoot(session.ending)) {
    return refuse('busy', 'this session is stopping')
  }
  const clearing = refuseWhileClearing(core, session)
  if (clearing) return clearing
  const waiting = core.turns.waiting(session.id)
  const run = session.run === null ? null : core.runs.get(session.run)
  const rests = isResting(core, session.id, work.now)
  const how = isHeld(core, session.id, work.now) ? 'queued' : landing(core, session, run, waiting.length)
  if (how !== 'started' && waiting.length >= QUEUE_LENGTH) {
    return refuse('queue_full', `${QUEUE_LENGTH} messages wait already`, { bound: QUEUE_LENGTH })
  }
  if (how === 'started' && !turnIsFree(core)) {
    const bound = core.settings().maxActiveTurns
    return refuse('machine_busy', `${bound} sessions are in a turn already: send it when one has ended`, {
      bound,
    })
  }
  const seq = core.log.append(work, session.id, { type: 'prompt', text })
  core.turns.addPrompt({ session: session.id, seq, at: work.now, text, state: 'queued' })
  nameAfter(core, session, text)
  const prompt = { seq, at: work.now, text, state: 'queued', turn: null } as const
  if (how === 'started') openTurn(core, work, session, prompt)
  else if (how === 'steered') steer(core, work, session, prompt)
  else if (run === null && !rests) wake(core, work, session)
  else deliverNext(core, work)
  return ok({ seq, landed: how })
}

function landing(
  core: Core,
  session: SessionRow,
  run: RunRow | null,
  waiting: number,
): PromptLanded['landed'] {
  if (run?.phase !== 'open' || run.renew !== null || session.ending !== null) return 'queued'
  const turn = core.turns.open(session.id)
  if (!turn) return waiting === 0 && !core.asks.anyOpen(session.id) ? 'started' : 'queued'
  const free = turn.cancelAt === null && waiting === 0
  return free && run.capabilities?.steering ? 'steered' : 'queued'
}

/** Takes a waiting message back. One that is with the agent already cannot be. */
export function takeBack(core: Core, work: Work, session: SessionRow, seq: number): Result<{ seq: number }> {
  const prompt = core.turns.prompt(session.id, seq)
  if (!prompt) return refuse('not_found', `no message ${seq} in this session`)
  if (prompt.state === 'withdrawn') return ok({ seq })
  if (prompt.state !== 'queued') return refuse('not_queued', 'the agent has this message already')
  withdraw(core, work, session.id, seq, 'taken_back')
  return ok({ seq })
}

export function withdraw(
  core: Core,
  work: Work,
  session: string,
  seq: number,
  why: 'taken_back' | 'stopped',
): void {
  core.turns.setPrompt(session, seq, 'withdrawn', null)
  core.log.append(work, session, { type: 'prompt_withdrawn', prompt: seq, why })
}
