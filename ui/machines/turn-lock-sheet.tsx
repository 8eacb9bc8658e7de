import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { useFreshAct } from '../parts/fresh-act.tsx'
import type { MachineLink } from '../state/machine.ts'

export interface TurnLockSheetProps {
  title: string
  link: MachineLink
  /** Its name. */
  machine: string
  on: boolean
  onClose: () => void
}

/** Off wants the password once more: the machine is shown a capability that says it was just given. */
export function TurnLockSheet({ title, link, machine, on, onClose }: TurnLockSheetProps) {
  const fresh = useFreshAct()
  const turn = () =>
    fresh(async () => {
      const shown = on ? null : await link.circuit.refresh()
      return shown && !shown.ok ? shown : unwrap(link.daemon.v1.lock.put({ on }))
    })
  return (
    <ConfirmSheet
      title={title}
      act={on ? t('lock.on_act') : t('lock.off_act')}
      onAct={turn}
      onClose={onClose}
    >
      <p>{on ? t('lock.on_words') : t('lock.off_words', { machine })}</p>
    </ConfirmSheet>
  )
}
