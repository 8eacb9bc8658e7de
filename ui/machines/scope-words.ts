import { ALL_SCOPES, type Scope } from '../../shared/wire/identity.ts'
import { type MessageKey, t } from '../locale/t.ts'

const SHORT = {
  'session:read': 'share.read_short',
  'session:write': 'share.write_short',
  'machine:admin': 'share.admin_short',
} as const satisfies Record<Scope, MessageKey>

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** In a sentence after “may”: “see sessions and work in it”. */
export const scopeWords = (scopes: readonly Scope[]): string =>
  list.format(ALL_SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => t(SHORT[scope])))

/** Whoever does anything on a machine sees its sessions too, and whoever does not sees nothing else. */
export function withScope(scopes: readonly Scope[], scope: Scope, on: boolean): Scope[] {
  if (!on) return scope === 'session:read' ? [] : scopes.filter((one) => one !== scope)
  return ALL_SCOPES.filter((one) => one === scope || one === 'session:read' || scopes.includes(one))
}
