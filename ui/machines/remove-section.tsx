import { useState } from 'preact/hooks'
import type { Machine } from '../../shared/wire/machine.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import type { Machines } from '../state/machines.ts'

/** Takes the machine out of the account. */
export function RemoveSection({ machines, machine }: { machines: Machines; machine: Machine }) {
  const { router } = usePage().state
  const [asked, setAsked] = useState(false)
  return (
    <>
      <p class="section-words">{t('remove.words')}</p>
      <div class="section-acts">
        <Button icon="delete" onPress={() => setAsked(true)}>
          {t('remove.act', { machine: machine.label })}
        </Button>
      </div>
      {asked && (
        <ConfirmSheet
          title={t('remove.title', { machine: machine.label })}
          act={t('remove.confirm')}
          onAct={async () => {
            const done = await machines.remove(machine.id)
            if (done.ok) router.replace({ at: 'home' })
            return done
          }}
          onClose={() => setAsked(false)}
        >
          <p>{t('remove.after', { machine: machine.label })}</p>
        </ConfirmSheet>
      )}
    </>
  )
}
