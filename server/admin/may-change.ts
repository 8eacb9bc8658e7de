import { type Result, refuse } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import type { SignInStore } from '../accounts/sign-in-store.ts'
import type { UserStore } from '../accounts/user-store.ts'
import { needFresh } from '../auth/fresh.ts'
import type { SignedInUser } from '../auth/principal.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { Rates } from '../throttle/rates.ts'

/** Whatever an admin changes outlives their sign-in, so the password was given just now; and not too often. */
export type MayChange = (who: SignedInUser) => Result<null>

export interface MayChangeDeps {
  users: UserStore
  signIns: SignInStore
  rates: Rates
  clock: Clock
  limits: AuthorityLimits
}

/** Asked in the same turn as the act. The body came after they were admitted, and took as long as they liked. */
export const createMayChange =
  ({ users, signIns, rates, clock, limits }: MayChangeDeps): MayChange =>
  (who) => {
    const { id } = who.user
    const now = users.get(id)
    const isStill = now?.admin === true && now.disabledAt === null
    if (!isStill || signIns.get(who.signIn.id, id)?.endedAt !== null) {
      return refuse('forbidden', 'only who runs this authority may do this')
    }
    const allowed = rates('admin', id)
    return allowed.ok ? needFresh(who, clock.now(), limits) : allowed
  }
