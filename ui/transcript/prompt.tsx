import { shortOf } from '../../shared/wire/text.ts'
import { t } from '../locale/t.ts'
import { Button } from '../parts/button.tsx'
import { classes } from '../parts/classes.ts'
import type { PromptRow } from './row.ts'

export interface PromptActs {
  onTakeBack?: (prompt: PromptRow) => void
  onCheck?: (prompt: PromptRow) => void
  onSendAgain?: (prompt: PromptRow) => void
}

/** The person's words exactly as typed, and where they stand as long as that is not simply: read. */
export function Prompt({ prompt, acts }: { prompt: PromptRow; acts: PromptActs }) {
  const words = stateWords(prompt)
  const waits = prompt.state === 'waiting' && acts.onTakeBack
  const again = prompt.state === 'not_known' || prompt.state === 'refused'
  return (
    <div class={classes('prompt', `prompt-${prompt.state.replace('_', '-')}`)}>
      <span class="unseen">{t('transcript.you')}</span>
      <p class="prompt-text" dir="auto">
        {shortOf(prompt.text)}
      </p>
      {words && (
        <p class="prompt-state">
          <span>{words}</span>
          {waits && (
            <Button look="bare" icon="undo" onPress={() => acts.onTakeBack?.(prompt)}>
              {t('prompt.take_back')}
            </Button>
          )}
          {prompt.state === 'not_known' && acts.onCheck && (
            <Button look="bare" onPress={() => acts.onCheck?.(prompt)}>
              {t('prompt.check')}
            </Button>
          )}
          {again && acts.onSendAgain && (
            <Button look="bare" onPress={() => acts.onSendAgain?.(prompt)}>
              {t('prompt.send_again')}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

function stateWords({ state, why }: PromptRow): string | null {
  switch (state) {
    case 'delivered':
      return null
    case 'queued':
      return t('prompt.queued')
    case 'sending':
      return t('prompt.sending')
    case 'waiting':
      return t('prompt.waiting')
    case 'steered':
      return t('prompt.steered')
    case 'taken_back':
      return t('prompt.taken_back')
    case 'stopped':
      return t('prompt.stopped')
    case 'refused':
      return t('prompt.refused', { why: why ?? '' })
    case 'not_known':
      return t('prompt.not_known')
  }
}
