import { type AppError, type Result, refuse } from '../../shared/errors.ts'
import { newUserId, type Random } from '../../shared/ids.ts'
import type { SetUp } from '../../shared/wire/identity.ts'
import type { AuditStore } from '../audit/store.ts'
import type { Visitor } from '../auth/principal.ts'
import { hashSecret, newSecret } from '../auth/secret.ts'
import type { Site } from '../auth/site.ts'
import type { Transactor, Work } from '../db/transact.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { LocalMachine } from '../machines/local.ts'
import { createNewPassword } from '../passwords/new-password.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { type Accounts, deviceProblem, type LetIn, plainHttpRefused } from './accounts.ts'
import type { SetUpStore } from './set-up-store.ts'
import type { UserRow, UserStore } from './user-store.ts'

export interface SetUpDeps {
  links: SetUpStore
  users: UserStore
  accounts: Accounts
  local: LocalMachine
  passwords: Passwords
  audit: AuditStore
  transact: Transactor
  site: Site
  random: Random
  limits: AuthorityLimits
}

export interface FirstAdmin {
  /** A fresh link as path and fragment, which burns the last; null once there is a user. */
  mint(): string | null
  setUp(visitor: Visitor, body: SetUp): Promise<Result<LetIn>>
}

const PREFIX = 'fu'

/** While nobody has an account, whoever has the newest set-up link makes theirs, and the machine beside it with it. */
export function createFirstAdmin(deps: SetUpDeps): FirstAdmin {
  const { links, users, transact, limits } = deps
  const newPassword = createNewPassword(deps)

  /** Why this link makes nobody, now. */
  const problem = (tokenHash: string, now: number): { ok: false; error: AppError } | null => {
    if (users.any()) return refuse('set_up_done', 'this authority has an account: sign in')
    return links.isUsable(tokenHash, now)
      ? null
      : refuse('code_unusable', 'this link was used, replaced or is too old: ask for a new one')
  }

  const makeAdmin = (work: Work, name: string, passwordHash: string, address: string): UserRow => {
    const createdAt = work.now
    const user = { id: newUserId(deps.random), name, admin: true, createdAt, passwordHash }
    users.insert(user)
    const { id } = user
    deps.audit.append({ at: createdAt, user: id, device: null, address, act: 'set_up', subject: id })
    deps.local.giveTo(work, id, address)
    return {
      ...user,
      disabledAt: null,
      passwordChangedAt: createdAt,
      machineLimit: null,
      email: null,
      pendingEmail: null,
    }
  }

  return {
    mint() {
      return transact(({ now }) => {
        if (users.any()) return null
        const token = newSecret(deps.random, PREFIX)
        links.insert({ tokenHash: hashSecret(token), createdAt: now, expiresAt: now + limits.setUpLinkMs })
        return `/set-up#${token}`
      })
    },
    async setUp({ address }, { token, name, password, device }) {
      if (!deps.site.allowsSignIn()) return plainHttpRefused()
      const tokenHash = hashSecret(token)
      const early = transact(({ now }) => problem(tokenHash, now)) ?? deviceProblem(device)
      if (early) return early
      const hashed = await newPassword('public', address, { name, password })
      if (!hashed.ok) return hashed
      return transact((work) => {
        // Another request with the same link may have been first while the password was hashed.
        const late = problem(tokenHash, work.now)
        if (late) return late
        links.use(tokenHash, work.now)
        const user = makeAdmin(work, name, hashed.value, address)
        return { ok: true, value: deps.accounts.letIn(work, user, device, address) }
      })
    },
  }
}
