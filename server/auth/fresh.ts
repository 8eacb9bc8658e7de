import { type Result, refuse } from '../../shared/errors.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { SignedInUser } from './principal.ts'

/** For what outlives a sign-in: the password was given a short while ago, or `fresh_sign_in_required`. */
export const isFresh = (
  { signIn }: Pick<SignedInUser, 'signIn'>,
  now: number,
  limits: Pick<AuthorityLimits, 'freshMs'>,
): boolean => now - signIn.freshAt < limits.freshMs

export const needFresh = (
  who: Pick<SignedInUser, 'signIn'>,
  now: number,
  limits: Pick<AuthorityLimits, 'freshMs'>,
): Result<null> =>
  isFresh(who, now, limits)
    ? { ok: true, value: null }
    : refuse('fresh_sign_in_required', 'give the password again first')
