/** Who else may use a machine, and what is on record of it: asked of the authority. */
import type { Result } from '../../shared/errors.ts'
import type { AuditPage, CircuitPage, PageQuery } from '../../shared/wire/audit.ts'
import type { Grant, Person } from '../../shared/wire/grant.ts'
import type { Scope } from '../../shared/wire/identity.ts'
import type { Authority } from '../api/authority.ts'
import { segment } from '../api/daemon.ts'
import type { FreshActs } from './fresh-acts.ts'

export interface Sharing {
  /** Whom an id stands for. */
  person(id: string): Promise<Result<Person>>
  grants(): Promise<Result<Grant[]>>
  /** Gives, or changes what was given; may ask for the password. */
  give(user: string, scopes: readonly Scope[]): Promise<Result<Grant>>
  end(user: string): Promise<Result<unknown>>
  leave(): Promise<Result<unknown>>
  acts(page: PageQuery): Promise<Result<AuditPage>>
  circuits(page: PageQuery): Promise<Result<CircuitPage>>
}

export function createSharing(
  { authority, fresh }: { authority: Authority; fresh: FreshActs },
  machine: string,
): Sharing {
  const at = authority.api.v1.machines({ machine: segment(machine) })
  const grantOf = (user: string) => at.grants({ user: segment(user) })
  return {
    person: (id) => authority.ask((api) => api.v1.users({ user: segment(id) }).get()),
    async grants() {
      const asked = await authority.ask(() => at.grants.get())
      return asked.ok ? { ok: true, value: asked.value.grants } : asked
    },
    give: (user, scopes) => fresh.run(() => authority.ask(() => grantOf(user).put({ scopes: [...scopes] }))),
    end: (user) => authority.ask(() => grantOf(user).delete()),
    leave: () => authority.ask(() => at.grant.delete()),
    acts: (query) => authority.ask(() => at.audit.get({ query })),
    circuits: (query) => authority.ask(() => at.circuits.get({ query })),
  }
}
