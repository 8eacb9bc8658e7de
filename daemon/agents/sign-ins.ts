import type { Clock } from '../../shared/time.ts'
import type { DaemonLimits } from '../limits.ts'
import type { Agents } from './agents.ts'
import { askProgram } from './ask-program.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { GroupDeps } from './process-group.ts'
import { readStatus } from './sign-in.ts'

export interface SignIns {
  /** As the agent's own program says, with the stored keys in its environment. Null: nobody could tell. */
  ask(entry: CatalogueEntry): Promise<boolean | null>
  forget(agent: string): void
}

export interface SignInDeps {
  agents: Agents
  secretsOf(entry: CatalogueEntry): Record<string, string>
  clock: Clock
  limits: Pick<DaemonLimits, 'signInStatusMs' | 'signInCacheMs' | 'signInAnswerBytes'> & GroupDeps['limits']
}

/** Answers are kept for a while, since a status command costs a second of a processor; two who ask wait for one. */
export function createSignIns(deps: SignInDeps): SignIns {
  const answers = new Map<string, { at: number; said: Promise<boolean | null> }>()
  return {
    ask(entry) {
      const known = answers.get(entry.id)
      const age = known ? deps.clock.now() - known.at : -1
      if (known && age >= 0 && age < deps.limits.signInCacheMs) return known.said
      const said = askNow(deps, entry)
      answers.set(entry.id, { at: deps.clock.now(), said })
      return said
    },
    forget: (agent) => void answers.delete(agent),
  }
}

async function askNow(deps: SignInDeps, entry: CatalogueEntry): Promise<boolean | null> {
  const question = entry.signIn?.status
  const program = question && (await deps.agents.signInProgram(entry))
  if (!question || !program) return null
  const env = { ...deps.agents.environment(entry), ...deps.secretsOf(entry) }
  const answer = await askProgram(
    {
      argv: [program.path, ...question.args],
      env,
      cwd: deps.agents.place.home,
      ms: deps.limits.signInStatusMs,
      bytes: deps.limits.signInAnswerBytes,
    },
    deps,
  )
  return answer && !answer.late ? readStatus(question, answer) : null
}
