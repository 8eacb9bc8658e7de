import type { AuthorityLimits } from '../limits.ts'

/** What is tried first by whoever guesses, of those that are long enough. */
const blocked = new Set([
  '123456789012',
  '1234567890123',
  '12345678901234',
  '123456789abc',
  '1q2w3e4r5t6y',
  'abcdefghijkl',
  'administrator',
  'changemeplease',
  'correcthorsebatterystaple',
  'iloveyou1234',
  'letmeinplease',
  'passwordpassword',
  'password1234',
  'password12345',
  'password123456',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiopas',
  'qwertyuiopasdfghjkl',
])

/** Why this may not become somebody's password, as a sentence; null where it may. */
export function passwordProblem(
  password: string,
  name: string,
  limits: Pick<AuthorityLimits, 'passwordLeast' | 'passwordMost'>,
): string | null {
  const { passwordLeast: least, passwordMost: most } = limits
  const length = [...password].length
  if (length < least || length > most) return `a password has ${least} to ${most} characters`
  const folded = password.toLowerCase()
  if (blocked.has(folded) || new Set(folded).size < 4)
    return 'this password is among the first that are guessed'
  return folded.includes(name.toLowerCase()) && name.length > length / 2
    ? 'a password is not one’s name'
    : null
}
