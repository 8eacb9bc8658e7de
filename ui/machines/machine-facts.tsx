import type { Machine } from '../../shared/wire/machine.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { agoWords } from '../parts/relative-time.ts'
import type { MachineLink } from '../state/machine.ts'

/** The line under a machine's name: whose it is, what runs on it, how much it works. */
export function MachineFacts({ machine, link }: { machine: Machine; link: MachineLink | null }) {
  const { now } = usePage()
  const { owned, owner, version, online, lastSeenAt } = machine
  const sessions = link?.sessions.value
  const facts = [
    owned ? t('machine.yours') : owner === null ? t('machine.nobodys') : t('machine.of', { owner }),
    version !== null && t('machine.version', { version }),
    sessions?.status === 'live' && t('machine.sessions', { count: sessions.sessions.size }),
    !online && lastSeenAt !== null && t('machine.seen', { when: agoWords(lastSeenAt, now.value) }),
  ]
  return (
    <div class="facts">
      <p>{facts.filter((fact) => fact !== false && fact !== undefined).join(' · ')}</p>
      {machine.overLimit && <p>{t('error.over_limit')}</p>}
      {machine.ownerDisabled && <p>{t('error.owner_disabled')}</p>}
    </div>
  )
}
