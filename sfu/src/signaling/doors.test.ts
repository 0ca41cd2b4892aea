import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { callerAddress, originAllowed } from './doors.ts'

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
