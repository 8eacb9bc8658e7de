import type { Result } from '../../shared/errors.ts'
import type { ApiKey } from '../../shared/wire/account.ts'
import type { SetPassword } from '../../shared/wire/recovery.ts'
import { type Accounts, deviceProblem, type LetIn, plainHttpRefused } from '../accounts/accounts.ts'
import type { EndSignIns } from '../accounts/sign-ins.ts'
import type { Throttling } from '../accounts/throttling.ts'
import type { UserStore } from '../accounts/user-store.ts'
import type { AuditStore } from '../audit/store.ts'
import type { Visitor } from '../auth/principal.ts'
import type { Site } from '../auth/site.ts'
import type { Transactor } from '../db/transact.ts'
import { wireKey } from '../keys/keys.ts'
import type { ApiKeyStore } from '../keys/store.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { LetterBound } from '../mail/letter-bound.ts'
import type { Outbox } from '../mail/ports.ts'
import type { MailTokens } from '../mail/tokens.ts'
import { createNewPassword } from '../passwords/new-password.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { linkUnusable } from '../registration/registration.ts'

export interface RecoveryDeps {
  users: UserStore
  apiKeys: ApiKeyStore
  accounts: Pick<Accounts, 'letIn'>
  endSignIns: EndSignIns
  passwords: Passwords
  throttling: Pick<Throttling, 'forget'>
  letterBound: LetterBound
  mailTokens: MailTokens
  outbox: Pick<Outbox, 'put'>
  audit: AuditStore
  transact: Transactor
  site: Site
  limits: AuthorityLimits
}

/** Back into an account whose password is lost: through its verified address. */
export interface Recovery {
  /** The same answer and the same writes, whether anybody has this address or not. */
  forgot(email: string): { sent: true }
  /** Every sign-in ends; keys stay, and are told for a person to look at. */
  reset(visitor: Visitor, given: SetPassword): Promise<Result<LetIn & { keys: ApiKey[] }>>
}

export function createRecovery(deps: RecoveryDeps): Recovery {
  const { users, mailTokens, site, transact } = deps
  const newPassword = createNewPassword(deps)
  const usable = (token: string) =>
    transact((work) => {
      const row = mailTokens.read(work, 'reset', token)
      const user = row?.user ? users.get(row.user) : null
      return user?.disabledAt === null ? user : null
    })

  return {
    forgot(email) {
      // Past it nothing is sent and nobody is told: an answer would say which addresses were asked for.
      const allowed = deps.letterBound('reset', email)
      transact((work) => {
        const user = allowed ? users.byEmail(email) : null
        deps.outbox.put(work, { kind: 'reset', user: user?.id ?? null, subject: null })
      })
      return { sent: true }
    },
    async reset({ address }, { token, password, device }) {
      if (!site.allowsSignIn()) return plainHttpRefused()
      const early = usable(token)
      if (!early) return linkUnusable()
      const problem = deviceProblem(device)
      if (problem) return problem
      const hashed = await newPassword('public', address, { name: early.name, password })
      if (!hashed.ok) return hashed
      const done = transact((work) => {
        // Another request with the same link may have been first while the password was hashed.
        const row = mailTokens.read(work, 'reset', token)
        const user = row?.user ? users.get(row.user) : null
        if (user?.disabledAt !== null) return linkUnusable()
        const { id } = user
        mailTokens.burnAll(work, id)
        users.setPassword(id, hashed.value, work.now)
        // Whoever was in may have asked for another address, whose letter is still under way.
        users.setPendingEmail(id, null)
        const by = { user: id, device: null, address }
        deps.audit.append({ at: work.now, ...by, act: 'password_reset', subject: id })
        deps.endSignIns(work, id, {}, 'password_reset', by)
        if (user.email !== null) deps.outbox.put(work, { kind: 'password_changed', user: id, subject: null })
        const letIn = deps.accounts.letIn(work, users.get(id) ?? user, device, address)
        return { ok: true, value: { ...letIn, keys: deps.apiKeys.live(id).map(wireKey) } } as const
      })
      // What others guessed at the name keeps its holder out no longer.
      if (done.ok)
        deps.throttling.forget([early.name, ...(early.email === null ? [] : [early.email])], address)
      return done
    },
  }
}
