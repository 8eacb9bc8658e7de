/**
 * The one place where a string becomes an address that a person can follow. What is dangerous or unclear is refused,
 * never repaired: it stays text.
 */
const SCHEMES = new Set(['http:', 'https:', 'mailto:'])
const ODD = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\p{DI}]/u

export interface GatedLink {
  href: string
  /** The host a press goes to; empty for mail. */
  host: string
}

/** The link, or null: another scheme, a relative address, hidden characters, or a name before the host. */
export function gateLink(text: string): GatedLink | null {
  if (ODD.test(text) || !/^[a-z]+:/i.test(text)) return null
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null // Not an address.
  }
  if (!SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return null
  return { href: url.href, host: url.host }
}
