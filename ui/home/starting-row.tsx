import { cleanLabel } from '../../shared/untrusted.ts'
import { startRefusalWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Dot } from '../parts/dot.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { Menu } from '../parts/menu.tsx'
import type { MachineLink } from '../state/machine.ts'
import type { Command, Entry, EntryState } from '../state/outbox-entry.ts'

/** A session that was asked for and is not there yet. */
export function StartingRow({ link, entry }: { link: MachineLink; entry: Entry }) {
  const { now, state: page } = usePage()
  const { router } = page
  const { command, key, state } = entry
  if (command.do !== 'create') return null
  const { agent, nickname, text = '' } = command.body
  const isOver = state.is === 'refused' || state.is === 'not_known'
  const edit = (): void => {
    link.drafts.of('new').putBack(text)
    void link.outbox.forget(key)
    router.go({ at: 'new_session', machine: link.id })
  }
  return (
    <ListRow
      lead={<Dot state={isOver ? 'ended' : 'starting'} />}
      title={nickname ?? agent}
      note={cleanLabel(text)}
      detail={startWords(state, now.value)}
      tail={
        isOver && (
          <Menu
            label={t('part.more')}
            items={[
              {
                id: 'again',
                label: t('prompt.send_again'),
                icon: 'send',
                onSelect: () => void link.outbox.sendAgain(key),
              },
              { id: 'edit', label: t('home.start_edit'), icon: 'edit', onSelect: edit },
              {
                id: 'drop',
                label: t('home.start_drop'),
                icon: 'delete',
                onSelect: () => void link.outbox.forget(key),
              },
            ]}
          />
        )
      }
    />
  )
}

/** Those of the outbox that stand for a session. */
export const isStart = ({ command, state }: { command: Command; state: EntryState }): boolean =>
  command.do === 'create' && state.is !== 'applied'

function startWords(state: EntryState, now: number): string {
  switch (state.is) {
    case 'refused':
      return t('home.start_refused', { why: startRefusalWords(state, now) })
    case 'not_known':
      return t('home.start_not_known')
    case 'queued':
      return t('home.start_queued')
    default:
      return t('state.starting')
  }
}
