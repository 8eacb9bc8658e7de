import { t } from '../locale/t.ts'
import { Button, IconButton } from './button.tsx'

export interface Toast {
  id: string
  text: string
  act?: { label: string; onPress: () => void }
}

/** Short news, read out politely. They stay until dismissed: nobody has to be quick. */
export function Toasts({ toasts, onDismiss }: { toasts: readonly Toast[]; onDismiss: (id: string) => void }) {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, text, act }) => (
        <div key={id} class="toast">
          <span class="toast-text">{text}</span>
          {act && (
            <Button look="bare" onPress={act.onPress}>
              {act.label}
            </Button>
          )}
          <IconButton icon="close" label={t('part.dismiss')} onPress={() => onDismiss(id)} />
        </div>
      ))}
    </div>
  )
}
