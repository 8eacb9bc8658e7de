import { cleanLabel } from '../../shared/untrusted.ts'
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
    owned
      ? t('machine.yours')
      : owner === null
        ? t('machine.nobodys')
        : t('machine.of', { owner: cleanLabel(owner) }),
    version !== null && t('machine.version', { version }),
    sessions?.status === 'live' && t('machine.sessions', { count: sessions.sessions.size }),
    !online && lastSeenAt !== null && t('machine.seen', { when: agoWords(lastSeenAt, now.value) }),
  ]
  return (
    <div class="facts">
      <p>{facts.filter((fact) => fact !== false && fact !== undefined).join(' · ')}</p>
      <Rests machine={machine} />
      {machine.enrolledBy !== null && <EnrolledBy who={machine.enrolledBy} />}
    </div>
  )
}

/** Why nobody gets through to it, and what cures that. */
function Rests({ machine: { overLimit, ownerDisabled, owned, owner } }: { machine: Machine }) {
  const whose = cleanLabel(owner ?? '')
  return (
    <>
      {overLimit && (
        <p class="notice-line">
          {owned ? t('machine.over_limit_yours') : t('machine.over_limit_theirs', { owner: whose })}
        </p>
      )}
      {ownerDisabled && !owned && (
        <p class="notice-line">{t('machine.owner_disabled_words', { owner: whose })}</p>
      )}
    </>
  )
}

/** Somebody else held the code, so the key behind the name may be another machine's. */
function EnrolledBy({ who }: { who: string }) {
  const name = cleanLabel(who)
  return (
    <p class="notice-line">
      <b>{t('machine.enrolled_by', { who: name })}</b>
      <span>{t('machine.enrolled_by_words', { who: name })}</span>
    </p>
  )
}
