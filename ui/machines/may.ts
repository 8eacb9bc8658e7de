import type { Scope } from '../../shared/wire/identity.ts'
import type { Machine } from '../../shared/wire/machine.ts'

/** What this account may do on a machine now. While commands from elsewhere are off it may only read. */
export const may = ({ scopes, remoteChat }: Pick<Machine, 'scopes' | 'remoteChat'>, scope: Scope): boolean =>
  scopes.includes(scope) && (remoteChat || scope === 'session:read')
