import { limits } from '@e-events/shared/limits.ts'
import { describe, expect, it } from 'vitest'
import { emptyFields, type ProductFields } from './fields.ts'
import { judge, partOf } from './rules.ts'
import { partIds } from './steps.ts'

const nowMs = Date.parse('2026-11-21T12:00:00Z')
const speaker = { id: '00000000-0000-4000-8000-000000000001', slug: 'nora', name: 'Nora', title: '', imageUrl: null }

/** A form that lacks nothing. */
function complete(wanted: Partial<ProductFields> = {}): ProductFields {
  const fields = emptyFields({ channelSlug: 'sala-faro', type: 'broadcast' })
  fields.texts.es.title = 'Concierto'
  return { ...fields, image: { id: speaker.id, url: '/p' }, speakers: [speaker], ...wanted }
}
const rules = (fields: ProductFields, promotionMaxPercent = 20) =>
  Object.fromEntries(Object.entries(judge(fields, { nowMs, promotionMaxPercent })).map(([path, { rule }]) => [path, rule]))
const session = (startsAt: string | null, endsAt: string | null, id: string | null = null) => ({ key: 'k', id, startsAt, endsAt })

describe('what a product needs', () => {
  it('is a channel, a kind, a title, an image and a speaker [CAT-035] [CAT-047] [CAT-049]', () => {
    expect(rules(emptyFields())).toEqual({
      channelSlug: 'select',
      type: 'select',
      image: 'required',
      speakers: 'has',
      'texts.es.title': 'required',
    })
    expect(rules(complete())).toEqual({})
  })

  it('says how many of what are missing [UX-041]', () => {
    expect(judge(complete({ speakers: [] }), { nowMs, promotionMaxPercent: 20 })['speakers']).toEqual({
      rule: 'has',
      message: '2 speakers',
    })
  })

  it('is judged in its own language; another one counts once something stands there', () => {
    const fields = complete({ language: 'en' })
    expect(rules(fields)).toEqual({ 'texts.en.title': 'required' })
  })
})

describe('texts', () => {
  it('have 240 characters in the short description, and no word about a long description [CAT-039] [CAT-040]', () => {
    const fields = complete()
    fields.texts.es.shortDescription = 'x'.repeat(limits.productShortDescriptionChars)
    fields.texts.es.description = 'x'.repeat(1_500)
    expect(rules(fields)).toEqual({})
    fields.texts.es.shortDescription += 'x'
    expect(judge(fields, { nowMs, promotionMaxPercent: 20 })).toEqual({ 'texts.es.shortDescription': { rule: 'too_big', message: '240' } })
  })
})

describe('prices', () => {
  const paid = (wanted: Partial<ProductFields>) => rules(complete({ plan: 'paid', net: '10,00', ...wanted }))

  it.each([
    ['', 'required'],
    ['ab', 'number'],
    ['0', 'positive'],
    ['9,999', 'decimals'],
    ['200000', 'format'],
  ])('refuse a net price of %j: %s [UX-042] [UX-045]', (net, rule) => expect(paid({ net })).toEqual({ net: rule }))

  it.each([
    ['JPY', '1800', undefined],
    ['JPY', '18,5', 'decimals'],
    ['KWD', '3,605', undefined],
    ['KWD', '3,6055', 'decimals'],
    ['IDR', '1900000', undefined],
    ['XYZ', '10,00', 'format'],
  ])('in %s: %s is refused as %s [SHOP-040]', (currency, net, rule) =>
    expect(Object.values(paid({ currency, net }))).toEqual(rule === undefined ? [] : [rule]),
  )

  it('take comma and point, and ask for none of what is free', () => {
    expect([paid({}), paid({ net: '10.50' }), rules(complete({ plan: 'free', net: 'ab' }))]).toEqual([{}, {}, {}])
  })

  it('let an offer go down by the site’s cap and no cent more, never up, and end after it begins [SHOP-023]', () => {
    const offer = (wanted: Partial<ProductFields>) =>
      paid({ hasOffer: true, offerNet: '8,00', offerStartsAt: '2026-12-01T10:00:00Z', offerEndsAt: '2026-12-02T10:00:00Z', ...wanted })
    expect(offer({})).toEqual({})
    expect(offer({ offerNet: '7,99' })).toEqual({ offerNet: 'offer_cap' })
    expect(
      rules(
        complete({
          plan: 'paid',
          net: '10,00',
          hasOffer: true,
          offerNet: '6,00',
          offerStartsAt: '2026-12-01T10:00:00Z',
          offerEndsAt: '2026-12-02T10:00:00Z',
        }),
        40,
      ),
    ).toEqual({})
    expect(offer({ offerNet: '10,01' })).toEqual({ offerNet: 'offer_cap' })
    expect(offer({ offerEndsAt: '2026-12-01T10:00:00Z' })).toEqual({ offerEndsAt: 'order' })
    expect(offer({ offerStartsAt: null })).toEqual({ offerStartsAt: 'required' })
  })

  it('judge numbers as numbers', () => {
    expect(rules(complete({ expirationHours: 0 }))).toEqual({ expirationHours: 'positive' })
    expect(rules(complete({ productionYear: 1887 }))).toEqual({ productionYear: 'range' })
    expect(rules(complete({ productionYear: '2e3' }))).toEqual({ productionYear: 'number' })
    expect(rules(complete({ type: 'physical', stock: '-1' }))).toEqual({ stock: 'number' })
  })
})

describe('dates', () => {
  it('refuse what is past, ends too early or is there twice; a saved date may pass', () => {
    const past = session('2026-11-20T20:00:00Z', '2026-11-20T22:00:00Z')
    expect(rules(complete({ sessions: [past] }))).toEqual({ 'sessions.0.startsAt': 'past' })
    expect(rules(complete({ sessions: [{ ...past, id: 'saved' }] }))).toEqual({})
    expect(rules(complete({ sessions: [session('2026-12-01T20:00:00Z', '2026-12-01T20:00:00Z')] }))).toEqual({
      'sessions.0.endsAt': 'order',
    })
    expect(rules(complete({ sessions: [session(null, null)] }))).toEqual({
      'sessions.0.startsAt': 'required',
      'sessions.0.endsAt': 'required',
    })
    const twice = session('2026-12-01T20:00:00Z', '2026-12-01T22:00:00Z')
    expect(rules(complete({ sessions: [twice, { ...twice, startsAt: '2026-12-01T21:00:00+01:00' }] }))).toEqual({
      'sessions.1.startsAt': 'twice',
    })
  })

  it('end a sale after it begins', () => {
    expect(rules(complete({ saleStartsAt: '2026-12-02T10:00:00Z', saleEndsAt: '2026-12-01T10:00:00Z' }))).toEqual({ saleEndsAt: 'order' })
  })
})

describe('the rest', () => {
  it('is judged by the contract, under the name of the form', () => {
    expect(rules(complete({ type: 'vod', url: 'https://player.example/1' }))).toEqual({ url: 'embed' })
    expect(rules(complete({ type: 'vod', url: 'https://youtu.be/dQw4w9WgXcQ' }))).toEqual({})
    expect(rules(complete({ trailerUrl: 'javascript:alert(1)', slug: 'Not A Slug' }))).toEqual({ trailerUrl: 'url', slug: 'format' })
    expect(rules(complete({ metadata: [{ key: '', value: '', exportable: true }] }))).toEqual({ 'metadata.0.key': 'required' })
    const entry = { key: 'Promotor', value: '', exportable: false }
    expect(rules(complete({ metadata: [entry, { ...entry, key: ' Promotor ' }] }))).toEqual({ 'metadata.1.key': 'twice' })
  })

  it('names a step for every field', () => {
    for (const name of Object.keys(emptyFields())) expect(partIds).toContain(partOf(name))
    expect([partOf('texts.en.title'), partOf('sessions.2.endsAt'), partOf('language')]).toEqual(['texts', 'dates', 'info'])
  })
})
