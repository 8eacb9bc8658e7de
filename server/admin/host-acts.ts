import { type Result, refuse } from '../../shared/errors.ts'
import type { HostAct, HostAnswer } from '../../shared/wire/host-act.ts'
import type { FirstAdmin } from '../accounts/set-up.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import type { Site } from '../auth/site.ts'
import type { Transactor } from '../db/transact.ts'
import type { MailTokens } from '../mail/tokens.ts'
import type { AdminUsers } from './users.ts'

export interface HostActDeps {
  users: UserStore
  adminUsers: Pick<AdminUsers, 'list'>
  firstAdmin: Pick<FirstAdmin, 'mint'>
  mailTokens: Pick<MailTokens, 'mint'>
  audit: AuditStore
  site: Pick<Site, 'origin'>
  transact: Transactor
}

/**
 * What whoever can read the authority’s own directory does without a password: they could sign for everybody as it is.
 * It is how people get back in where no letters are sent.
 */
export type HostActs = (act: HostAct) => Result<HostAnswer>

export function createHostActs(deps: HostActDeps): HostActs {
  const { users, transact } = deps

  const reset = (name: string): Result<HostAnswer> =>
    transact((work) => {
      const user = users.byName(name)
      if (!user) return refuse('user_not_found', 'nobody has this name')
      if (user.disabledAt !== null) {
        return refuse('user_disabled', 'this account is disabled: an admin enables it first')
      }
      const { id } = user
      // Who was invited and has not come sets a first password: there is none to set anew.
      const kind = user.passwordHash === null ? 'invite' : 'reset'
      const by = { at: work.now, user: null, device: null, address: null }
      deps.audit.append({ ...by, act: 'recovery_on_host', subject: id })
      return { ok: true, value: { link: deps.mailTokens.mint(work, kind, { user: id, subject: null }) } }
    })

  const setUpLink = (): Result<HostAnswer> => {
    const path = deps.firstAdmin.mint()
    return path === null
      ? refuse('set_up_done', 'this authority has an account: sign in, or use fairlead admin reset NAME')
      : { ok: true, value: { setUpLink: `${deps.site.origin()}${path}` } }
  }

  return (act) => {
    switch (act.act) {
      case 'reset':
        return reset(act.name)
      case 'setup-link':
        return setUpLink()
      case 'users':
        return { ok: true, value: { users: deps.adminUsers.list() } }
    }
  }
}
