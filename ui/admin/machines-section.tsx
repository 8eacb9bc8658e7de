import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import { t } from '../locale/t.ts'
import { ListRow } from '../parts/list-row.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'
import { Filter } from './filter.tsx'
import { MachineSheet } from './machine-sheet.tsx'
import { machineMatches, machineState, ownerWords } from './machine-words.ts'
import { useAdmin } from './use-admin.ts'

/** Every machine of the authority. */
export function MachinesSection() {
  const admin = useAdmin()
  const machines = useRead(admin.machines, [admin])
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  if (machines.is === 'loading') return <Skeleton lines={5} />
  if (machines.is === 'failed') return <NotRead code={machines.code} onAgain={machines.again} />
  const shown = machines.value.filter((machine) => machineMatches(machine, words))
  const opened = machines.value.find(({ id }) => id === open)
  return (
    <>
      <p class="section-words">{t('fleet.words')}</p>
      {machines.value.length === 0 ? (
        <p class="section-words">{t('fleet.none')}</p>
      ) : (
        <Filter label={t('admin.filter_machines')} value={words} onInput={setWords} />
      )}
      <ul class="plain-rows">
        {shown.map((machine) => (
          <ListRow
            key={machine.id}
            title={cleanLabel(machine.label)}
            note={ownerWords(machine)}
            detail={machineState(machine)}
            onPress={() => setOpen(machine.id)}
          />
        ))}
      </ul>
      {machines.value.length > 0 && shown.length === 0 && <p class="section-words">{t('admin.no_match')}</p>}
      {opened && <MachineSheet machine={opened} onChanged={machines.again} onClose={() => setOpen(null)} />}
    </>
  )
}
