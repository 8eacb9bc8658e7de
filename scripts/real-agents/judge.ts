import type { Expected } from './expected.ts'
import type { Ran } from './run-scenario.ts'

/** `known`: a lack that was expected, with its reason. `wrong`: a cell that fails the run. */
export type Verdict = { kind: 'yes' } | { kind: 'known'; reason: string } | { kind: 'wrong'; words: string }

/** `expected`: the entry for this agent and scenario, if there is one. */
export function judge(ran: Ran, expected: Expected | undefined): Verdict {
  switch (ran.kind) {
    case 'failed':
      return { kind: 'wrong', words: `failed: ${ran.words}` }
    case 'pass':
      return expected
        ? { kind: 'wrong', words: `passes, and was expected not to: ${expected.lack}` }
        : { kind: 'yes' }
    case 'lacks':
      return expected?.lack === ran.lack
        ? { kind: 'known', reason: expected.reason }
        : { kind: 'wrong', words: `lacks: ${ran.lack}` }
  }
}
