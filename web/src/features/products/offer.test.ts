import type { ProductDetail } from '@e-events/shared/contract/products.ts'
import { describe, expect, it } from 'vitest'
import { productDetail, sessionAt } from '../../testing/factories.ts'
import { focusSession, momentOf, offerOf } from './offer.ts'

const nowMs = Date.parse('2026-11-21T18:00:00Z')
const hour = 3_600_000

describe('momentOf', () => {
  it.each([
    ['live', { type: 'broadcast', onAir: true, sessions: [] }],
    ['onDemand', { type: 'vod', onAir: false, sessions: [] }],
    ['unscheduled', { type: 'broadcast', onAir: false, sessions: [] }],
    ['upcoming', { type: 'broadcast', onAir: false, sessions: [sessionAt(nowMs + hour)] }],
    ['between', { type: 'broadcast', onAir: false, sessions: [sessionAt(nowMs)] }],
    ['finished', { type: 'live', onAir: false, sessions: [sessionAt(nowMs - 5 * hour)] }],
    ['upcoming', { type: 'broadcast', onAir: false, sessions: [sessionAt(nowMs + 2 * hour), sessionAt(nowMs - 5 * hour)] }],
  ] as const)('is %s', (moment, product) => expect(momentOf({ ...product, sessions: [...product.sessions] }, nowMs)).toBe(moment))
})

describe('focusSession', () => {
  it('is the next one that has not ended, else the last', () => {
    const [past, next, later] = [sessionAt(nowMs - 5 * hour), sessionAt(nowMs + hour), sessionAt(nowMs + 9 * hour)]
    expect(focusSession([later, past, next], nowMs)).toBe(next)
    expect(focusSession([past], nowMs)).toBe(past)
    expect(focusSession([], nowMs)).toBeUndefined()
  })
})

describe('offerOf', () => {
  const visitor = { isLoggedIn: false }
  const account = { isLoggedIn: true }
  const offer = (product: Partial<ProductDetail>, who = account) => offerOf(productDetail(product), 'upcoming', who)

  it('never offers a purchase or a ticket outside the sale', () => {
    for (const saleState of ['not_open', 'ended', 'sold_out', 'unpublished'] as const)
      for (const plan of ['free', 'paid'] as const) expect(offer({ saleState, plan })).toEqual({ kind: 'closed', reason: saleState })
  })

  it('sends a visitor to the login before a free ticket', () => expect(offer({ plan: 'free' }, visitor)).toEqual({ kind: 'login' }))
  it('gives an account the free ticket', () => expect(offer({ plan: 'free' })).toEqual({ kind: 'get' }))
  it('never gives a paid ticket away', () => expect(offer({ plan: 'paid' })).toEqual({ kind: 'buy' }))
  it('lets the owner of a ticket in, even after the sale', () =>
    expect(offer({ owned: true, saleState: 'ended' })).toEqual({ kind: 'watch', label: 'waiting' }))

  it('lets every account read a free post, and nobody else what is behind a wall', () => {
    const post = { type: 'post', plan: 'free' } as const
    expect(offer(post)).toEqual({ kind: 'watch', label: 'read' })
    expect(offer(post, visitor)).toEqual({ kind: 'login' })
    expect(offer({ ...post, plan: 'paid' })).toEqual({ kind: 'buy' })
    expect(offer({ ...post, subscriptionOnly: true })).toEqual({ kind: 'get' })
    expect(offer({ ...post, saleState: 'unpublished' })).toEqual({ kind: 'closed', reason: 'unpublished' })
  })

  it('names what is behind the door', () => {
    const owned = productDetail({ owned: true, durationMs: 60_000 })
    expect(offerOf(owned, 'live', account)).toMatchObject({ label: 'live' })
    expect(offerOf(owned, 'onDemand', account)).toMatchObject({ label: 'video' })
    expect(offerOf(owned, 'finished', account)).toMatchObject({ label: 'replay' })
    expect(offerOf({ ...owned, durationMs: null }, 'finished', account)).toMatchObject({ label: 'player' })
    expect(offerOf({ ...owned, type: 'podcast' }, 'onDemand', account)).toMatchObject({ label: 'listen' })
  })
})
