import { useState } from 'preact/hooks'
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Control } from '../../shared/wire/control.ts'
import { t } from '../locale/t.ts'
import { Field } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { MachineLink } from '../state/machine.ts'
import { startingControls } from './offered-controls.ts'
import type { Choices } from './use-choices.ts'
import { useOffer } from './use-offer.ts'

export interface ControlsPartProps {
  link: MachineLink
  choices: Choices
}

/** Mode, model, effort and whatever else the agent has, folded: an agent is started to ask it. */
export function ControlsPart({ link, choices }: ControlsPartProps) {
  const [isOpen, setOpen] = useState(false)
  const { agent, directory, startables, tile, picked, pick } = choices
  const cwd = directory.startsWith('/') ? directory : null
  const offer = useOffer(link, { agent, cwd, wanted: isOpen })
  if (agent === null) return null
  const preset = tile?.preset ?? null
  const systems = startables.is === 'ready' ? startables.value.systems : []
  const system = systems.find(({ id }) => id === preset?.system) ?? null
  const controls =
    offer.is === 'ready'
      ? startingControls(offer.value.controls, picked, { agent: tile?.agent, preset, system })
      : []
  return (
    <details class="door" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" /> {t('new.controls')}
      </summary>
      {isOpen && (
        <div class="start-controls">
          {offer.is === 'asking' && (
            <>
              <p class="field-help">{t('new.controls_asking')}</p>
              <Skeleton lines={3} />
            </>
          )}
          {offer.is === 'failed' && <NotRead code={offer.code} onAgain={offer.again} />}
          {offer.is === 'ready' && controls.length === 0 && (
            <p class="field-help">{t('new.controls_none')}</p>
          )}
          {controls.map((control) => (
            <StartControl key={control.id} control={control} onPick={(value) => pick(control.id, value)} />
          ))}
        </div>
      )}
    </details>
  )
}

function StartControl({ control, onPick }: { control: Control; onPick: (value: string | boolean) => void }) {
  const help = control.description ? cleanLabel(control.description) : undefined
  if (control.kind === 'boolean') {
    return (
      <label class="start-switch">
        <input
          type="checkbox"
          class="switch"
          checked={control.value}
          onChange={(event) => onPick(event.currentTarget.checked)}
        />
        <span>{cleanLabel(control.name)}</span>
      </label>
    )
  }
  const isKnown = control.choices.some(({ value }) => value === control.value)
  return (
    <Field label={cleanLabel(control.name)} help={help}>
      {(ties) => (
        <select
          {...ties}
          class="input"
          value={control.value}
          onChange={(event) => onPick(event.currentTarget.value)}
        >
          {!isKnown && <option value={control.value}>{cleanLabel(control.value)}</option>}
          {control.choices.map(({ value, name }) => (
            <option key={value} value={value}>
              {cleanLabel(name)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
