import { describe, expect, it } from 'vitest'
import { networkOf } from './client-network.ts'

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', 64, '203.0.113.7'],
    ['::ffff:203.0.113.7', 64, '203.0.113.7'],
    ['::ffff:cb00:7107', 64, '203.0.113.7'],
    ['2001:db8:1:1::7', 64, '2001:db8:1:1::/64'],
    ['2001:DB8:1:1:ffff:ffff:ffff:ffff', 64, '2001:db8:1:1::/64'],
    ['2001:0db8:0001:0001:0:0:0:1', 64, '2001:db8:1:1::/64'],
    ['2001:db8:1:12ff::7', 56, '2001:db8:1:1200::/56'],
    ['2001:db8::7', 64, '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 64, 'fe80:0:0:0::/64'],
    ['::1', 64, '0:0:0:0::/64'],
    ['', 64, ''],
    ['unknown', 64, 'unknown'],
  ] as const)('of %j to %i bits is %j', (address, bits, network) => {
    expect(networkOf(address, bits)).toBe(network)
  })
})
