import { cleanLabel } from '../../shared/untrusted.ts'
import type { Session } from '../../shared/wire/session.ts'
import { usePage } from '../page.ts'
import { Dot } from '../parts/dot.tsx'
import { ListRow } from '../parts/list-row.tsx'
import { TimeAgo } from '../parts/time-ago.tsx'
import { needsYou } from '../state/sessions.ts'
import { rowDirectory, rowState, rowWords } from './row-words.ts'

/** One session of the list: what it is, who works on it, and whether it waits. */
export function SessionRow({
  machine,
  session,
  current,
}: {
  machine: string
  session: Session
  current: boolean
}) {
  const { now } = usePage()
  const needs = needsYou(session)
  return (
    <ListRow
      href={`#/m/${machine}/s/${session.id}`}
      lead={<Dot state={rowState(session)} />}
      title={session.nickname}
      note={cleanLabel(session.title)}
      detail={
        <span class="home-detail">
          <span class="home-words">
            {rowWords(session, now.value)}
            {!needs && session.status !== 'exited' && (
              <>
                {' · '}
                <code>{rowDirectory(session)}</code>
              </>
            )}
          </span>
          <span class="home-agent">{session.agent}</span>
        </span>
      }
      meta={<TimeAgo at={session.updatedAt} now={now.value} />}
      needsYou={needs}
      current={current}
    />
  )
}
