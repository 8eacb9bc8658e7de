import type { QueuedPrompt as Queued } from '../../shared/wire/session.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'

/** A message that waits above the composer, and its way back. */
export function QueuedPrompt({ prompt, onTakeBack }: { prompt: Queued; onTakeBack: (seq: number) => void }) {
  return (
    <li class="queued">
      <span class="queued-text" dir="auto">
        {prompt.text}
      </span>
      <span class="queued-state">{t('prompt.waiting')}</span>
      <Button look="bare" icon="undo" onPress={() => onTakeBack(prompt.seq)}>
        {t('prompt.take_back')}
      </Button>
    </li>
  )
}
