/**
 * The browser's cookie. Over https its name carries `__Host-`, so that nothing but this host could have set it. Browsers
 * drop such a cookie without Secure, and cookies reach every port of a host: over loopback http the name is the
 * authority's own, so that two of them on one host leave each other's alone.
 */
import { SECOND_MS } from '../../shared/time.ts'

export interface CookieRules {
  readonly name: string
  /** A `Set-Cookie` value. */
  give(secret: string): string
  take(): string
}

export function cookieRules(secure: boolean, issuer: string, lifeMs: number): CookieRules {
  const name = secure ? '__Host-fl' : `fl_${issuer.slice(issuer.indexOf('_') + 1).slice(0, 8)}`
  const line = (value: string, seconds: number): string =>
    [
      `${name}=${value}`,
      'Path=/',
      `Max-Age=${seconds}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(secure ? ['Secure'] : []),
    ].join('; ')
  return {
    name,
    give: (secret) => line(secret, Math.floor(lifeMs / SECOND_MS)),
    take: () => line('', 0),
  }
}
