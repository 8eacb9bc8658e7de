import { useMemo } from 'preact/hooks'
import type { Machine } from '../../shared/wire/machine.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Section } from '../parts/section.tsx'
import { Records } from '../records/records.tsx'
import type { Machines } from '../state/machines.ts'
import { createSharing } from '../state/sharing.ts'
import { LeaveSection } from './leave-section.tsx'
import { ShareSection } from './share-section.tsx'

/** Everything about a machine that is about people: who may use it, and who did. */
export function PeopleSections({ machines, machine }: { machines: Machines; machine: Machine }) {
  const { state } = usePage()
  const sharing = useMemo(() => createSharing(state, machine.id), [machine.id])
  if (!machine.owned) {
    return (
      <Section title={t('leave.title')}>
        <LeaveSection sharing={sharing} machines={machines} machine={machine} />
      </Section>
    )
  }
  return (
    <>
      <Section title={t('share.title')}>
        <ShareSection sharing={sharing} machine={machine} />
      </Section>
      <Section title={t('records.title')}>
        <p class="section-words">{t('records.words', { machine: machine.label })}</p>
        <Records acts={sharing.acts} circuits={sharing.circuits} machine={machine.id} />
      </Section>
    </>
  )
}
