import type { updateProductBody } from '@e-events/shared/contract/catalogue/product-fields.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import { embedUrlOf } from '@e-events/shared/domain/embed.ts'
import { embeddableTypes, offerIsAllowed } from '@e-events/shared/domain/product-rules.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { z } from 'zod'
import type { ProductRow, ProductUpdate } from '../../../db/tables/catalogue.ts'
import { invalid } from './invalid.ts'

export type ProductChange = z.output<typeof updateProductBody>

/** The stored fields that decide what may be written. */
export type ProductBefore = Pick<
  ProductRow,
  | 'type'
  | 'plan'
  | 'status'
  | 'net_price_minor'
  | 'offer_net_minor'
  | 'offer_tax_basis_points'
  | 'offer_starts_at'
  | 'offer_ends_at'
  | 'sale_starts_at'
  | 'sale_ends_at'
  | 'fake_live'
  | 'media_asset_id'
>

/** A product that is being made: nothing is stored yet. */
export function emptyProduct(body: Pick<Required<ProductChange>, 'type' | 'plan'>): ProductBefore {
  return {
    type: body.type,
    plan: body.plan,
    status: 'draft',
    net_price_minor: 0,
    offer_net_minor: null,
    offer_tax_basis_points: null,
    offer_starts_at: null,
    offer_ends_at: null,
    sale_starts_at: null,
    sale_ends_at: null,
    fake_live: false,
    media_asset_id: null,
  }
}

/**
 * Columns of a change, after the rules that need to know what is stored.
 * @throws DomainError VALIDATION_FAILED, FAKE_LIVE_BY_SUPPORT
 */
export function toColumns(body: ProductChange, before: ProductBefore, editor: { isAdmin: boolean }): ProductUpdate {
  return {
    ...plainColumns(body),
    ...priceColumns(body, before),
    ...saleColumns(body, before),
    ...typeColumns(body, before, editor),
  }
}

function plainColumns(body: ProductChange): ProductUpdate {
  return defined({
    title: body.title,
    short_description: body.shortDescription,
    description: body.description,
    price_note: body.priceNote,
    ticket_fee_payer: body.ticketFeePayer,
    expiration_hours: body.expirationHours,
    expires_at: toDate(body.expiresAt),
    subscription_only: body.subscriptionOnly,
    image_file_id: body.imageId,
    secondary_image_file_id: body.secondaryImageId,
    hero_file_id: body.heroImageId,
    ad_banner_file_id: body.adBannerImageId,
    trailer_url: body.trailerUrl,
    tags: body.tags && [...new Set(body.tags)],
    labels: body.labels && [...new Set(body.labels)],
    production_year: body.productionYear,
    production_country: body.productionCountry,
    suggested_age: body.suggestedAge,
    director: body.director,
    group_name: body.group,
    records_broadcasts: body.recordsBroadcasts,
    bundle_state: body.bundleActive === undefined ? undefined : body.bundleActive ? ('active' as const) : ('inactive' as const),
  })
}

function priceColumns(body: ProductChange, before: ProductBefore): ProductUpdate {
  const plan = body.plan ?? before.plan
  const netMinor = body.price === undefined ? before.net_price_minor : (body.price?.netMinor ?? 0)
  if (plan === 'free') {
    if (body.price && body.price.netMinor > 0) throw invalid('body.price', 'free_has_no_price')
    if (body.offer) throw invalid('body.offer', 'free_has_no_price')
    return { plan, net_price_minor: 0, ...noOffer }
  }
  if (before.status !== 'draft' && netMinor === 0) throw invalid('body.price', 'required')
  const price = body.price && {
    net_price_minor: body.price.netMinor,
    currency: body.price.currency,
    tax_basis_points: body.price.taxBasisPoints,
  }
  return { plan, ...(body.price === null ? { net_price_minor: 0 } : price), ...offerColumns(body, before, netMinor) }
}

const noOffer = { offer_net_minor: null, offer_tax_basis_points: null, offer_starts_at: null, offer_ends_at: null }

function offerColumns(body: ProductChange, before: ProductBefore, netMinor: number): ProductUpdate {
  if (body.offer === null) return noOffer
  if (body.offer === undefined) {
    if (before.offer_net_minor !== null && !offerIsAllowed(netMinor, before.offer_net_minor))
      throw invalid('body.price', 'offer_cap', offerWords)
    return {}
  }
  const { netMinor: offerMinor, taxBasisPoints, startsAt, endsAt } = body.offer
  if (!offerIsAllowed(netMinor, offerMinor)) throw invalid('body.offer.netMinor', 'offer_cap', offerWords)
  if (Date.parse(endsAt) <= Date.parse(startsAt)) throw invalid('body.offer.endsAt', 'before_start')
  return {
    offer_net_minor: offerMinor,
    offer_tax_basis_points: taxBasisPoints,
    offer_starts_at: new Date(startsAt),
    offer_ends_at: new Date(endsAt),
  }
}
const offerWords = `an offer takes at most ${fees.promotionMaxPercent} % off the net price and never adds to it`

function saleColumns(body: ProductChange, before: ProductBefore): ProductUpdate {
  const saleStartsAt = body.saleStartsAt === undefined ? before.sale_starts_at : toDate(body.saleStartsAt)
  const saleEndsAt = body.saleEndsAt === undefined ? before.sale_ends_at : toDate(body.saleEndsAt)
  if (saleStartsAt && saleEndsAt && saleEndsAt <= saleStartsAt) throw invalid('body.saleEndsAt', 'before_start')
  return { sale_starts_at: saleStartsAt ?? null, sale_ends_at: saleEndsAt ?? null }
}

/** Fields that one type alone has: of another type they are refused, and a change of type empties them. */
function typeColumns(body: ProductChange, before: ProductBefore, editor: { isAdmin: boolean }): ProductUpdate {
  const type = body.type ?? before.type
  const belongs = (path: keyof ProductChange, owner: ProductRow['type']) => {
    const isSet = body[path] !== undefined && body[path] !== null && body[path] !== false
    if (isSet && type !== owner) throw invalid(`body.${path}`, 'not_of_this_type')
  }
  belongs('stock', 'physical')
  belongs('shippingNetMinor', 'physical')
  belongs('seoTitle', 'post')
  belongs('seoDescription', 'post')
  belongs('fakeLive', 'live')
  if (body.fakeLive === true && !before.fake_live && !editor.isAdmin) throw new DomainError('FAKE_LIVE_BY_SUPPORT')
  if (typeof body.url === 'string') {
    if (!embeddableTypes.has(type)) throw invalid('body.url', 'not_of_this_type')
    if (embedUrlOf(body.url) === undefined) throw invalid('body.url', 'embed', 'an address of YouTube, Vimeo, Spotify or SoundCloud')
  }
  if (before.status !== 'draft' && body.url === null && embeddableTypes.has(type) && before.media_asset_id === null)
    throw invalid('body.url', 'required')
  return {
    ...defined({ type: body.type }),
    ...(embeddableTypes.has(type) ? defined({ url: body.url }) : { url: null }),
    ...(type === 'physical' ? defined({ stock: body.stock, shipping_net_minor: body.shippingNetMinor }) : noGoods),
    ...(type === 'post' ? defined({ seo_title: body.seoTitle, seo_description: body.seoDescription }) : noSeo),
    ...(type === 'live' ? defined({ fake_live: body.fakeLive }) : { fake_live: false }),
  }
}
const noGoods = { stock: null, shipping_net_minor: null }
const noSeo = { seo_title: null, seo_description: null }

function toDate(text: string | null | undefined): Date | null | undefined {
  return typeof text === 'string' ? new Date(text) : text
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
