import type { SignedIn } from '../../shared/wire/identity.ts'
import type { CookieRules } from '../auth/cookie.ts'
import type { LetIn } from './accounts.ts'

type Headers = Record<string, string | number>

/** A browser gets its cookie, a client that holds none its token. */
export function handOver(
  cookies: CookieRules,
  cli: boolean,
  headers: Headers,
  { body, secret }: LetIn,
): SignedIn {
  if (!cli) headers['set-cookie'] = cookies.give(secret)
  return { ...body, token: cli ? secret : null }
}
