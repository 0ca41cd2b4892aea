import type { SfuClaims } from '@e-events/shared/node/tokens.ts'
import { describe, expect, it } from 'vitest'
import { createHouse } from '../testing/house.ts'
import { createAccessWatch } from './access-watch.ts'

const minutes = (count: number) => count * 60_000
type Person = 'viewer' | 'publisher'

function people() {
  const house = createHouse()
  const access = createAccessWatch(house.clock)
  async function enter(role: Person, more: Partial<SfuClaims> = {}) {
    const client = await house.join(role)
    const claims: SfuClaims = {
      sub: client.peer.accountId,
      role,
      broadcastId: house.room,
      productId: 'product-1',
      sessionId: `device of ${client.peer.accountId}`,
      leaseId: `lease of ${client.peer.accountId}`,
      accessUntilMs: house.clock.nowMs() + minutes(15),
      jti: client.peer.id,
      ...more,
    }
    return { client, claims, held: access.hold(claims, client.peer, client.end) }
  }
  return { house, access, enter }
}

describe('access to a room', () => {
  it('ends with the grant, after a fresh one was asked for: told why, and off the air', async () => {
    const { house, enter } = people()
    const { client } = await enter('viewer')
    await house.clock.advance(minutes(9))
    expect(client.methods()).not.toContain('renewalDue')
    await house.clock.advance(minutes(2))
    expect(client.methods()).toContain('renewalDue')
    await house.clock.advance(minutes(4))
    expect(client.notifications.at(-1)).toEqual({ method: 'reconnect', data: { reason: 'revoked' } })
    expect([client.connected, house.rooms.peerCount]).toEqual([false, 0])
  })

  it('goes on with a fresh grant, and is not asked again before that one is old', async () => {
    const { house, enter } = people()
    const { client, claims, held } = await enter('viewer')
    await house.clock.advance(minutes(14))
    const asked = client.methods().length
    expect(held.renew({ ...claims, accessUntilMs: house.clock.nowMs() + minutes(15) })).toBe(house.clock.nowMs() + minutes(15))
    await house.clock.advance(minutes(9))
    expect(client.connected).toBe(true)
    expect(client.methods()).toHaveLength(asked)
    await house.clock.advance(minutes(6))
    expect(client.connected).toBe(false)
  })

  it('is not prolonged by the grant of another account, role or room', async () => {
    const { enter } = people()
    const { claims, held } = await enter('viewer')
    for (const other of [{ sub: 'another' }, { role: 'publisher' as const }, { broadcastId: 'another' }])
      expect(() => held.renew({ ...claims, ...other })).toThrow('SIGNAL_TOKEN_INVALID')
  })

  it.each<[string, (person: { sub: string; sessionId?: string | undefined; leaseId?: string | undefined }) => string, Person[]]>([
    ['of an account', ({ sub }) => `${sub}:`, ['viewer', 'publisher']],
    ['of a device', ({ sessionId }) => `session:${sessionId}`, ['viewer', 'publisher']],
    ['of a playback lease that was taken over', ({ leaseId }) => `lease:${leaseId}`, ['viewer', 'publisher']],
    ['of a ticket', ({ sub }) => `${sub}:product-1`, ['viewer']],
  ])('ends with a revocation %s, for nobody else', async (_, entry, ended) => {
    for (const role of ['viewer', 'publisher'] as const) {
      const { access, enter } = people()
      const [one, other] = [await enter(role), await enter(role === 'viewer' ? 'publisher' : 'viewer')]
      const revoked = entry(one.claims)
      access.revoke(({ userId, productId, sessionId, leaseId }) =>
        [`${userId}:${productId}`, `${userId}:`, `session:${sessionId}`, `lease:${leaseId}`].some((known) => known === revoked),
      )
      expect(one.client.connected).toBe(!ended.includes(role))
      expect(other.client.connected).toBe(true)
    }
  })

  it('of a service has no end', async () => {
    const { house, access } = people()
    const service = await house.join('egress')
    access.hold({ sub: 'transcoder-1', role: 'egress', broadcastId: house.room, jti: 'x' }, service.peer, service.end)
    access.revoke(() => true)
    await house.clock.advance(minutes(20))
    expect(service.connected).toBe(true)
  })

  it('asks for no more than a token to be prolonged', async () => {
    const { enter } = people()
    const { client } = await enter('publisher')
    expect(await client.ask('renew', { token: 'fresh' })).toEqual({ untilMs: null })
    expect(client.renewals).toEqual(['fresh'])
  })
})
