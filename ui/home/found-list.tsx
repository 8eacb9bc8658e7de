import type { ComponentChildren } from 'preact'
import type { Snippet } from '../../shared/wire/search.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { ListRow } from '../parts/list-row.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { TimeAgo } from '../parts/time-ago.tsx'
import type { MachineLink } from '../state/machine.ts'
import { useFound } from './use-found.ts'

/** What was said on this machine and has the words of the filter, newest first. */
export function FoundList({ machine, link, words }: { machine: string; link: MachineLink; words: string }) {
  const { now } = usePage()
  const found = useFound(link, words)
  if (found.is === 'nothing_asked') return null
  // Titles are what the list above it looks through.
  const said = found.is === 'found' ? found.hits.filter(({ role }) => role !== 'title') : []
  return (
    <section class="home-found" aria-label={t('home.found')} aria-busy={found.is === 'looking'}>
      <h3 class="home-found-head">{t('home.found')}</h3>
      {found.is === 'looking' && <Skeleton lines={2} />}
      {found.is === 'failed' && <p class="home-note">{errorWords(found.code)}</p>}
      {found.is === 'found' && said.length === 0 && <p class="home-note">{t('home.found_nothing')}</p>}
      {said.length > 0 && (
        <ul>
          {said.map(({ session, nickname, seq, at, role, snippet }) => (
            <ListRow
              key={`${session} ${seq} ${role}`}
              href={`#/m/${machine}/s/${session}`}
              title={nickname}
              note={t(role === 'person' ? 'home.found_person' : 'home.found_agent')}
              detail={<Marked snippet={snippet} />}
              meta={<TimeAgo at={at} now={now.value} />}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The ranges come from the machine: each is taken only where it goes on from the one before. */
function Marked({ snippet: { text, matches } }: { snippet: Snippet }) {
  const parts: ComponentChildren[] = []
  let from = 0
  for (const [begin, end] of matches) {
    if (begin < from || end <= begin || end > text.length) continue
    parts.push(text.slice(from, begin), <mark key={begin}>{text.slice(begin, end)}</mark>)
    from = end
  }
  return (
    <span class="home-found-text" dir="auto">
      {parts}
      {text.slice(from)}
    </span>
  )
}
