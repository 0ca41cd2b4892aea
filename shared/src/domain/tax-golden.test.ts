import { describe, expect, it } from 'vitest'
import type { ProductType } from './states.ts'
import { decideTax, supplyOf, type TaxRate, type TaxReason } from './tax.ts'
import { readVatId } from './vat-id.ts'

/** Standard rates of the places of the cases, and the fall-back. */
const rates: TaxRate[] = [
  ['ES', 2_100],
  ['DE', 1_900],
  ['PT', 2_300],
  ['GB', 2_000],
  [null, 0],
].map(([country, basisPoints]) => ({
  country: country as string | null,
  productType: null,
  basisPoints: basisPoints as number,
  validFrom: '2021-07-01',
}))

interface Case {
  seller?: string
  type: ProductType
  buyer: string
  /** Data of the account; a business where a company is named and its VAT id could exist. */
  company?: string
  taxId?: string
  shippedTo?: string
  day?: string
  is: [basisPoints: number, reason: TaxReason, place: string]
}

const before = '2024-12-31'
const since = '2025-01-01'
const today = '2026-11-24'
const de = { company: 'Kino GmbH', taxId: 'DE136695976' }
const es = { company: 'Tablao SL', taxId: 'A58818501' }
const pt = { company: 'Fado Lda', taxId: 'PT501964843' }
const gb = { company: 'Stage Ltd', taxId: 'GB980780684' }
const us = { company: 'Broadway Inc', taxId: '12-3456789' }
const wrongId = { company: 'Kino GmbH', taxId: 'DE136695977' }
const noId = { company: 'Kino GmbH' }

const cases: Case[] = [
  // Live: the seller is in Spain and takes 21 %.
  { type: 'live', buyer: 'ES', is: [2_100, 'seller_country', 'ES'] },
  { type: 'live', buyer: 'ES', ...es, is: [2_100, 'seller_country', 'ES'] },
  { type: 'live', buyer: 'DE', day: before, is: [2_100, 'event_at_organizer', 'ES'] },
  { type: 'live', buyer: 'DE', day: since, is: [1_900, 'event_at_viewer', 'DE'] },
  { type: 'broadcast', buyer: 'DE', day: today, is: [1_900, 'event_at_viewer', 'DE'] },
  { type: 'meet', buyer: 'PT', day: since, is: [2_300, 'event_at_viewer', 'PT'] },
  { type: 'meet', buyer: 'PT', day: before, is: [2_100, 'event_at_organizer', 'ES'] },
  { type: 'live', buyer: 'DE', ...de, day: before, is: [0, 'reverse_charge', 'DE'] },
  { type: 'live', buyer: 'DE', ...de, is: [0, 'reverse_charge', 'DE'] },
  { type: 'live', buyer: 'DE', ...wrongId, is: [1_900, 'event_at_viewer', 'DE'] },
  { type: 'live', buyer: 'DE', ...wrongId, day: before, is: [2_100, 'event_at_organizer', 'ES'] },
  { type: 'live', buyer: 'GB', day: before, is: [2_100, 'event_at_organizer', 'ES'] },
  { type: 'live', buyer: 'GB', day: since, is: [2_000, 'event_at_viewer', 'GB'] },
  { type: 'live', buyer: 'GB', ...gb, is: [0, 'business_abroad', 'GB'] },
  { type: 'live', buyer: 'US', day: before, is: [2_100, 'event_at_organizer', 'ES'] },
  { type: 'live', buyer: 'US', day: since, is: [0, 'outside_area', 'US'] },

  // Recordings and everything else that is delivered over the net.
  { type: 'vod', buyer: 'ES', is: [2_100, 'seller_country', 'ES'] },
  { type: 'vod', buyer: 'DE', day: before, is: [1_900, 'electronic_service', 'DE'] },
  { type: 'vod', buyer: 'DE', is: [1_900, 'electronic_service', 'DE'] },
  { type: 'vod', buyer: 'DE', ...de, is: [0, 'reverse_charge', 'DE'] },
  { type: 'vod', buyer: 'DE', ...wrongId, is: [1_900, 'electronic_service', 'DE'] },
  { type: 'vod', buyer: 'DE', ...noId, is: [1_900, 'electronic_service', 'DE'] },
  { type: 'vod', buyer: 'DE', taxId: 'DE136695976', is: [1_900, 'electronic_service', 'DE'] },
  { type: 'course', buyer: 'PT', is: [2_300, 'electronic_service', 'PT'] },
  { type: 'podcast', buyer: 'PT', ...pt, is: [0, 'reverse_charge', 'PT'] },
  { type: 'vod', buyer: 'GB', is: [2_000, 'electronic_service', 'GB'] },
  { type: 'vod', buyer: 'GB', ...gb, is: [0, 'business_abroad', 'GB'] },
  { type: 'vod', buyer: 'US', is: [0, 'outside_area', 'US'] },
  { type: 'vod', buyer: 'US', ...us, is: [0, 'outside_area', 'US'] },
  { seller: 'PT', type: 'vod', buyer: 'ES', is: [2_100, 'electronic_service', 'ES'] },
  { seller: 'PT', type: 'vod', buyer: 'ES', ...es, is: [0, 'reverse_charge', 'ES'] },
  { seller: 'US', type: 'post', buyer: 'PT', is: [2_300, 'electronic_service', 'PT'] },
  { seller: 'US', type: 'vod', buyer: 'US', is: [2_100, 'seller_country', 'US'] },

  // Goods: the place that they are sent to, wherever the bill goes.
  { type: 'physical', buyer: 'ES', is: [2_100, 'seller_country', 'ES'] },
  { type: 'physical', buyer: 'DE', is: [1_900, 'distance_sale', 'DE'] },
  { type: 'physical', buyer: 'ES', shippedTo: 'PT', is: [2_300, 'distance_sale', 'PT'] },
  { type: 'physical', buyer: 'DE', shippedTo: 'ES', is: [2_100, 'seller_country', 'ES'] },
  { type: 'physical', buyer: 'DE', ...de, is: [0, 'intra_community_supply', 'DE'] },
  { type: 'physical', buyer: 'DE', ...wrongId, is: [1_900, 'distance_sale', 'DE'] },
  { type: 'physical', buyer: 'GB', is: [0, 'export', 'GB'] },
  { type: 'physical', buyer: 'US', is: [0, 'export', 'US'] },
  { seller: 'GB', type: 'physical', buyer: 'ES', is: [0, 'import', 'ES'] },
]

describe('golden cases of taxes', () => {
  it.each(cases.map((one) => [nameOf(one), one] as const))('%s', (_, { seller = 'ES', type, buyer, is, day = today, ...rest }) => {
    const decision = decideTax(
      {
        supply: supplyOf(type === 'physical' ? 'physical' : 'access', type),
        productType: type,
        seller: { place: seller, basisPoints: 2_100 },
        buyer: { place: buyer, isBusiness: rest.company !== undefined && readVatId(rest.taxId ?? null, buyer) !== undefined },
        shippedTo: rest.shippedTo ?? null,
        day,
      },
      rates,
    )
    expect([decision.basisPoints, decision.reason, decision.place]).toEqual(is)
  })
})

function nameOf({ seller = 'ES', type, buyer, company, taxId, shippedTo, day = today, is }: Case): string {
  const kind = company === undefined ? 'a private buyer' : `${company} (${taxId ?? 'no id'})`
  return `${day}, ${type} of ${seller} for ${kind} in ${buyer}${shippedTo === undefined ? '' : `, sent to ${shippedTo}`}: ${is.join(' ')}`
}
