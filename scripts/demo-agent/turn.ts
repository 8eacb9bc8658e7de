/**
 * One turn: directives in order, what was steered in between them first. It ends in exactly one of three ways,
 * and whether it is still open changes in the same step in which its last directive is found done, so that
 * nothing can be steered into a turn that is over.
 */
import type { Agent } from './agent.ts'
import type { Id } from './connection.ts'
import type { Directive } from './directives.ts'
import { demoLimits } from './limits.ts'
import type { Oddity } from './oddity-names.ts'
import type { Outcome } from './outcome.ts'
import { perform } from './perform.ts'
import { type Prompt, promptDirectives } from './prompt-content.ts'
import type { Session } from './session.ts'
import { sendUsage } from './speech.ts'

export interface Turn {
  readonly agent: Agent
  readonly session: Session
  /** Undefined for a turn that steering began: it has updates and no result. */
  readonly prompt: Id | undefined
  /** Raised by a cancel that is not ignored. */
  readonly signal: AbortSignal
  /** What was steered comes before the rest of the prompt. */
  readonly steered: Directive[]
  readonly rest: Directive[]
  readonly oddities: Set<Oddity>
  readonly earlierMessages: number
  /** Runs after the result was sent. */
  readonly after: (() => void)[]
  usage: { input: number; output: number } | undefined
  ignoreCancel: boolean
  end(): void
  done: Promise<void>
}

export function startTurn(agent: Agent, session: Session, prompt: Id | undefined, said: Prompt): void {
  const abort = new AbortController()
  const earlierMessages = session.conversation.said.length
  session.conversation.user(said.text, agent.newId())
  const turn: Turn = {
    agent,
    session,
    prompt,
    signal: abort.signal,
    steered: [],
    rest: promptDirectives(said),
    oddities: new Set(),
    earlierMessages,
    after: [],
    usage: undefined,
    ignoreCancel: false,
    end: () => abort.abort(),
    done: Promise.resolve(),
  }
  session.turn = turn
  turn.done = drive(turn)
}

/** Words for a running turn: acted on after its current directive. */
export function steerTurn(turn: Turn, said: Prompt): void {
  turn.session.conversation.user(said.text, turn.agent.newId())
  turn.steered.push(...promptDirectives(said))
}

async function drive(turn: Turn): Promise<void> {
  const outcome = await attempt(turn)
  await report(turn, outcome)
  for (const act of turn.after) act()
}

async function attempt(turn: Turn): Promise<Exclude<Outcome, { kind: 'go-on' }>> {
  try {
    while (true) {
      const next = turn.signal.aborted ? undefined : (turn.steered.shift() ?? turn.rest.shift())
      if (next === undefined) {
        turn.session.turn = undefined
        return { kind: 'end', stopReason: turn.signal.aborted ? 'cancelled' : 'end_turn' }
      }
      const outcome = await perform(turn, next)
      if (outcome.kind === 'go-on' || turn.signal.aborted) continue
      turn.session.turn = undefined
      return outcome
    }
  } catch (error) {
    // The protocol has an answer for a turn that broke; the agent itself goes on, as the real ones do.
    turn.session.turn = undefined
    return { kind: 'fail', code: -32603, message: error instanceof Error ? error.message : String(error) }
  }
}

async function report(turn: Turn, outcome: Exclude<Outcome, { kind: 'go-on' }>): Promise<void> {
  const { agent, session, prompt, usage } = turn
  if (outcome.kind === 'fail') {
    const { code, message } = outcome
    agent.journal.did('error', { session: session.id, id: prompt, code, message })
    if (prompt !== undefined) await agent.connection.fail(prompt, code, message)
    return
  }
  const { stopReason } = outcome
  agent.journal.did(prompt === undefined ? 'turn_end' : 'result', {
    session: session.id,
    id: prompt,
    stopReason,
  })
  if (prompt === undefined) return
  const tokens = usage && {
    inputTokens: usage.input,
    outputTokens: usage.output,
    totalTokens: usage.input + usage.output,
  }
  await agent.connection.respond(prompt, { stopReason, ...(tokens && { usage: tokens }) })
  if (turn.oddities.has('usage-after-result')) await sendUsage(turn)
  if (turn.oddities.has('late-answer') && stopReason === 'cancelled') answerAgain(turn, prompt)
}

function answerAgain(turn: Turn, prompt: Id): void {
  turn.agent.clock.after(demoLimits.lateAnswerMs, () => {
    turn.agent.journal.did('late_result', { session: turn.session.id, id: prompt, stopReason: 'end_turn' })
    void turn.agent.connection.respond(prompt, { stopReason: 'end_turn' })
  })
}
