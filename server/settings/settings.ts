import { type AppError, type Result, refuse } from '../../shared/errors.ts'
import { Value } from '../../shared/typebox.ts'
import type { Setting, SettingsChange } from '../../shared/wire/admin.ts'
import { Registration } from '../../shared/wire/recovery.ts'
import type { DoneBy } from '../accounts/sign-ins.ts'
import type { AuditStore } from '../audit/store.ts'
import type { SettingsStore } from '../db/settings-store.ts'
import type { Work } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { AuthoritySettings, MailSettings } from './ports.ts'
import {
  domainsIn,
  type FixedSettings,
  isSettingName,
  rowOf,
  type SettingName,
  settingNames,
} from './rows.ts'

export interface SettingsDeps {
  store: SettingsStore
  /** What the environment decides, checked when it was read. */
  fixed: FixedSettings
  audit: AuditStore
  limits: Pick<AuthorityLimits, 'machines'>
}

export interface SettingsCare extends AuthoritySettings {
  list(): Setting[]
  /** All of it or nothing. */
  change(work: Work, by: DoneBy, change: SettingsChange): Result<SettingName[]>
}

const MAIL_CHANGED = 'mail_changed_at'

export function createSettings({ store, fixed, audit, limits }: SettingsDeps): SettingsCare {
  const current = (name: SettingName): string | null => fixed[name] ?? store.get(name) ?? rowOf(name).default

  const shown = (name: SettingName): Setting => {
    const row = rowOf(name)
    const from =
      fixed[name] === undefined ? (store.get(name) === null ? 'default' : 'database') : 'environment'
    const value = current(name)
    const { secret, type } = row
    return {
      name,
      value: secret ? null : value,
      isSet: value !== null,
      secret,
      from,
      variable: row.name,
      type,
    }
  }

  return {
    registration() {
      const value = current('registration')
      return Value.Check(Registration, value) ? value : 'closed'
    },
    domains: () => domainsIn(current('registration_domains') ?? ''),
    machineLimit() {
      const limit = Number(current('machine_limit'))
      return Number.isInteger(limit) ? Math.min(limit, limits.machines) : limits.machines
    },
    mail: () => mailOf(current),
    mailChangedAt() {
      const at = store.get(MAIL_CHANGED)
      return at === null ? null : Number(at)
    },
    list: () => settingNames.map(shown),
    change(work, by, change) {
      const names: SettingName[] = []
      for (const [name, value] of Object.entries(change)) {
        const refused = changeProblem(fixed, name, value)
        if (refused) return refused
        if (isSettingName(name) && value !== store.get(name)) names.push(name)
      }
      for (const name of names) {
        store.put(name, change[name] ?? null)
        audit.append({ at: work.now, ...by, act: 'setting_changed', subject: null, detail: name })
      }
      if (names.some((name) => rowOf(name).movesMail)) store.put(MAIL_CHANGED, String(work.now))
      return { ok: true, value: names }
    },
  }
}

function changeProblem(
  fixed: FixedSettings,
  name: string,
  value: string | null,
): { ok: false; error: AppError } | null {
  if (!isSettingName(name)) return refuse('setting_unknown', 'there is no such setting', { name })
  const row = rowOf(name)
  if (fixed[name] !== undefined) {
    return refuse('setting_fixed', `${row.name} decides this`, { variable: row.name })
  }
  return value === null || row.takes(value)
    ? null
    : refuse('invalid_request', `${name} is ${row.type}`, { field: `body/${name}` })
}

/** Null where no host, or nobody to come from, is set. */
function mailOf(current: (name: SettingName) => string | null): MailSettings | null {
  const host = current('smtp_host')
  const from = current('smtp_from')
  if (host === null || from === null) return null
  const tls = current('smtp_tls')
  return {
    host,
    from,
    port: Number(current('smtp_port')),
    user: current('smtp_user'),
    password: current('smtp_password'),
    tls: tls === 'implicit' || tls === 'off' ? tls : 'required',
  }
}
