import { type Result, refuse } from '../../shared/errors.ts'
import type { AuthorityLimits } from '../limits.ts'
import type { Lane } from './lanes.ts'
import { passwordProblem } from './password-rules.ts'
import type { Passwords } from './passwords.ts'

/** The hash of what may become this account’s password; a weak one is refused before anything waits for a hash. */
export type NewPassword = (
  lane: Lane,
  address: string,
  given: { name: string; password: string },
) => Promise<Result<string>>

export function createNewPassword(deps: {
  passwords: Pick<Passwords, 'hash'>
  limits: Pick<AuthorityLimits, 'passwordLeast' | 'passwordMost'>
}): NewPassword {
  return async (lane, address, { name, password }) => {
    const weak = passwordProblem(password, name, deps.limits)
    if (weak !== null) return refuse('invalid_request', weak, { field: 'body/password' })
    return deps.passwords.hash(lane, address, password)
  }
}
