import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { callerAddress, originAllowed } from './doors.ts'
import { createKeyedBuckets, TokenBucket } from './token-bucket.ts'

describe('the origin of a page', () => {
  const allowed = ['app://studio', 'https://tickets.example.org']
  it.each<[boolean, string | undefined, Record<string, string>]>([
    [false, 'https://evil.example', { host: 'media.example.org' }],
    [false, 'https://media.example.org.evil.example', { host: 'media.example.org' }],
    [false, 'null', { host: 'media.example.org' }],
    [false, 'chrome-extension://media.example.org', { host: 'media.example.org' }],
    [false, 'http://localhost:9000', { host: 'localhost:8080' }],
    [true, undefined, { host: 'media.example.org' }],
    [true, 'https://media.example.org', { host: 'media.example.org' }],
    [true, 'https://e-events.example', { host: 'sfu:4100', 'x-forwarded-host': 'e-events.example' }],
    [true, 'app://studio', { host: 'media.example.org' }],
    [true, 'https://tickets.example.org', { host: 'media.example.org' }],
  ])('%j: %s for %j', (expected, origin, headers) => {
    expect(originAllowed({ ...headers, ...(origin === undefined ? {} : { origin }) }, allowed)).toBe(expected)
  })
})

describe('the address of a caller', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

  it.each<[string, string, string | undefined, boolean, string]>([
    ['is not what a stranger claims', '198.51.100.7', '1.2.3.4', false, '198.51.100.7'],
    ['is what our own gateway says', '127.0.0.1', '203.0.113.9', false, '203.0.113.9'],
    ['is the nearest hop, not what the client put before it', '127.0.0.1', '6.6.6.6, 203.0.113.9', false, '203.0.113.9'],
    ['is what a trusted proxy says', '10.0.0.2', '203.0.113.9', true, '203.0.113.9'],
    ['is the socket without a header', '127.0.0.1', undefined, true, '127.0.0.1'],
  ])('%s', (...[, remote, forwarded, trust, expected]) => {
    expect(callerAddress(request(remote, forwarded), trust)).toBe(expected)
  })
})

describe('a token bucket', () => {
  it('lets a burst through, then the rate, and never more', () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 20 }, 0)
    const taken = (nowMs: number, times: number) => Array.from({ length: times }, () => bucket.take(nowMs)).filter(Boolean).length
    expect(taken(0, 1_000)).toBe(20)
    expect(taken(1_000, 1_000)).toBe(10)
    expect(taken(60_000, 1_000)).toBe(20)
  })

  it('counts per key', () => {
    const buckets = createKeyedBuckets({ perSecond: 1, burst: 1 })
    expect([buckets.take('a', 0), buckets.take('a', 0), buckets.take('b', 0)]).toEqual([true, false, true])
  })
})
