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
  words: 1,
  lessons: 1,
  courses: 1,
  hasSheet: true,
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

  it('every type asks for what it is nothing without [CAT-041]', () => {
    const empty = { sessions: 0, hasMedia: false, words: 0, lessons: 0, courses: 0, hasSheet: false }
    const lacks = Object.fromEntries(productTypes.map((type) => [type, missing({ type, ...empty })]))
    expect(lacks).toEqual({
      broadcast: ['session'],
      live: ['session', 'media'],
      meet: ['session'],
      vod: ['media'],
      podcast: ['media'],
      post: ['text'],
      course: ['lessons'],
      master: ['courses'],
      datasheet: ['sheet'],
      physical: [],
    })
    for (const type of productTypes) expect(missing({ type }), type).toEqual([])
  })

  it('a price is asked of what is paid alone', () => {
    expect(missing({ plan: 'free', netPriceMinor: 0 })).toEqual([])
  })

  it('freeze with the first publication, whichever kind it is', () => {
    for (const status of productStatuses) expect(frozenOf(status)).toEqual(status === 'draft' ? [] : [...frozenFields])
  })

  it('an offer takes at most its share off and never adds [SHOP-022]', () => {
    expect(offerIsAllowed(10_000, 8_000, 20)).toBe(true)
    expect(offerIsAllowed(10_000, 7_999, 20)).toBe(false)
    expect(offerIsAllowed(10_000, 10_000, 20)).toBe(true)
    expect(offerIsAllowed(10_000, 10_001, 20)).toBe(false)
    expect([offerIsAllowed(10_000, 5_000, 50), offerIsAllowed(10_000, 4_999, 50)]).toEqual([true, false])
    // A fifth of an odd price is not rounded in anybody's favour.
    expect([offerIsAllowed(999, 800, 20), offerIsAllowed(999, 799, 20)]).toEqual([true, false])
  })
})
