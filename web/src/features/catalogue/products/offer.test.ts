import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { describe, expect, it } from 'vitest'
import { eventOf, productDetail } from '../../../testing/factories.ts'
import { offerOf } from './offer.ts'

describe('offerOf', () => {
  const visitor = { isLoggedIn: false }
  const account = { isLoggedIn: true }
  const offer = (product: Partial<ProductDetail>, who = account) => offerOf(productDetail(product), 'coming', who)

  it('never offers a purchase or a ticket outside the sale', () => {
    for (const saleState of ['not_open', 'ended', 'sold_out', 'unpublished'] as const)
      for (const plan of ['free', 'paid'] as const) expect(offer({ saleState, plan })).toEqual({ kind: 'closed', reason: saleState })
  })

  it('sends a visitor to the login before a free ticket', () => expect(offer({ plan: 'free' }, visitor)).toEqual({ kind: 'login' }))
  it('gives an account the free ticket', () => expect(offer({ plan: 'free' })).toEqual({ kind: 'get' }))
  const allowed = { getTicket: false, buy: true, subscribe: false, watch: false, goLive: false }
  it('never gives a paid ticket away', () => {
    expect(offer({ plan: 'paid', allowed })).toEqual({ kind: 'buy' })
    expect(offer({ plan: 'paid', allowed }, visitor)).toEqual({ kind: 'buy' })
    expect(offer({ plan: 'paid' })).toEqual({ kind: 'unsold' })
  })
  it('promises nobody a ticket that the server would refuse', () => {
    const none = { ...allowed, buy: false }
    for (const who of [account, visitor])
      expect(offer({ plan: 'free', allowed: none }, who)).toEqual({ kind: 'closed', reason: 'switched_off' })
  })
  it('lets the owner of a ticket in, even after the sale', () =>
    expect(offer({ owned: true, saleState: 'ended' })).toEqual({ kind: 'watch', label: 'waiting' }))

  it('lets every account read a free post, and nobody else what is behind a wall', () => {
    for (const type of ['post', 'datasheet'] as const) {
      const post = { type, plan: 'free' } as const
      expect(offer(post)).toEqual({ kind: 'watch', label: 'read' })
      expect(offer(post, visitor)).toEqual({ kind: 'login' })
      expect(offer({ ...post, plan: 'paid', allowed })).toEqual({ kind: 'buy' })
      expect(offer({ ...post, subscriptionOnly: true })).toEqual({ kind: 'unsubscribed' })
      expect(offer({ ...post, subscriptionOnly: true, allowed: { ...allowed, buy: false, subscribe: true } })).toEqual({
        kind: 'subscribe',
      })
      expect(offer({ ...post, saleState: 'unpublished' })).toEqual({ kind: 'closed', reason: 'unpublished' })
    }
  })

  it('opens nothing whose module is switched off: not to its owner, and not to readers of what is free', () => {
    const off = { kind: 'closed', reason: 'switched_off' }
    for (const who of [account, visitor])
      for (const plan of ['free', 'paid'] as const) expect(offer({ type: 'datasheet', plan, isSwitchedOff: true }, who)).toEqual(off)
    expect(offer({ type: 'meet', plan: 'paid', owned: true, isSwitchedOff: true })).toEqual(off)
  })

  it('names what is behind the door', () => {
    const owned = productDetail({ owned: true, durationMs: 60_000 })
    expect(offerOf(owned, 'on_air', account)).toMatchObject({ label: 'live' })
    expect(offerOf(owned, 'on_demand', account)).toMatchObject({ label: 'video' })
    expect(offerOf(owned, 'ended_with_recording', account)).toMatchObject({ label: 'replay' })
    for (const moment of ['coming', 'moved', 'room_open'] as const)
      expect(offerOf(owned, moment, account)).toMatchObject({ label: 'waiting' })
    expect(offerOf(owned, 'interrupted', account)).toMatchObject({ label: 'live' })
    expect(offerOf({ ...owned, type: 'podcast' }, 'on_demand', account)).toMatchObject({ label: 'listen' })
  })

  it('leads those who have a ticket for a meeting to its room', () => {
    expect(offer({ type: 'meet', owned: true })).toEqual({ kind: 'watch', label: 'meet' })
    expect(offer({ type: 'meet', plan: 'free' })).toEqual({ kind: 'get' })
  })

  it('leads those who have a course or a master to its page', () => {
    for (const type of ['course', 'master'] as const) expect(offer({ type, owned: true })).toEqual({ kind: 'watch', label: 'learn' })
  })

  it('offers nothing of an event that leaves nothing to watch, not even to its ticket holders', () => {
    for (const state of ['ended', 'never_aired', 'cancelled'] as const)
      for (const owned of [true, false])
        for (const plan of ['free', 'paid'] as const)
          expect(offerOf(productDetail({ event: eventOf(state), owned, plan }), state, account)).toEqual({ kind: 'over', state })
  })
})
