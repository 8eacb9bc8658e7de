import { useId } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Control } from '../../shared/wire/control.ts'
import { errorWords } from '../api/error-words.ts'
import { t } from '../locale/t.ts'
import type { Offer } from '../new-session/use-offer.ts'
import { Field } from '../parts/field.tsx'

export interface ValueFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  offer: Offer
  /** The person came here: now it is worth starting the agent to ask it. */
  onAsk: () => void
  isIt: (control: Control) => boolean
  /** Values known from elsewhere. */
  more: readonly string[]
}

/** A value of the agent's own control: typed, or taken from what it offers. What it does not list may still run. */
export function ValueField({ label, value, onChange, offer, onAsk, isIt, more }: ValueFieldProps) {
  const list = useId()
  const control = offer.is === 'ready' ? offer.value.controls.find(isIt) : undefined
  const choices = control?.kind === 'select' ? control.choices : []
  const listed = new Set(choices.map((choice) => choice.value))
  const help =
    offer.is === 'failed' ? t('presets.not_asked', { why: errorWords(offer.code) }) : t('presets.value_help')
  return (
    <Field label={label} help={help}>
      {(ties) => (
        <>
          <input
            {...ties}
            class="input machine-words"
            list={list}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            value={value}
            onFocus={onAsk}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={list}>
            {more
              .filter((one) => !listed.has(one))
              .map((one) => (
                <option key={one} value={one} />
              ))}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {cleanLabel(choice.name)}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
