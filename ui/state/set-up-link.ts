/**
 * The set-up link: `/set-up#TOKEN`, or `/set-up#TOKEN.PAIRING` where a machine stands beside the authority. What is in
 * a fragment was never sent; it leaves the address at once, so that neither history nor a shared screen keeps it.
 */
import { PAIRING_PATTERN } from '../../shared/wire/lock.ts'

export interface SetUpLink {
  token: string
  /** 128 bits, base64url, that the machine knows and the authority does not. */
  pairing: string | null
}

const TOKEN = /^fu_[0-9a-z]{20,60}$/
const PAIRING = new RegExp(PAIRING_PATTERN)

/** Null: the page was not opened by one. Then nothing is changed. */
export function takeSetUpLink(page: Pick<Window, 'location' | 'history'>): SetUpLink | null {
  if (page.location.pathname !== '/set-up') return null
  const [token = '', pairing, ...rest] = page.location.hash.slice(1).split('.')
  page.history.replaceState(null, '', '/')
  if (!TOKEN.test(token) || rest.length > 0) return null
  return { token, pairing: pairing !== undefined && PAIRING.test(pairing) ? pairing : null }
}
