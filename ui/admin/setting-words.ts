/** What each setting is called. One that a later version knows goes by its own name. */
import { cleanLabel } from '../../shared/untrusted.ts'
import type { Setting } from '../../shared/wire/admin.ts'
import { enAdmin } from '../locale/en-admin.ts'
import { type MessageKey, t } from '../locale/t.ts'

const NAMES = [
  'registration',
  'registration_domains',
  'machine_limit',
  'smtp_host',
  'smtp_port',
  'smtp_user',
  'smtp_password',
  'smtp_from',
  'smtp_tls',
] as const
type Name = (typeof NAMES)[number]

const isKnown = (name: string): name is Name => Object.hasOwn(enAdmin, `set.${name}_help`)

export const settingLabel = (name: string): string => (isKnown(name) ? t(`set.${name}`) : cleanLabel(name))

export const settingHelp = (name: string): string => (isKnown(name) ? t(`set.${name}_help`) : '')

export function sourceWords({ from, variable }: Setting): string {
  if (from === 'environment') return t('set.from_environment', { variable: cleanLabel(variable) })
  return from === 'database' ? t('set.from_database') : t('set.from_default')
}

type PlainKey = Extract<MessageKey, `set.${'registration' | 'smtp_tls'}_${string}`>

/** Where it is one of a few. */
export const settingChoices: Readonly<
  Record<string, readonly (readonly [value: string, words: PlainKey])[]>
> = {
  registration: [
    ['closed', 'set.registration_closed'],
    ['invite', 'set.registration_invite'],
    ['open', 'set.registration_open'],
  ],
  smtp_tls: [
    ['required', 'set.smtp_tls_required'],
    ['implicit', 'set.smtp_tls_implicit'],
    ['off', 'set.smtp_tls_off'],
  ],
}
