import type { Machine } from '../../shared/wire/machine.ts'
import { t } from '../locale/t.ts'
import { may } from '../machines/may.ts'
import { NotApproved } from '../machines/not-approved.tsx'
import { usePage } from '../page.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { MachineLink } from '../state/machine.ts'
import { inOrder } from '../state/sessions.ts'
import { FoundList } from './found-list.tsx'
import { MachineState } from './machine-state.tsx'
import { matches } from './matches.ts'
import { SessionRow } from './session-row.tsx'
import { isStart, StartingRow } from './starting-row.tsx'

export interface MachineSectionProps {
  machine: Machine
  link: MachineLink | null
  /** Whether a session can be started here only by saying so. */
  oneOfSeveral: boolean
  filter: string
  /** The session on the screen, if it is one of these. */
  current: string | null
}

/** A machine and its sessions. */
export function MachineSection(props: MachineSectionProps) {
  const { machine, link } = props
  const { router } = usePage().state
  const start = (): void => router.go({ at: 'new_session', machine: machine.id })
  return (
    <section class="home-machine" aria-label={machine.label}>
      <div class="machine-line">
        <h2>
          <a class="machine-link" href={`#/m/${machine.id}`}>
            {machine.label}
          </a>
        </h2>
        <MachineState link={link} />
        {link && props.oneOfSeveral && mayStart(machine, link) && (
          <IconButton icon="plus" label={t('home.start_on', { machine: machine.label })} onPress={start} />
        )}
      </div>
      {(machine.overLimit || machine.ownerDisabled) && (
        <p class="home-note">
          {machine.ownerDisabled ? t('home.owner_disabled') : t('home.over_limit')}{' '}
          <a href={`#/m/${machine.id}`}>{t('home.why')}</a>
        </p>
      )}
      {link ? (
        <Rows {...props} link={link} onStart={start} />
      ) : (
        <p class="home-note">
          {t('home.not_enrolled')} <a href={`#/m/${machine.id}`}>{t('home.enroll')}</a>
        </p>
      )}
    </section>
  )
}

/** What waits for its machine may be started; what is not let in may not. */
function mayStart(machine: Machine, link: MachineLink): boolean {
  const { is } = link.circuit.state.value
  return may(machine, 'session:write') && is !== 'not_approved' && is !== 'key_changed'
}

interface RowsProps extends MachineSectionProps {
  link: MachineLink
  onStart: () => void
}

function Rows({ machine, link, filter, current, onStart }: RowsProps) {
  const circuit = link.circuit.state.value
  const { status, sessions } = link.sessions.value
  const starting = link.outbox.entries.value.filter(isStart)
  const shown = inOrder(sessions.values()).filter((session) => matches(session, machine.label, filter))
  if (circuit.is === 'not_approved') {
    return <NotApproved id={machine.id} machine={machine.label} shown={circuit} />
  }
  if (circuit.is === 'key_changed') {
    return (
      <p class="home-note">
        {t('key.changed_short')} <a href={`#/m/${machine.id}`}>{t('home.compare')}</a>
      </p>
    )
  }
  return (
    <>
      <ul>
        {starting.map((entry) => (
          <StartingRow key={entry.key} link={link} entry={entry} />
        ))}
        {shown.map((session) => (
          <SessionRow
            key={session.id}
            machine={machine.id}
            session={session}
            current={session.id === current}
          />
        ))}
      </ul>
      <FoundList machine={machine.id} link={link} words={filter} />
      {status === 'loading' && (circuit.is === 'connecting' || circuit.is === 'connected') && (
        <div class="home-note">
          <Skeleton lines={3} />
        </div>
      )}
      {status === 'live' && sessions.size === 0 && starting.length === 0 && (
        <div class="home-note">
          <p>{t('home.no_session')}</p>
          {may(machine, 'session:write') ? (
            <Button look="ink" onPress={onStart}>
              {t('home.start')}
            </Button>
          ) : (
            <a href={`#/m/${machine.id}`}>{t('home.read_only')}</a>
          )}
        </div>
      )}
      {sessions.size > 0 && shown.length === 0 && <p class="home-note">{t('home.no_match')}</p>}
    </>
  )
}
