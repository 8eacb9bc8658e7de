import { type DrivenSession, stopWords } from '../driven-session.ts'
import { realAgentLimits } from '../limits.ts'
import { check, lacks, type Outcome, pass, type Scenario, ScenarioFailed } from '../scenario.ts'
import type { Stage } from '../stage.ts'

const failing = (id: string, title: string, directive: string): Scenario => ({
  id,
  title,
  run: (stage) => failOn(stage, directive),
})

export const modelErrors: readonly Scenario[] = [
  failing('error-401', 'Error 401 of its model shown as an error', '[[error 401]]'),
  failing('error-500', 'Error 500 of its model shown as an error', '[[error 500]]'),
  failing('dropped', 'A dropped connection shown as an error', '[[say partial]] [[drop]]'),
]

async function failOn({ open }: Stage, directive: string): Promise<Outcome> {
  const session = await open()
  const { seq } = await session.prompt(directive)
  const result = await resultOrNone(session, seq)
  if (result === null) {
    await session.cancel()
    const end = await session.result(seq, realAgentLimits.cancelMs)
    check(end.stopReason === 'cancelled', `cancelled while it retries, the turn ended ${stopWords(end)}`)
    const next = await session.turn('[[say still here]]')
    check(next.stopReason === 'end_turn', `the next turn ended ${stopWords(next)}`)
    return lacks('retries_in_silence')
  }
  return showsError(session, seq) ? pass : lacks('says_no_error')
}

async function resultOrNone(session: DrivenSession, seq: number) {
  try {
    return await session.result(seq, realAgentLimits.retryMs)
  } catch (error) {
    if (error instanceof ScenarioFailed) return null
    throw error
  }
}

const showsError = (session: DrivenSession, seq: number): boolean =>
  session.view.now().events.some((event) => {
    if (event.seq < seq) return false
    if (event.type === 'error' || (event.type === 'message_delta' && event.error === true)) return true
    return event.type === 'turn_result' && event.stopReason === 'agent_error'
  })
