import { t } from '../locale/t.ts'
import type { Machines } from '../state/machines.ts'
import { hashOf } from '../state/router.ts'

/** Nothing waits here any more, and something does elsewhere: one press goes on to it. */
export function NextWaiting({ machines, session }: { machines: Machines; session: string }) {
  const next = machines.waiting.value.find((one) => one.session.id !== session)
  if (!next) return null
  return (
    <p class="next-waiting">
      <a href={hashOf({ at: 'session', machine: next.machine, session: next.session.id })}>
        {t('session.next', { name: next.session.nickname })}
      </a>
    </p>
  )
}
