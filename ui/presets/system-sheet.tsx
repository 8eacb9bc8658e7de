import { useState } from 'preact/hooks'
import type { Result } from '../../shared/errors.ts'
import type { System, SystemKind } from '../../shared/wire/preset.ts'
import { segment } from '../api/daemon.ts'
import { unwrap } from '../api/unwrap.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { TextField } from '../parts/field.tsx'
import { agoWords } from '../parts/relative-time.ts'
import type { MachineLink } from '../state/machine.ts'
import { EditSheet } from './edit-sheet.tsx'
import { KINDS, kindWords, modelsOf } from './preset-words.ts'
import { SelectField } from './select-field.tsx'
import { useCommandKey } from './use-command-key.ts'

export interface SystemSheetProps {
  title: string
  link: MachineLink
  /** Null: a new one. */
  system: System | null
  onChanged: () => void
  onClose: () => void
}

/** Where models are had, and the key for it: that is sent once and never comes back. */
export function SystemSheet({ title, link, system, onChanged, onClose }: SystemSheetProps) {
  const { now } = usePage()
  // What was stored before a refusal of the key: saving again does not make another one.
  const [made, setMade] = useState(system)
  const [name, setName] = useState(system?.name ?? '')
  const [kind, setKind] = useState<SystemKind>(system?.kind ?? 'anthropic')
  const [baseUrl, setBaseUrl] = useState(system?.baseUrl ?? '')
  const [models, setModels] = useState((system?.models ?? []).join(' '))
  const [secret, setSecret] = useState('')
  const under = useCommandKey()
  const systems = link.daemon.v1.systems
  const store = (): Promise<Result<System>> => {
    const address = baseUrl.trim()
    const ids = modelsOf(models)
    if (!made) {
      const optional = { ...(address && { baseUrl: address }), ...(ids.length > 0 && { models: ids }) }
      const body = { name: name.trim(), kind, ...optional }
      return unwrap(systems.post(body, under(body)))
    }
    const change = { name: name.trim(), baseUrl: address || null, models: ids.length > 0 ? ids : null }
    return unwrap(systems({ system: segment(made.id) }).patch(change))
  }
  const save = async (): Promise<Result<unknown>> => {
    const stored = await store()
    if (!stored.ok) return stored
    setMade(stored.value)
    if (secret.trim() === '') return stored
    onChanged()
    return unwrap(systems({ system: segment(stored.value.id) }).key.put({ secret: secret.trim() }))
  }
  const keyHelp = made?.keySetAt
    ? t('systems.key_stored', { when: agoWords(made.keySetAt, now.value) })
    : t('systems.key_help')
  return (
    <EditSheet
      title={title}
      incomplete={name.trim() === '' || (kind === 'openai_compatible' && baseUrl.trim() === '')}
      onSave={save}
      onRemove={system && (() => unwrap(systems({ system: segment(system.id) }).delete()))}
      onChanged={onChanged}
      onClose={onClose}
    >
      <TextField label={t('presets.name')} value={name} onInput={setName} />
      <SelectField
        label={t('systems.kind')}
        value={kind}
        disabled={made !== null}
        choices={KINDS.map((one) => [one, kindWords(one)])}
        onChange={(value) => setKind(KINDS.find((one) => one === value) ?? kind)}
      />
      <TextField
        label={t('systems.address')}
        value={baseUrl}
        onInput={setBaseUrl}
        help={kind === 'openai_compatible' ? t('systems.address_own') : t('systems.address_help')}
      />
      <TextField label={t('systems.key')} type="password" value={secret} onInput={setSecret} help={keyHelp} />
      <TextField
        label={t('systems.models')}
        value={models}
        onInput={setModels}
        help={t('systems.models_help')}
      />
    </EditSheet>
  )
}
