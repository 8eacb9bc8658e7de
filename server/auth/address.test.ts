import { expect, test } from 'bun:test'
import { addressGroup, clientAddress } from './address.ts'

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

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, group) => expect(addressGroup(address)).toBe(group))
