import { API_KEY_SCOPES, type ApiKeyScope } from '../../shared/wire/account.ts'
import { t } from '../locale/t.ts'
import { usePage } from '../page.ts'
import { Field, TextField } from '../parts/field.tsx'
import { NotRead } from '../parts/not-read.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useRead } from '../parts/use-read.ts'
import { scopeWords } from './key-scopes.ts'

export interface KeyChoice {
  name: string
  scopes: ApiKeyScope[]
  /** The id of one of the account's devices, which `circuits` wants. */
  device: string | null
}

export const isWhole = ({ name, scopes, device }: KeyChoice): boolean =>
  name.trim() !== '' && scopes.length > 0 && (device !== null || !scopes.includes('circuits'))

interface KeyFieldsProps {
  choice: KeyChoice
  onChange: (choice: KeyChoice) => void
}

export function KeyFields({ choice, onChange }: KeyFieldsProps) {
  const toggle = (scope: ApiKeyScope, on: boolean): void => {
    const scopes = API_KEY_SCOPES.filter((one) => (one === scope ? on : choice.scopes.includes(one)))
    onChange({ ...choice, scopes })
  }
  return (
    <>
      <TextField
        label={t('keys.name')}
        value={choice.name}
        onInput={(name) => onChange({ ...choice, name })}
        help={t('keys.name_help')}
        focused
      />
      <fieldset class="checks">
        <legend class="field-label">{t('keys.may')}</legend>
        {API_KEY_SCOPES.map((scope) => (
          <label key={scope} class="check">
            <input
              type="checkbox"
              checked={choice.scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
            <span>{scopeWords(scope)}</span>
          </label>
        ))}
        {choice.scopes.length === 0 && <p class="field-help">{t('keys.scope_missing')}</p>}
      </fieldset>
      {choice.scopes.includes('circuits') && (
        <DeviceField device={choice.device} onChange={(device) => onChange({ ...choice, device })} />
      )}
    </>
  )
}

interface DeviceFieldProps {
  device: string | null
  onChange: (device: string | null) => void
}

/** A browser's own key cannot be given to a script, so this one is not offered. */
function DeviceField({ device, onChange }: DeviceFieldProps) {
  const { authority } = usePage().state
  const devices = useRead(() => authority.ask((api) => api.v1.devices.get()), [])
  if (devices.is === 'loading') return <Skeleton lines={1} />
  if (devices.is === 'failed') return <NotRead code={devices.code} onAgain={devices.again} />
  const others = devices.value.filter(({ current }) => !current)
  if (others.length === 0) return <p class="field-help">{t('keys.no_device')}</p>
  return (
    <Field label={t('keys.device')} help={t('keys.device_help')}>
      {(ties) => (
        <select
          {...ties}
          class="input"
          value={device ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : value)}
        >
          <option value="">{t('keys.choose_device')}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
