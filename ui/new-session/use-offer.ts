import { useEffect, useState } from 'preact/hooks'
import type { ErrorCode } from '../../shared/errors.ts'
import type { AgentCapabilities } from '../../shared/wire/agent.ts'
import { segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { uiLimits } from '../limits.ts'
import { usePage } from '../page.ts'
import type { MachineLink } from '../state/machine.ts'

export type Offer = (
  | { is: 'asking' }
  | { is: 'failed'; code: ErrorCode }
  | { is: 'ready'; value: AgentCapabilities }
) & {
  again(): void
}

export interface OfferOf {
  agent: string | null
  /** Where; null: wherever. */
  cwd: string | null
  /** An agent is started for this, so it is asked only once somebody wants to see it. */
  wanted: boolean
}

/** What an agent offers in a directory. A directory that is being typed is waited for. */
export function useOffer(link: MachineLink, { agent, cwd, wanted }: OfferOf): Offer {
  const { clock } = usePage()
  const [got, setGot] = useState<Offer | null>(null)
  const [round, setRound] = useState(0)
  const again = (): void => setRound((before) => before + 1)
  useEffect(() => {
    setGot(null)
    if (!wanted || agent === null) return
    let isWanted = true
    const ask = async (): Promise<void> => {
      const at = link.daemon.v1.agents({ agent: segment(agent) }).capabilities
      const answer = await unwrap(at.get({ query: cwd === null ? {} : { cwd } }))
      if (!isWanted) return
      setGot(
        answer.ok
          ? { is: 'ready', value: answer.value, again }
          : { is: 'failed', code: answer.error.code, again },
      )
    }
    const timer = clock.after(uiLimits.offerAfterMs, () => void ask())
    return () => {
      isWanted = false
      timer.cancel()
    }
  }, [link, agent, cwd, wanted, round])
  return got ?? { is: 'asking', again }
}
