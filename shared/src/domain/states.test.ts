import { describe, expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import { assertMove, canMove, type Transitions } from './machine.ts'
import {
  broadcastTransitions,
  channelTransitions,
  orderTransitions,
  productTransitions,
  shipmentTransitions,
  subscriptionTransitions,
  userTransitions,
  waitingTransitions,
} from './states.ts'

/** Every allowed edge, written out by hand; all others must be refused. */
const allowed: Record<string, { table: Transitions<string>; edges: string[] }> = {
  user: {
    table: userTransitions,
    edges: [
      'pending>approved',
      'pending>not_approved',
      'pending>blocked',
      'pending>deleted',
      'approved>not_approved',
      'approved>blocked',
      'approved>deleted',
      'not_approved>approved',
      'not_approved>blocked',
      'not_approved>deleted',
      'blocked>pending',
      'blocked>approved',
      'blocked>not_approved',
      'blocked>deleted',
    ],
  },
  product: { table: productTransitions, edges: ['draft>published', 'draft>private', 'published>private', 'private>published'] },
  channel: {
    table: channelTransitions,
    edges: [
      'draft>revision',
      'draft>banned',
      'revision>published',
      'revision>draft',
      'revision>banned',
      'published>draft',
      'published>private',
      'published>deactivated',
      'published>banned',
      'private>revision',
      'private>banned',
      'deactivated>draft',
      'deactivated>banned',
      'banned>draft',
    ],
  },
  broadcast: { table: broadcastTransitions, edges: ['on_air>interrupted', 'on_air>ended', 'interrupted>on_air', 'interrupted>ended'] },
  order: {
    table: orderTransitions,
    edges: [
      'pending>paid',
      'pending>failed',
      'pending>expired',
      'pending>cancelled',
      'failed>paid',
      'expired>paid',
      'cancelled>paid',
      'paid>partially_refunded',
      'paid>refunded',
      'partially_refunded>refunded',
    ],
  },
  shipment: {
    table: shipmentTransitions,
    edges: ['waiting>packed', 'waiting>sent', 'waiting>cancelled', 'packed>sent', 'packed>cancelled', 'sent>delivered'],
  },
  'waiting list entry': {
    table: waitingTransitions,
    edges: ['waiting>offered', 'waiting>taken', 'waiting>left', 'offered>taken', 'offered>passed', 'offered>left'],
  },
  subscription: { table: subscriptionTransitions, edges: ['subscribed>cancelled', 'cancelled>subscribed'] },
}

describe.each(Object.entries(allowed))('the life of a %s', (_, { table, edges }) => {
  const states = Object.keys(table)
  const pairs = states.flatMap((from) => states.map((to) => ({ from, to })))
  it.each(pairs)('$from → $to', ({ from, to }) => {
    expect(canMove(table, from, to)).toBe(edges.includes(`${from}>${to}`))
  })
})

it('refuses a forbidden edge with the code of its caller', () => {
  expect(() => assertMove(broadcastTransitions, 'ended', 'on_air', 'BROADCAST_STATE')).toThrow(DomainError)
  expect(() => assertMove(broadcastTransitions, 'on_air', 'ended', 'BROADCAST_STATE')).not.toThrow()
})
