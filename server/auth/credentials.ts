import { isSecret } from './secret.ts'

/** What a sign-in's token begins with. */
export const SIGN_IN_PREFIX = 'fs'
/** And a key of a script. */
export const API_KEY_PREFIX = 'fk'

export type Credentials =
  | { kind: 'none' }
  /** Never a fall-through to a cookie that is there as well. */
  | { kind: 'malformed' }
  | { kind: 'token'; via: 'cookie' | 'bearer'; secret: string }
  /** Only as a bearer: no browser keeps one for us. */
  | { kind: 'key'; secret: string }

/** The Authorization header where there is one, else our cookie. */
export function credentialsOf(request: Request, cookieName: string): Credentials {
  const header = request.headers.get('authorization')
  if (header !== null) {
    const secret = /^Bearer ([!-~]+)$/i.exec(header)?.[1] ?? ''
    if (isSecret(secret, API_KEY_PREFIX)) return { kind: 'key', secret }
    return isSecret(secret, SIGN_IN_PREFIX) ? { kind: 'token', via: 'bearer', secret } : { kind: 'malformed' }
  }
  const secret = cookieOf(request.headers.get('cookie') ?? '', cookieName)
  if (secret === null) return { kind: 'none' }
  return isSecret(secret, SIGN_IN_PREFIX) ? { kind: 'token', via: 'cookie', secret } : { kind: 'malformed' }
}

function cookieOf(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
