/** What a scenario is: one thing that a person relies on, tried with one agent. */
import type { Stage } from './stage.ts'

/** What an agent does not do, seen and told apart from everything that went wrong. */
export type Lack =
  | 'one_ask_at_a_time'
  | 'asks_no_questions'
  | 'retries_in_silence'
  | 'says_no_error'
  | 'no_diff'
  | 'lists_no_conversations'
  | 'takes_no_key'

export type Outcome = { kind: 'pass' } | { kind: 'lacks'; lack: Lack }

export interface Scenario {
  /** Names it on the command line. */
  id: string
  /** Its row in the table. */
  title: string
  /** Anything that is neither a pass nor a lack is thrown. */
  run(stage: Stage): Promise<Outcome>
}

export const pass: Outcome = { kind: 'pass' }
export const lacks = (lack: Lack): Outcome => ({ kind: 'lacks', lack })

/** The scenario went another way than it must; the words are its cell. */
export class ScenarioFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ScenarioFailed'
  }
}

export function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new ScenarioFailed(otherwise)
}
