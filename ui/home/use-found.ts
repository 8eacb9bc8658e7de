import { useEffect, useState } from 'preact/hooks'
import type { ErrorCode } from '../../shared/errors.ts'
import type { SearchHit } from '../../shared/wire/search.ts'
import { unwrap } from '../api/unwrap.ts'
import { uiLimits } from '../limits.ts'
import { usePage } from '../page.ts'
import type { MachineLink } from '../state/machine.ts'

export type Found =
  | { is: 'nothing_asked' }
  | { is: 'looking' }
  | { is: 'found'; hits: readonly SearchHit[] }
  | { is: 'failed'; code: ErrorCode }

/** What was said on a machine, looked for once the person pauses; an answer to older words is not shown. */
export function useFound(link: MachineLink, words: string): Found {
  const { clock } = usePage()
  const [found, setFound] = useState<Found>({ is: 'nothing_asked' })
  const asked = words.trim()
  const isReached = link.circuit.state.value.is === 'connected'
  useEffect(() => {
    if (asked.length < uiLimits.searchChars || !isReached) return setFound({ is: 'nothing_asked' })
    let isWanted = true
    setFound({ is: 'looking' })
    const timer = clock.after(uiLimits.searchAfterMs, () => {
      void unwrap(link.daemon.v1.search.get({ query: { q: asked } })).then((answer) => {
        if (!isWanted) return
        setFound(
          answer.ok ? { is: 'found', hits: answer.value.hits } : { is: 'failed', code: answer.error.code },
        )
      })
    })
    return () => {
      isWanted = false
      timer.cancel()
    }
  }, [link, asked, isReached])
  return found
}
