import { describe, expect, it } from 'vitest'
import { followUpOf } from './policy.ts'
import type { FollowUpFacts } from './repository.ts'

const now = new Date('2026-11-24T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const facts = (wanted: Partial<FollowUpFacts> = {}): FollowUpFacts => ({
  kind: 'checkout',
  newsletter: true,
  is_sold_out: false,
  sent_at: null,
  last_sent_at: null,
  ...wanted,
})
const stateOf = (wanted: Partial<FollowUpFacts>) => followUpOf(facts(wanted), now).state

describe('a follow-up', () => {
  it('needs consent before anything else', () => {
    expect(stateOf({})).toBe('possible')
    expect(stateOf({ newsletter: false, is_sold_out: true, sent_at: ago(1) })).toBe('no_consent')
  })

  it('comes once in a week about a product, and once in a day from an organizer', () => {
    expect(followUpOf(facts({ sent_at: ago(1), last_sent_at: ago(1) }), now)).toEqual({
      state: 'recent',
      possibleAt: new Date('2026-12-01T11:00:00Z'),
    })
    expect(stateOf({ sent_at: ago(7 * 24 - 0.1) })).toBe('recent')
    expect(stateOf({ sent_at: ago(7 * 24) })).toBe('possible')
    expect(stateOf({ last_sent_at: ago(23.9) })).toBe('recent')
    expect(stateOf({ last_sent_at: ago(24) })).toBe('possible')
  })

  it('offers nothing that is sold out', () => {
    expect(stateOf({ is_sold_out: true })).toBe('sold_out')
  })
})
