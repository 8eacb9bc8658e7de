import { isLoopback } from '../../../shared/config/values.ts'
import { PAIRING_PATTERN } from '../../../shared/wire/lock.ts'
import { usageError } from '../cli-error.ts'
import { readRunFile } from '../run-file.ts'
import { accountFile } from './account.ts'

/** The origin in an address; https, except on this host. */
export function originOf(text: string): string {
  const url = URL.parse(text)
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
  if (!url || !isSafe)
    throw usageError('an authority’s address is https://…, or http://127.0.0.1:… on this host')
  return url.origin
}

/** As given, else the authority of this home, else the one last signed in at. */
export function authorityOf(home: string, given: string | undefined): string {
  if (given !== undefined) return originOf(given)
  const run = readRunFile(home)
  if (run && run.url !== run.daemonUrl) return originOf(run.url)
  const account = accountFile(home).read()
  if (account) return account.origin
  throw usageError('--url is needed: the address of your authority')
}

export interface SetUpLink {
  origin: string
  token: string
  /** What the machine beside the authority knows, and the authority does not. */
  pairing: string | null
}

const LINK = new RegExp(`^(fu_[0-9a-z]{20,60})(?:\\.(${PAIRING_PATTERN.slice(1, -1)}))?$`)

/** `https://authority/set-up#TOKEN.PAIRING`. */
export function readSetUpLink(text: string): SetUpLink {
  const found = LINK.exec(URL.parse(text)?.hash.slice(1) ?? '')
  const token = found?.[1]
  if (token === undefined) throw usageError('this is no set-up link; fairlead up prints one')
  return { origin: originOf(text), token, pairing: found?.[2] ?? null }
}
