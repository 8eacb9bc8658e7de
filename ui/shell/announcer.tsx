import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../locale/t.ts'
import type { Machines } from '../state/machines.ts'

/** Says aloud which session began to wait for the person, for who does not see the list. */
export function Announcer({ machines }: { machines: Machines }) {
  const waiting = machines.waiting.value
  const known = useRef<ReadonlySet<string> | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const before = known.current
    known.current = new Set(waiting.map(({ session }) => session.id))
    const fresh = waiting.filter(({ session }) => before && !before.has(session.id))
    if (fresh.length > 0) {
      setSaid(fresh.map(({ session }) => t('shell.needs_you', { name: session.nickname })).join('. '))
    }
  }, [waiting])
  return (
    <p class="unseen" role="status" aria-live="polite">
      {said}
    </p>
  )
}
