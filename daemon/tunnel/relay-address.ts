/** Where the relay's doors are. */
export interface RelayAddress {
  /** As it is dialled: what the tunnel's proof names. */
  host: string
  tunnel: string
  accept: string
}

const SCHEMES: Record<string, string> = { 'ws:': 'ws:', 'wss:': 'wss:', 'http:': 'ws:', 'https:': 'wss:' }

/** Null: it is none. That costs reachability, never the daemon. */
export function relayAddress(url: string): RelayAddress | null {
  const given = URL.canParse(url) ? new URL(url) : null
  const scheme = given && SCHEMES[given.protocol]
  if (!given || scheme === undefined || given.host === '' || given.username !== '' || given.password !== '') {
    return null
  }
  const door = (name: string): string => `${scheme}//${given.host}/relay/${name}`
  return { host: given.host, tunnel: door('tunnel'), accept: door('accept') }
}
