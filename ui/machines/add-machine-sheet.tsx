import { useState } from 'preact/hooks'
import { MACHINE_LABEL_PATTERN } from '../../shared/wire/identity.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import type { AddedMachine, Machines } from '../state/machines.ts'
import { EnrollSteps } from './enroll-steps.tsx'

const LABEL = new RegExp(MACHINE_LABEL_PATTERN)

/** Names a machine, then says what to type on it, and notices when it is there. */
export function AddMachineSheet({ machines, onClose }: { machines: Machines; onClose: () => void }) {
  const { router } = usePage().state
  const attempt = useAttempt()
  const [label, setLabel] = useState('')
  const [added, setAdded] = useState<AddedMachine | null>(null)
  const now = added && machines.list.value.machines.find(({ id }) => id === added.machine.id)
  const isWrong = label !== '' && !LABEL.test(label)
  const add = (): void => {
    void attempt.run(async () => {
      const done = await machines.add(label)
      if (done.ok) setAdded(done.value)
      return done
    })
  }
  const foot = added ? (
    <Button look="ink" onPress={() => router.replace({ at: 'machine', machine: added.machine.id })}>
      {t('add.to_machine', { machine: added.machine.label })}
    </Button>
  ) : (
    <Button look="ink" submit busy={attempt.busy} disabled={label === '' || isWrong}>
      {t('add.act')}
    </Button>
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!added && !isWrong) add()
      }}
    >
      <Sheet title={t('add.title')} onClose={onClose} foot={foot}>
        {added ? (
          <>
            <EnrollSteps added={added} />
            <p class="add-state" role="status">
              {now?.enrolled ? t('add.enrolled', { machine: now.label }) : t('add.waiting')}
            </p>
          </>
        ) : (
          <>
            <TextField
              label={t('add.label')}
              value={label}
              onInput={setLabel}
              help={t('add.label_help')}
              error={isWrong ? t('add.label_bad') : undefined}
            />
            <Refusal error={attempt.refused} />
          </>
        )}
      </Sheet>
    </form>
  )
}
