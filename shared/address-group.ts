/** What counts as one place on the network; for the Bun parts only. */
import { isIP } from 'node:net'

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
