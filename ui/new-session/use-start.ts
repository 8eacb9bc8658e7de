import { useEffect, useRef, useState } from 'preact/hooks'
import type { NewSession } from '../../shared/wire/session.ts'
import type { StartRefusal } from '../api/error-words.ts'
import { usePage } from '../page.ts'
import type { MachineLink } from '../state/machine.ts'
import { keepChoices } from './use-choices.ts'

export interface Start {
  /** `not_known`: it went out and nobody heard what became of it. */
  phase: 'choosing' | 'starting' | 'not_known'
  refused: StartRefusal | null
  /** What was refused does not stand any more. */
  forgive(): void
  run(body: NewSession): Promise<void>
}

/**
 * Starting through the outbox: from the press on it is not lost. Who leaves meanwhile finds it in the list; who stays
 * keeps everything that was typed until it is there.
 */
export function useStart(link: MachineLink): Start {
  const { router } = usePage().state
  const [phase, setPhase] = useState<Start['phase']>('choosing')
  const [refused, setRefused] = useState<StartRefusal | null>(null)
  const under = useRef({ isHere: true, isGiven: false })
  useEffect(() => {
    under.current.isHere = true
    return () => {
      under.current.isHere = false
      // Its text is in the outbox now: a second sheet does not begin with it.
      if (under.current.isGiven) link.drafts.of('new').clear()
      void link.drafts.flush()
    }
  }, [link])

  async function run(body: NewSession): Promise<void> {
    setPhase('starting')
    setRefused(null)
    keepChoices(link, body)
    under.current.isGiven = true
    const key = await link.outbox.send({ do: 'create', body })
    const state = await link.outbox.settled(key)
    if (!under.current.isHere) return
    under.current.isGiven = false
    if (state.is === 'applied' && state.answer.session !== null) {
      link.drafts.of('new').clear()
      router.replace({ at: 'session', machine: link.id, session: state.answer.session })
      return
    }
    if (state.is === 'refused') {
      setRefused(state)
      void link.outbox.forget(key)
    }
    setPhase(state.is === 'not_known' ? 'not_known' : 'choosing')
  }
  return { phase, refused, forgive: () => setRefused(null), run }
}
