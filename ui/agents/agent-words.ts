import { cleanLabel } from '../../shared/untrusted.ts'
import type { Agent, AgentCredential } from '../../shared/wire/agent.ts'
import { t } from '../locale/t.ts'
import { agoWords } from '../parts/relative-time.ts'

/** How an agent stands, at a glance. `trouble`: a session with it is likely not to start. */
export interface AgentState {
  trouble: boolean
  /** Short facts, the most pressing first; none where all that is known is that it is there. */
  facts: string[]
}

export const storedKeys = (agent: Agent): AgentCredential[] =>
  (agent.credentials ?? []).filter(({ setAt }) => setAt !== null)

/** Three things that say nothing of one another: it is here, somebody is signed in, its last start was refused. */
export function agentState(agent: Agent, now: number): AgentState {
  const { found, signedIn, startRefused, warnings = [] } = agent
  if (!found) return { trouble: false, facts: [] }
  const hasKey = storedKeys(agent).length > 0
  const isRefused = startRefused !== null && startRefused !== undefined
  const isOut = signedIn === false && !hasKey
  const facts = [
    isRefused && t('agents.refused', { when: agoWords(startRefused.at, now) }),
    isOut && t('agents.signed_out'),
    signedIn === true && t('agents.signed_in'),
    hasKey && t('agents.key_stored'),
    warnings.length > 0 && t('agents.warned'),
  ]
  return { trouble: isRefused || isOut, facts: facts.filter((fact) => fact !== false) }
}

/** What stands under “Sign-in” on its own sheet. */
export function signInWords({ signedIn, signIn }: Agent): string {
  if (signedIn === true) return t('agents.signed_in')
  if (signedIn === false) return t('agents.signed_out')
  return signIn ? t('agents.cannot_tell') : t('agents.elsewhere')
}

/** What stands under “Last start”. */
export function startWords({ startRefused }: Agent, now: number): string {
  if (!startRefused) return t('agents.start_fine')
  const when = agoWords(startRefused.at, now)
  return t('agents.start_refused', { when, why: cleanLabel(startRefused.message) })
}
