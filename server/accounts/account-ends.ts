import { type AppError, refuse } from '../../shared/errors.ts'
import type { UserDeleted } from '../../shared/wire/admin.ts'
import type { AuditAct } from '../../shared/wire/audit.ts'
import type { AuditStore } from '../audit/store.ts'
import { doneBy, type SignedInUser } from '../auth/principal.ts'
import type { Work } from '../db/transact.ts'
import type { DeviceStore } from '../devices/store.ts'
import type { ApiKeyStore } from '../keys/store.ts'
import type { MachineEnds } from '../machines/machine-ends.ts'
import type { MailTokens } from '../mail/tokens.ts'
import type { Revoke } from '../revocations/revoke.ts'
import type { EndSignIns } from './sign-ins.ts'
import type { UserRow, UserStore } from './user-store.ts'

export interface AccountEndDeps {
  users: UserStore
  devices: Pick<DeviceStore, 'list' | 'retire'>
  apiKeys: Pick<ApiKeyStore, 'live' | 'revoke'>
  machineEnds: MachineEnds
  endSignIns: EndSignIns
  mailTokens: Pick<MailTokens, 'burnAll'>
  revoke: Revoke
  audit: Pick<AuditStore, 'append'>
}

/**
 * What an admin may do to an account. Disabling takes everything away and can be taken back without anybody going to a
 * machine; deleting cannot. Neither leaves the authority with nobody who runs it.
 */
export interface AccountEnds {
  /** Why nobody takes this account’s rights from it: it is one’s own, or the last that could undo it. Asked first. */
  kept(who: SignedInUser, user: UserRow): Refused | null
  disable(work: Work, who: SignedInUser, id: string): void
  enable(work: Work, who: SignedInUser, id: string): void
  setAdmin(work: Work, who: SignedInUser, id: string, admin: boolean): void
  delete(work: Work, who: SignedInUser, id: string): UserDeleted
}

type Refused = { ok: false; error: AppError }

export function createAccountEnds(deps: AccountEndDeps): AccountEnds {
  const { users, machineEnds } = deps

  const audit = (work: Work, who: SignedInUser, act: AuditAct, subject: string): void =>
    deps.audit.append({ at: work.now, ...doneBy(who), act, subject })

  return {
    kept(who, user) {
      if (user.id === who.user.id) return refuse('own_account', 'not your own: ask another admin')
      return user.admin && user.disabledAt === null && users.enabledAdmins() <= 1
        ? refuse('last_admin', 'nobody would be left who runs this authority')
        : null
    },
    disable(work, who, id) {
      if (users.get(id)?.disabledAt !== null) return
      users.setDisabled(id, work.now)
      machineEnds.burnCodesOf(work, id, 'user_disabled')
      // Whatever they reach, and whoever reaches what is theirs. Their sign-ins stay, for when they are let in again.
      deps.revoke.lost(work, { user: id })
      machineEnds.lookAgain(work, id)
      audit(work, who, 'user_disabled', id)
    },
    enable(work, who, id) {
      if (users.get(id)?.disabledAt === null) return
      users.setDisabled(id, null)
      machineEnds.lookAgain(work, id)
      audit(work, who, 'user_enabled', id)
    },
    setAdmin(work, who, id, admin) {
      if (users.get(id)?.admin === admin) return
      users.setAdmin(id, admin)
      audit(work, who, admin ? 'admin_given' : 'admin_taken', id)
    },
    delete(work, who, id) {
      // Before the grants go: they say which machines have to hear of it.
      deps.revoke.lost(work, { user: id })
      const machinesRevoked = machineEnds.releaseAll(work, id, doneBy(who))
      deps.endSignIns(work, id, {}, 'user_deleted', doneBy(who))
      for (const key of deps.apiKeys.live(id)) deps.apiKeys.revoke(key.id, id, work.now)
      for (const device of deps.devices.list(id)) deps.devices.retire(device.id, id, work.now)
      deps.mailTokens.burnAll(work, id)
      users.remove(id, work.now)
      audit(work, who, 'user_deleted', id)
      return { deleted: id, machinesRevoked }
    },
  }
}
