import { describe, expect, it } from 'vitest'
import { frozenFields, frozenOf, offerIsAllowed, publishChecklist, type PublishFacts } from './product-rules.ts'
import { productStatuses, productTypes } from './states.ts'

const facts: PublishFacts = {
  type: 'broadcast',
  plan: 'paid',
  channelStatus: 'published',
  netPriceMinor: 1_000,
  hasImage: true,
  speakers: 1,
  sessions: 1,
  hasMedia: true,
}
const missing = (wanted: Partial<PublishFacts>) =>
  publishChecklist({ ...facts, ...wanted })
    .filter(({ ok }) => !ok)
    .map(({ rule }) => rule)

describe('rules of publishing', () => {
  it('each stands for itself', () => {
    expect(missing({})).toEqual([])
    expect(missing({ hasImage: false })).toEqual(['image'])
    expect(missing({ speakers: 0 })).toEqual(['speakers'])
    expect(missing({ sessions: 0 })).toEqual(['session'])
    expect(missing({ netPriceMinor: 0 })).toEqual(['price'])
    for (const channelStatus of ['draft', 'revision', 'private', 'deactivated', 'banned'] as const)
      expect(missing({ channelStatus }), channelStatus).toEqual(['channel'])
  })

  it('a date is asked of live and broadcast, something to play of vod and podcast, a price of what is paid [CAT-041]', () => {
    const asked = (type: (typeof productTypes)[number]) => publishChecklist({ ...facts, type }).map(({ rule }) => rule)
    for (const type of productTypes) {
      expect(asked(type).includes('session'), type).toBe(type === 'live' || type === 'broadcast')
      expect(asked(type).includes('media'), type).toBe(type === 'vod' || type === 'podcast')
    }
    expect(missing({ type: 'vod', hasMedia: false, sessions: 0 })).toEqual(['media'])
    expect(missing({ plan: 'free', netPriceMinor: 0 })).toEqual([])
  })

  it('freeze with the first publication, whichever kind it is', () => {
    for (const status of productStatuses) expect(frozenOf(status)).toEqual(status === 'draft' ? [] : [...frozenFields])
  })

  it('an offer takes at most 20 % off and never adds [SHOP-022]', () => {
    expect(offerIsAllowed(10_000, 8_000)).toBe(true)
    expect(offerIsAllowed(10_000, 7_999)).toBe(false)
    expect(offerIsAllowed(10_000, 10_000)).toBe(true)
    expect(offerIsAllowed(10_000, 10_001)).toBe(false)
    // Of an odd price the fifth is not rounded in anybody's favour.
    expect([offerIsAllowed(999, 800), offerIsAllowed(999, 799)]).toEqual([true, false])
  })
})
