import { expect, test } from 'bun:test'
import { clientAddress } from './address.ts'

test.each([
  ['10.0.0.1', '192.0.2.7', 0, '10.0.0.1'],
  ['10.0.0.1', null, 1, '10.0.0.1'],
  ['10.0.0.1', '192.0.2.7', 1, '192.0.2.7'],
  ['10.0.0.1', 'forged, 192.0.2.7', 1, '192.0.2.7'],
  ['10.0.0.1', '198.51.100.1, 192.0.2.7, 10.0.0.2', 2, '192.0.2.7'],
  ['10.0.0.1', '192.0.2.7', 2, '10.0.0.1'],
  ['10.0.0.1', 'no address', 1, '10.0.0.1'],
])('socket %s, forwarded for %s, %i hops: the client is %s', (socket, forwarded, hops, client) => {
  expect(clientAddress(socket, forwarded, hops)).toBe(client)
})
