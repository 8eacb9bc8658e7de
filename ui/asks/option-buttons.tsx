import { showInvisible } from '../../shared/untrusted.ts'
import type { AskOption } from '../../shared/wire/ask.ts'
import { t } from '../locale/t.ts'
import { classes } from '../parts/classes.ts'
import { isRefusal, leadingOption } from './option-keys.ts'

export interface OptionButtonsProps {
  options: readonly AskOption[]
  /** Approving waits. */
  waits: boolean
  /** The option on its way. */
  sending: string | null
  onChoose: (option: AskOption) => void
}

/** The agent's own options, its words, its order. */
export function OptionButtons({ options, waits, sending, onChoose }: OptionButtonsProps) {
  const leading = leadingOption(options)
  return (
    <fieldset class="options">
      <legend class="unseen">{t('ask.options')}</legend>
      {options.map((option, place) => (
        <button
          key={option.id}
          type="button"
          class={classes(
            'option',
            option === leading && 'option-leading',
            sending === option.id && 'option-sent',
          )}
          disabled={sending !== null || (waits && !isRefusal(option))}
          onClick={() => onChoose(option)}
        >
          {place < 9 && (
            <span class="option-key" aria-hidden="true">
              {place + 1}
            </span>
          )}
          <span class="option-name" dir="auto">
            {showInvisible(option.name)}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
