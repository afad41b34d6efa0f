import { expect, test } from 'vitest'
import { networkKey, visitorKey } from './client-network.ts'

// Providers usually give a customer one IPv4 address or one IPv6 /64 network.
test('addresses are grouped as providers give them out', () => {
  expect(visitorKey('203.0.113.9')).toBe('203.0.113.9')
  expect(visitorKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkKey('203.0.113.9')).toBe('203.0.113.0/24')
  expect(networkKey('::ffff:203.0.113.9')).toBe('203.0.113.0/24')
  expect(visitorKey('2001:db8:0:1::5')).toBe('2001:db8:0:1::/64')
  expect(visitorKey('2001:0db8::1:2:3:4:5')).toBe('2001:db8:0:1::/64')
  expect(networkKey('2001:db8:77:1::5')).toBe('2001:db8:77::/48')
  expect(visitorKey('::1')).toBe('0:0:0:0::/64')
  expect(visitorKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})
