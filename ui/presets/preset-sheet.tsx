import { useState } from 'preact/hooks'
import type { Preset } from '../../shared/wire/preset.ts'
import { segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { isEffort, isModel } from '../new-session/offered-controls.ts'
import { useOffer } from '../new-session/use-offer.ts'
import { TextField } from '../parts/field.tsx'
import type { MachineLink } from '../state/machine.ts'
import { EditSheet } from './edit-sheet.tsx'
import { SelectField } from './select-field.tsx'
import { useCommandKey } from './use-command-key.ts'
import type { Kept } from './use-presets.ts'
import { ValueField } from './value-field.tsx'

export interface PresetSheetProps {
  title: string
  link: MachineLink
  kept: Kept
  /** Null: a new one. */
  preset: Preset | null
  onChanged: () => void
  onClose: () => void
}

/** An agent with what it is to be used with. Model and effort are the agent's own, asked of it when they are wanted. */
export function PresetSheet({ title, link, kept, preset, onChanged, onClose }: PresetSheetProps) {
  const [name, setName] = useState(preset?.name ?? '')
  const [icon, setIcon] = useState(preset?.icon ?? '')
  const [agent, setAgent] = useState(preset?.agent ?? kept.agents.find(({ found }) => found)?.id ?? '')
  const [system, setSystem] = useState(preset?.system ?? '')
  const [model, setModel] = useState(preset?.model ?? '')
  const [effort, setEffort] = useState(preset?.effort ?? '')
  const [asked, setAsked] = useState(false)
  const offer = useOffer(link, { agent, cwd: null, wanted: asked })
  const own = kept.systems.find(({ id }) => id === system)?.models
  const under = useCommandKey()
  const presets = link.daemon.v1.presets
  const save = () => {
    const optional = { icon: icon.trim(), system, model: model.trim(), effort: effort.trim() }
    if (!preset) {
      const body = { name: name.trim(), agent, ...given(optional) }
      return unwrap(presets.post(body, under(body)))
    }
    const at = presets({ preset: segment(preset.id) })
    return unwrap(at.patch({ name: name.trim(), agent, ...orTakenAway(optional) }))
  }
  const agents = kept.agents.filter(({ id, found }) => found || id === preset?.agent)
  return (
    <EditSheet
      title={title}
      incomplete={name.trim() === '' || agent === ''}
      onSave={save}
      onRemove={preset && (() => unwrap(presets({ preset: segment(preset.id) }).delete()))}
      onChanged={onChanged}
      onClose={onClose}
    >
      <TextField label={t('presets.name')} value={name} onInput={setName} />
      <SelectField
        label={t('new.agent')}
        value={agent}
        choices={agents.map(({ id, name }) => [id, name])}
        onChange={setAgent}
      />
      <SelectField
        label={t('presets.system')}
        value={system}
        choices={[['', t('presets.own_account')], ...kept.systems.map(({ id, name }) => [id, name] as const)]}
        onChange={setSystem}
      />
      <ValueField
        label={t('presets.model')}
        value={model}
        onChange={setModel}
        offer={offer}
        onAsk={() => setAsked(true)}
        isIt={isModel}
        more={own ?? []}
      />
      <ValueField
        label={t('presets.effort')}
        value={effort}
        onChange={setEffort}
        offer={offer}
        onAsk={() => setAsked(true)}
        isIt={isEffort}
        more={[]}
      />
      <TextField label={t('presets.icon')} value={icon} onInput={setIcon} help={t('presets.icon_help')} />
    </EditSheet>
  )
}

type Optional = Record<'icon' | 'system' | 'model' | 'effort', string>

const given = ({ icon, system, model, effort }: Optional) => ({
  ...(icon && { icon }),
  ...(system && { system }),
  ...(model && { model }),
  ...(effort && { effort }),
})

const orTakenAway = ({ icon, system, model, effort }: Optional) => ({
  icon: icon || null,
  system: system || null,
  model: model || null,
  effort: effort || null,
})
