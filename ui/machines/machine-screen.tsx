import type { Machine } from '../../shared/wire/machine.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Pill } from '../parts/pill.tsx'
import { ScreenHead } from '../parts/screen-head.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { PresetsSection } from '../presets/presets-section.tsx'
import type { MachineLink } from '../state/machine.ts'
import type { Machines } from '../state/machines.ts'
import { AgentsSection } from './agents-section.tsx'
import { ChatSection } from './chat-section.tsx'
import { EnrollSection } from './enroll-section.tsx'
import { Fingerprint } from './fingerprint.tsx'
import { KeyChanged } from './key-changed.tsx'
import { LockSection } from './lock-section.tsx'
import { MachineFacts } from './machine-facts.tsx'
import { may } from './may.ts'
import { NotApproved } from './not-approved.tsx'
import { PeoplePart } from './people-part.tsx'
import { RemoveSection } from './remove-section.tsx'
import { SettingsSection } from './settings-section.tsx'

/** One machine: how it stands, what it can run, and whom it lets in. */
export function MachineScreen({ machines, id }: { machines: Machines; id: string }) {
  const { state, now } = usePage()
  const { status, machines: all } = machines.list.value
  const machine = all.find((one) => one.id === id)
  const link = machines.links.value.find((one) => one.id === id) ?? null
  return (
    <div class="screen">
      <ScreenHead title={machine?.label ?? ''} onBack={state.router.back}>
        {link && (
          <Pill
            connection={state.connection.value}
            now={now.value}
            {...(link.circuit.state.value.is === 'connected' ? {} : { onPress: link.circuit.retry })}
          />
        )}
      </ScreenHead>
      <div class="screen-body">
        {!machine && status === 'loading' && <Skeleton lines={5} />}
        {!machine && status === 'loaded' && <EmptyState title={t('machine.unknown')} />}
        {machine && <Body machines={machines} machine={machine} link={link} />}
      </div>
    </div>
  )
}

interface BodyProps {
  machines: Machines
  machine: Machine
  link: MachineLink | null
}

function Body({ machines, machine, link }: BodyProps) {
  return (
    <>
      <MachineFacts machine={machine} link={link} />
      {link ? (
        <Reached machines={machines} machine={machine} link={link} />
      ) : (
        <Section title={t('enroll.title')}>
          <EnrollSection machines={machines} machine={machine} />
        </Section>
      )}
      {machine.key !== null && link?.circuit.state.value.is !== 'key_changed' && (
        <Section title={t('key.section')}>
          <p class="section-words">
            {t('key.section_words')} <code class="typed">fairlead status</code>
          </p>
          <Fingerprint value={machine.key} />
        </Section>
      )}
      <PeoplePart machines={machines} machine={machine} />
      {machine.owned && (
        <Section title={t('remove.section')}>
          <RemoveSection machines={machines} machine={machine} />
        </Section>
      )}
    </>
  )
}

function Reached({ machines, machine, link }: BodyProps & { link: MachineLink }) {
  const circuit = link.circuit.state.value
  if (circuit.is === 'key_changed') {
    return <KeyChanged machine={machine.label} circuit={link.circuit} keys={circuit} />
  }
  if (circuit.is === 'not_approved') {
    return <NotApproved id={machine.id} machine={machine.label} shown={circuit} />
  }
  return (
    <>
      <Section title={t('agents.title')}>
        <AgentsSection link={link} machine={machine} />
      </Section>
      <Section title={t('presets.title')}>
        <PresetsSection link={link} machine={machine} />
      </Section>
      <Section title={t('machine_settings.title')}>
        <SettingsSection link={link} machine={machine} />
      </Section>
      <Section title={t('chat.title')}>
        <ChatSection machines={machines} machine={machine} />
      </Section>
      {may(machine, 'machine:admin') && (
        <Section title={t('lock.title')}>
          <LockSection link={link} machine={machine.label} />
        </Section>
      )}
    </>
  )
}
