import { cleanLabel } from '../../shared/untrusted.ts'
import type { Control, ControlChoice } from '../../shared/wire/control.ts'
import type { ContextFill } from '../../shared/wire/session.ts'
import { t } from '../locale/t.ts'
import { Icon } from '../parts/icon.tsx'
import { ContextGauge } from './context-gauge.tsx'

export interface ControlsStripProps {
  controls: readonly Control[]
  context: ContextFill | null
  /** While something else holds the session, a control cannot be changed. */
  busy: boolean
  onChange: (control: Control, value: string | boolean) => void
}

/** Mode, model, effort and whatever else the agent publishes, as it publishes them. */
export function ControlsStrip({ controls, context, busy, onChange }: ControlsStripProps) {
  return (
    <div class="controls" role="toolbar" aria-label={t('controls.name')}>
      {controls.map((control) =>
        control.kind === 'boolean' ? (
          <button
            key={control.id}
            type="button"
            class="control"
            aria-pressed={control.value}
            disabled={busy}
            {...(control.description && { title: control.description })}
            onClick={() => onChange(control, !control.value)}
          >
            <span class="control-name">{cleanLabel(control.name)}</span>
            <span>{t(control.value ? 'controls.on' : 'controls.off')}</span>
          </button>
        ) : (
          <Select
            key={control.id}
            control={control}
            busy={busy}
            onChange={(value) => onChange(control, value)}
          />
        ),
      )}
      <ContextGauge context={context} />
    </div>
  )
}

interface SelectProps {
  control: Control & { kind: 'select' }
  busy: boolean
  onChange: (value: string) => void
}

/** The browser's own list: right on a phone, and by keys. A value that is no choice is shown as it is. */
function Select({ control, busy, onChange }: SelectProps) {
  const known = control.choices.some(({ value }) => value === control.value)
  const current = control.choices.find(({ value }) => value === control.value)
  return (
    <label class="control">
      <span class="unseen">{cleanLabel(control.name)}</span>
      <span class="control-value" aria-hidden="true">
        {cleanLabel(current?.name ?? control.value)}
      </span>
      <Icon name="down" />
      <select
        value={control.value}
        disabled={busy}
        title={cleanLabel(control.name)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {!known && <option value={control.value}>{cleanLabel(control.value)}</option>}
        {grouped(control.choices).map(([group, choices]) =>
          group === '' ? (
            choices.map((choice) => <Choice key={choice.value} choice={choice} />)
          ) : (
            <optgroup key={group} label={cleanLabel(group)}>
              {choices.map((choice) => (
                <Choice key={choice.value} choice={choice} />
              ))}
            </optgroup>
          ),
        )}
      </select>
    </label>
  )
}

function Choice({ choice }: { choice: ControlChoice }) {
  return <option value={choice.value}>{cleanLabel(choice.name)}</option>
}

function grouped(choices: readonly ControlChoice[]): [string, ControlChoice[]][] {
  const groups = new Map<string, ControlChoice[]>()
  for (const choice of choices) {
    const own = groups.get(choice.group ?? '')
    if (own) own.push(choice)
    else groups.set(choice.group ?? '', [choice])
  }
  return [...groups]
}
