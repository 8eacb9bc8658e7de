import { useState } from 'preact/hooks'
import type { Result } from '../../shared/errors.ts'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { AuditPage, CircuitEntry, CircuitPage, PageQuery } from '../../shared/wire/audit.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Tabs } from '../parts/tabs.tsx'
import { TimeAgo } from '../parts/time-ago.tsx'
import { PagedList } from './paged-list.tsx'
import { actDetail, actWords, circuitDetail } from './record-words.ts'
import { type Page, usePages } from './use-pages.ts'

export interface RecordsProps {
  acts(query: PageQuery): Promise<Result<AuditPage>>
  circuits(query: PageQuery): Promise<Result<CircuitPage>>
  /** Whose they are; null: of every machine. */
  machine: string | null
}

/** Who connected, and what was done. */
export function Records({ acts, circuits, machine }: RecordsProps) {
  const [tab, setTab] = useState('circuits')
  const tabs = [
    { id: 'circuits', label: t('records.circuits') },
    { id: 'acts', label: t('records.acts') },
  ]
  return (
    <Tabs label={t('records.which')} tabs={tabs} current={tab} onChange={setTab}>
      {tab === 'circuits' ? (
        <Circuits read={circuits} machine={machine} />
      ) : (
        <Acts read={acts} machine={machine} />
      )}
    </Tabs>
  )
}

function Circuits({
  read,
  machine,
}: {
  read: (query: PageQuery) => Promise<Result<CircuitPage>>
  machine: string | null
}) {
  const { now } = usePage()
  const pages = usePages(async (query): Promise<Result<Page<CircuitEntry>>> => {
    const asked = await read(query)
    return asked.ok ? { ok: true, value: { entries: asked.value.circuits, next: asked.value.next } } : asked
  })
  return (
    <PagedList
      pages={pages}
      empty={t('records.no_circuit')}
      row={(entry) => (
        <>
          <p class="record-what">
            <span>{cleanLabel(entry.userName ?? t('records.gone_user'))}</span>
            {machine === null && (
              <span class="record-where">{cleanLabel(entry.machineLabel ?? t('records.gone_machine'))}</span>
            )}
          </p>
          <TimeAgo at={entry.openedAt} now={now.value} />
          <p class="record-detail">{circuitDetail(entry)}</p>
        </>
      )}
    />
  )
}

function Acts({
  read,
  machine,
}: {
  read: (query: PageQuery) => Promise<Result<AuditPage>>
  machine: string | null
}) {
  const { now } = usePage()
  const pages = usePages(read)
  return (
    <PagedList
      pages={pages}
      empty={t('records.no_act')}
      row={(entry) => (
        <>
          <p class="record-what">{actWords(entry.act)}</p>
          <TimeAgo at={entry.at} now={now.value} />
          <p class="record-detail">{actDetail(entry, machine)}</p>
        </>
      )}
    />
  )
}
