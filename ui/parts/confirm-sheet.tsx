import type { ComponentChildren } from 'preact'
import type { Result } from '../../shared/errors.ts'
import { t } from '../locale/t.ts'
import { Button } from './button.tsx'
import { Refusal } from './refusal.tsx'
import { Sheet } from './sheet.tsx'
import { useAttempt } from './use-attempt.ts'

export interface ConfirmSheetProps {
  title: string
  /** What the button does, as a verb. */
  act: string
  onAct: () => Promise<Result<unknown>>
  /** It was done, or it was left. */
  onClose: () => void
  /** What will be so afterwards. */
  children: ComponentChildren
}

/** One more step before what cannot be taken back. A refusal stays in the sheet. */
export function ConfirmSheet({ title, act, onAct, onClose, children }: ConfirmSheetProps) {
  const attempt = useAttempt()
  const go = async (): Promise<void> => {
    if (await attempt.run(onAct)) onClose()
  }
  return (
    <Sheet
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{t('part.cancel')}</Button>
          <Button look="ink" busy={attempt.busy} onPress={() => void go()}>
            {act}
          </Button>
        </>
      }
    >
      {children}
      <Refusal error={attempt.refused} />
    </Sheet>
  )
}
