import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d{1,5})?$/i
/** Pages, whatever their origin, reach loopback ports too: these rules keep them out before anything is looked at. */
export type Admission = { ok: true } | { ok: false; error: AppError }

/**
 * A request on the loopback port: the Host must be loopback (a rebound name is not), an Origin must be our own, and
 * the shared secret must be there. `url` is the daemon's own.
 */
export function checkLoopback(request: Request, secret: string, url: string): Admission {
  const host = request.headers.get('host') ?? ''
  if (!LOOPBACK.test(host)) return refused('invalid_host', 'this address is not the daemon’s')
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== url)
    return refused('origin_refused', 'another page may not ask the daemon')
  const given = request.headers.get('authorization') ?? ''
  if (!sameText(given, `Bearer ${secret}`))
    return refused('unauthenticated', 'the daemon’s secret is missing or wrong')
  return { ok: true }
}

const refused = (
  code: 'invalid_host' | 'origin_refused' | 'unauthenticated',
  message: string,
): Admission => ({
  ok: false,
  error: new AppError(code, message),
})

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
