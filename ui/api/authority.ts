/** The authority's API, typed by itself, on this page's own origin. */
import { treaty } from '@elysiajs/eden'
import type { AuthorityApp } from '../../server/app.ts'
import { AppError, type ErrorCode, type Result } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time.ts'
import { within } from '../../shared/within.ts'
import type { UiLimits } from '../limits.ts'
import { unwrap } from './unwrap.ts'

export type AuthorityApi = ReturnType<typeof authorityAt>

export const authorityAt = (origin: string, fetcher: typeof fetch) =>
  treaty<AuthorityApp>(origin, { fetcher, parseDate: false, fetch: { credentials: 'same-origin' } })

/** What ends a sign-in, and nothing else does. Said by the authority on its own origin only. */
const SIGNED_OUT: ReadonlySet<ErrorCode> = new Set([
  'session_expired',
  'session_revoked',
  'user_disabled',
  'user_deleted',
  'device_revoked',
  'api_key_revoked',
])

export const endsSignIn = (code: ErrorCode): boolean => SIGNED_OUT.has(code)

export interface Authority {
  readonly api: AuthorityApi
  /** One request. A refusal that ends the sign-in is told to `signedOut` as well. */
  ask<T>(call: (api: AuthorityApi) => Parameters<typeof unwrap<T>>[0]): Promise<Result<T>>
  /** Another sign-in began: what is still said of the one before no longer counts. */
  renewed(): void
}

export interface AuthorityDeps {
  origin: string
  fetcher: typeof fetch
  signedOut(code: ErrorCode): void
  clock: Clock
  limits: Pick<UiLimits, 'authorityMs'>
}

export function createAuthority(deps: AuthorityDeps): Authority {
  const api = authorityAt(deps.origin, deps.fetcher)
  let signIn = 0
  return {
    api,
    async ask(call) {
      const asked = signIn
      const answered = unwrap(call(api), 'authority_unreachable')
      const answer = (await within(deps.clock, deps.limits.authorityMs, answered)) ?? late()
      if (!answer.ok && asked === signIn && endsSignIn(answer.error.code)) deps.signedOut(answer.error.code)
      return answer
    },
    renewed() {
      signIn++
    },
  }
}

const late = (): { ok: false; error: AppError } => ({
  ok: false,
  error: new AppError('authority_unreachable', 'the authority did not answer in time'),
})
