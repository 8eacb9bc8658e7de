import { isIP } from 'node:net'

/**
 * Where a request comes from. Each proxy appends whom it heard it from, so with `hops` of them in front the client is so
 * many from the end; everything before that is the client's own words.
 */
export function clientAddress(socket: string, forwardedFor: string | null, hops: number): string {
  if (hops === 0 || forwardedFor === null) return socket
  const told = forwardedFor.split(',').map((part) => part.trim())
  const client = told.at(-hops)
  return client !== undefined && isIP(client) !== 0 ? client : socket
}

const IPV4_IN_6 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/** What counts as one place: an IPv4 address, or the /64 that one IPv6 subscriber has. */
export function addressGroup(address: string): string {
  const mapped = IPV4_IN_6.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (isIP(address) !== 6) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = groupsOf(head)
  const right = tail === undefined ? [] : groupsOf(tail)
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const all = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right]
  return `${all.slice(0, 4).join(':')}::/64`
}

/** Without leading zeros, in lower case; a dotted tail is two groups. */
function groupsOf(text: string): string[] {
  if (text === '') return []
  return text
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]))
}
