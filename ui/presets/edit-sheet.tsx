import type { ComponentChildren } from 'preact'
import type { Result } from '../../shared/errors.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useAttempt } from '../parts/use-attempt.ts'

export interface EditSheetProps {
  title: string
  /** Something is missing or wrong. */
  incomplete: boolean
  onSave: () => Promise<Result<unknown>>
  /** Null: it is not there yet. */
  onRemove: (() => Promise<Result<unknown>>) | null
  /** It was done, or it was left. */
  onChanged: () => void
  onClose: () => void
  children: ComponentChildren
}

/** A form for one thing that the machine keeps. What was typed stays until it was taken. */
export function EditSheet({
  title,
  incomplete,
  onSave,
  onRemove,
  onChanged,
  onClose,
  children,
}: EditSheetProps) {
  const attempt = useAttempt()
  const go = async (act: () => Promise<Result<unknown>>): Promise<void> => {
    if (!(await attempt.run(act))) return
    onChanged()
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!incomplete) void go(onSave)
      }}
    >
      <Sheet
        title={title}
        onClose={onClose}
        foot={
          <>
            <Button look="ink" submit busy={attempt.busy} disabled={incomplete}>
              {t('presets.save')}
            </Button>
            {onRemove && (
              <Button icon="delete" busy={attempt.busy} onPress={() => void go(onRemove)}>
                {t('presets.remove')}
              </Button>
            )}
          </>
        }
      >
        {children}
        <Refusal error={attempt.refused} />
      </Sheet>
    </form>
  )
}
