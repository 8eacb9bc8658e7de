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
