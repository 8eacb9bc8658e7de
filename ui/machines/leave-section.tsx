import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Machine } from '../../shared/wire/machine.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import type { Machines } from '../state/machines.ts'
import type { Sharing } from '../state/sharing.ts'
import { scopeWords } from './scope-words.ts'

/** A machine that is somebody else's: whose, what you may do there, and the way out. */
export function LeaveSection({
  sharing,
  machines,
  machine,
}: {
  sharing: Sharing
  machines: Machines
  machine: Machine
}) {
  const { router } = usePage().state
  const [asked, setAsked] = useState(false)
  const { label, owner, scopes } = machine
  const what = scopeWords(scopes)
  return (
    <>
      <p class="section-words">
        {owner === null
          ? t('leave.nobodys_words', { machine: label, what })
          : t('leave.words', { owner: cleanLabel(owner), machine: label, what })}
      </p>
      <div class="section-acts">
        <Button onPress={() => setAsked(true)}>{t('leave.act', { machine: label })}</Button>
      </div>
      {asked && (
        <ConfirmSheet
          title={t('leave.confirm_title', { machine: label })}
          act={t('leave.confirm')}
          onAct={async () => {
            const done = await sharing.leave()
            if (done.ok) {
              router.replace({ at: 'home' })
              await machines.refresh()
            }
            return done
          }}
          onClose={() => setAsked(false)}
        >
          <p>{t('leave.confirm_words')}</p>
        </ConfirmSheet>
      )}
    </>
  )
}
