import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInside } from '../../../adapters/outside.ts'
import { createOutgoingFetch } from './outgoing.ts'

let server: Server
let port: number
let knocks = 0
beforeAll(async () => {
  server = createServer((_, reply) => void reply.end('{"issuer":"x"}')).on('connection', () => void (knocks += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

describe('what a provider is asked', () => {
  it.each(['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '0.0.0.0'])(
    'in production reaches nothing of our own network: %s',
    async (host) => {
      const before = knocks
      await expect(createOutgoingFetch({ production: true })(`http://${host}:${port}/`)).rejects.toMatchObject({ fault: 'unreachable' })
      expect(knocks).toBe(before)
    },
  )

  it('on a machine for trials may be a provider beside it', async () => {
    const reply = await createOutgoingFetch({ production: false })(`http://localhost:${port}/`)
    expect([reply.status, await reply.json()]).toEqual([200, { issuer: 'x' }])
    expect(knocks).toBe(1)
  })

  it.each([
    ['169.254.169.254', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['172.32.0.1', false],
    ['192.168.1.1', true],
    ['100.64.0.1', true],
    ['224.0.0.1', true],
    ['8.8.8.8', false],
    ['::1', true],
    ['fd00::1', true],
    ['fe80::1', true],
    ['::ffff:10.0.0.1', true],
    ['::ffff:8.8.8.8', false],
    ['2606:4700::1111', false],
  ])('%s is inside: %s', (address, expected) => expect(isInside(address)).toBe(expected))
})
