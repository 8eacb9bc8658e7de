import { expect, test } from 'bun:test'
import { addressGroup } from './address-group.ts'

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

test('one subscriber counts as one, however their addresses are written', () => {
  expect(addressGroup('2001:db8:0:1::7')).toBe(addressGroup('2001:0db8:0000:0001:ffff::1'))
  expect(addressGroup('2001:db8:0:1::7')).not.toBe(addressGroup('2001:db8:0:2::7'))
  expect(addressGroup('::1')).toBe(addressGroup('0:0:0:0:0:0:0:1'))
  expect(addressGroup('fe80::1%eth0')).toBe(addressGroup('fe80::2'))
})
