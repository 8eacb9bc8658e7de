/** What an agent offers in a directory: asked of the agent itself, in a conversation in which nothing is said. */

import { ok, type Result } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { AgentCapabilities } from '../../shared/wire/agent.ts'
import { readCapabilities } from '../acp/capabilities.ts'
import { readControls } from '../acp/controls.ts'
import { acpMethods, newSessionParams } from '../acp/requests.ts'
import type { DaemonLimits } from '../limits.ts'
import { type ForAMoment, refusalOf } from './moment.ts'

export interface Offers {
  /** Null as the directory: one of the home that is nobody's. */
  read(agent: string, cwd: string | null): Promise<Result<AgentCapabilities>>
  forget(agent: string): void
}

export interface OfferDeps {
  forAMoment: ForAMoment
  clock: Clock
  limits: Pick<DaemonLimits, 'offerCacheMs' | 'offersKept'>
}

interface Asked {
  agent: string
  at: number
  answer: Promise<Result<AgentCapabilities>>
}

/** Only what succeeded is kept, for a while. Who asks while the agent is asked already waits for that. */
export function createOffers(deps: OfferDeps): Offers {
  const asked = new Map<string, Asked>()
  return {
    read(agent, cwd) {
      const name = JSON.stringify([agent, cwd])
      const before = asked.get(name)
      const age = before ? deps.clock.now() - before.at : -1
      if (before && age >= 0 && age < deps.limits.offerCacheMs) return before.answer
      const answer = ask(deps, agent, cwd)
      const now: Asked = { agent, at: deps.clock.now(), answer }
      asked.delete(name)
      asked.set(name, now)
      const drop = (): void => {
        if (asked.get(name) === now) asked.delete(name)
      }
      void answer.then((result) => {
        if (!result.ok) drop()
      }, drop)
      for (const oldest of asked.keys()) {
        if (asked.size <= deps.limits.offersKept) break
        asked.delete(oldest)
      }
      return answer
    },
    forget(agent) {
      for (const [name, one] of asked) if (one.agent === agent) asked.delete(name)
    },
  }
}

async function ask(
  deps: OfferDeps,
  agent: string,
  wanted: string | null,
): Promise<Result<AgentCapabilities>> {
  return deps.forAMoment(agent, wanted, async ({ entry, cwd, initialized, request }) => {
    const opened = await request(acpMethods.new, newSessionParams(cwd, []))
    if (!opened.ok) return { ok: false, error: refusalOf(opened) }
    const { name, version, image, resume, load, list, steering } = readCapabilities(initialized)
    const controls = readControls(opened.result)
    const head = { agent: entry.id, cwd, at: deps.clock.now(), name, version }
    return ok({ ...head, image, resume: resume || load, list, steering, controls })
  })
}
