import type { updateProductBody } from '@e-events/shared/contract/catalogue/product-fields.ts'
import { emptyPlainValues, hasField, plainFieldNames } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import { productIssues, type ProductLimits, type ProductRule } from '@e-events/shared/contract/catalogue/product-issues.ts'
import { embeddableTypes } from '@e-events/shared/domain/product-rules.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { z } from 'zod'
import type { ProductRow, ProductUpdate } from '../../../db/tables/catalogue.ts'
import { invalid } from './invalid.ts'
import { toColumnsOf } from './plain-columns.ts'

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
export function toColumns(body: ProductChange, before: ProductBefore, editor: { isAdmin: boolean } & ProductLimits): ProductUpdate {
  assertRules(body, before, editor)
  if (body.fakeLive === true && !before.fake_live && !editor.isAdmin) throw new DomainError('FAKE_LIVE_BY_SUPPORT')
  return {
    ...defined({
      type: body.type,
      title: body.title,
      short_description: body.shortDescription,
      description: body.description,
      image_file_id: body.imageId,
      secondary_image_file_id: body.secondaryImageId,
      hero_file_id: body.heroImageId,
      ad_banner_file_id: body.adBannerImageId,
      shipping_net_minor: body.shippingNetMinor,
    }),
    ...toColumnsOf(body),
    ...priceColumns(body, before),
    ...emptiedColumns(body.type ?? before.type),
  }
}

/** Runs the rules of a whole product over the change and what it leaves as it is. */
function assertRules(body: ProductChange, before: ProductBefore, limits: ProductLimits): void {
  const type = body.type ?? before.type
  const plan = body.plan ?? before.plan
  const netMinor = body.price === undefined ? before.net_price_minor : (body.price?.netMinor ?? 0)
  const isPriced = body.price !== undefined || body.plan !== undefined
  const issues = productIssues(
    {
      ...body,
      type,
      plan,
      price: plan === 'free' ? body.price : { netMinor },
      // An offer that was allowed when it was made stays, until it or the price changes.
      offer: body.offer === undefined && plan === 'paid' && isPriced ? storedOffer(before) : body.offer,
      saleStartsAt: body.saleStartsAt === undefined ? iso(before.sale_starts_at) : body.saleStartsAt,
      saleEndsAt: body.saleEndsAt === undefined ? iso(before.sale_ends_at) : body.saleEndsAt,
    },
    limits,
  )
  if (issues.length > 0)
    throw new DomainError('VALIDATION_FAILED', {
      issues: issues.map(({ path, rule }) => ({
        // The stored offer is none of the body's fields: what broke it is the new price.
        path: ['body', ...(path[0] === 'offer' && body.offer === undefined ? ['price'] : path)].join('.'),
        rule,
        message: rule === 'offer_cap' ? capMessage(limits) : (messages[rule] ?? rule.replaceAll('_', ' ')),
      })),
    })
  if (before.status === 'draft') return
  if (plan === 'paid' && netMinor === 0) throw invalid('body.price', 'required')
  if (body.url === null && embeddableTypes.has(type) && before.media_asset_id === null) throw invalid('body.url', 'required')
}

const capMessage = ({ promotionMaxPercent }: ProductLimits) =>
  `an offer takes at most ${promotionMaxPercent} % off the net price and never adds to it`
const messages: Partial<Record<ProductRule, string>> = {
  embed: 'an address of YouTube, Vimeo, Spotify or SoundCloud',
  order: 'must be after the start',
}

function storedOffer({ offer_net_minor: netMinor, offer_starts_at: startsAt, offer_ends_at: endsAt }: ProductBefore) {
  if (netMinor === null || startsAt === null || endsAt === null) return null
  return { netMinor, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}

function priceColumns(body: ProductChange, before: ProductBefore): ProductUpdate {
  const plan = body.plan ?? before.plan
  if (plan === 'free') return { plan, net_price_minor: 0, ...noOffer }
  const price = body.price && {
    net_price_minor: body.price.netMinor,
    currency: body.price.currency,
    tax_basis_points: body.price.taxBasisPoints,
  }
  return { plan, ...(body.price === null ? { net_price_minor: 0 } : price), ...offerColumns(body.offer) }
}

const noOffer = { offer_net_minor: null, offer_tax_basis_points: null, offer_starts_at: null, offer_ends_at: null }

function offerColumns(offer: ProductChange['offer']): ProductUpdate {
  if (!offer) return offer === null ? noOffer : {}
  return {
    offer_net_minor: offer.netMinor,
    offer_tax_basis_points: offer.taxBasisPoints,
    offer_starts_at: new Date(offer.startsAt),
    offer_ends_at: new Date(offer.endsAt),
  }
}

/** A change of type empties the fields of the other types. */
function emptiedColumns(type: ProductRow['type']): ProductUpdate {
  const gone = plainFieldNames.filter((name) => !hasField(type, name))
  return { ...toColumnsOf(emptyPlainValues(gone)), ...(type === 'physical' ? {} : { shipping_net_minor: null }) }
}

const iso = (date: Date | null) => date?.toISOString() ?? null

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
