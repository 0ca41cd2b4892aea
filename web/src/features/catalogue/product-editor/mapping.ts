import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { createProductBody, updateProductBody } from '@e-events/shared/contract/catalogue/product-fields.ts'
import { embeddableTypes } from '@e-events/shared/domain/product-rules.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { z } from 'zod'
import { basisPointsText, minorText, parseBasisPoints, parseMinor } from '../../../lib/money.ts'
import { emptyFields, type Picture, type ProductFields, type Texts } from './fields.ts'

export type CreateBody = z.input<typeof createProductBody>
export type UpdateBody = z.input<typeof updateProductBody>

/** Server state as the form shows it. `language` is the reader's: it decides how amounts are written. */
export function fieldsOf(product: OwnProductDetail, language: Language): ProductFields {
  const fields = emptyFields({ channelSlug: product.channel.slug, type: product.type, language: product.language })
  fields.texts[product.language] = { ...product.text }
  for (const { language: other, ...texts } of product.translations) fields.texts[other] = texts
  const price = product.netPrice
  const { offer } = product
  return {
    ...fields,
    slug: product.slug,
    image: product.image,
    secondaryImage: product.secondaryImage,
    heroImage: product.heroImage,
    adBanner: product.adBanner,
    speakers: product.speakers,
    plan: product.plan,
    net: price ? minorText(price.netMinor, language) : '',
    tax: price ? basisPointsText(price.taxBasisPoints, language) : fields.tax,
    priceNote: product.priceNote ?? '',
    ticketFeePayer: product.ticketFeePayer,
    hasOffer: offer !== null,
    offerNet: offer ? minorText(offer.netMinor, language) : '',
    offerTax: offer ? basisPointsText(offer.taxBasisPoints, language) : fields.offerTax,
    offerStartsAt: offer?.startsAt ?? null,
    offerEndsAt: offer?.endsAt ?? null,
    saleStartsAt: product.saleStartsAt,
    saleEndsAt: product.saleEndsAt,
    expirationHours: text(product.expirationHours),
    expiresAt: product.expiresAt,
    subscriptionOnly: product.subscriptionOnly,
    stock: text(product.stock),
    shippingNet: product.shippingNetMinor === null ? '' : minorText(product.shippingNetMinor, language),
    sessions: product.sessions.map(({ id, startsAt, endsAt }) => ({ key: id, id, startsAt, endsAt })),
    trailerUrl: product.trailerUrl ?? '',
    url: product.url ?? '',
    fakeLive: product.fakeLive,
    recordsBroadcasts: product.recordsBroadcasts,
    categories: product.categories.map(({ slug }) => slug),
    tags: product.tags,
    labels: product.labels,
    suggestedAge: product.suggestedAge,
    productionYear: text(product.productionYear),
    productionCountry: product.productionCountry ?? '',
    director: product.director ?? '',
    group: product.group ?? '',
    metadata: product.metadata.map(({ key, value, exportable }) => ({ key, value, exportable })),
    bundle: product.bundleProducts.map(({ id, title }) => ({ id, title })),
    bundleActive: product.bundleActive,
    seoTitle: product.seoTitle ?? '',
    seoDescription: product.seoDescription ?? '',
  }
}

/** The part of the form that one request holds. Unreadable numbers are left out: the form's rules report them first. */
export function bodyOf(fields: ProductFields): Omit<CreateBody, 'language' | 'imageId' | 'speakerIds' | 'type'> & {
  imageId: string | undefined
  speakerIds: string[] | undefined
  type: ProductType
} {
  const isPaid = fields.plan === 'paid'
  const type = fields.type as ProductType
  return {
    channelSlug: fields.channelSlug,
    type,
    ...(fields.slug.trim() === '' ? {} : { slug: fields.slug.trim() }),
    ...textsBody(fields.texts[fields.language]),
    imageId: fields.image?.id,
    secondaryImageId: idOf(fields.secondaryImage),
    heroImageId: idOf(fields.heroImage),
    adBannerImageId: idOf(fields.adBanner),
    speakerIds: fields.speakers.length === 0 ? undefined : fields.speakers.map(({ id }) => id),
    plan: fields.plan,
    price: isPaid ? { netMinor: minorOf(fields.net) ?? 0, taxBasisPoints: parseBasisPoints(fields.tax) ?? 0 } : null,
    priceNote: orNull(fields.priceNote),
    ticketFeePayer: fields.ticketFeePayer,
    offer:
      isPaid && fields.hasOffer && fields.offerStartsAt !== null && fields.offerEndsAt !== null
        ? {
            netMinor: minorOf(fields.offerNet) ?? 0,
            taxBasisPoints: parseBasisPoints(fields.offerTax) ?? 0,
            startsAt: fields.offerStartsAt,
            endsAt: fields.offerEndsAt,
          }
        : null,
    saleStartsAt: fields.saleStartsAt,
    saleEndsAt: fields.saleEndsAt,
    expirationHours: numberOf(fields.expirationHours),
    expiresAt: fields.expiresAt,
    subscriptionOnly: fields.subscriptionOnly,
    trailerUrl: orNull(fields.trailerUrl),
    categories: fields.categories,
    newCategory: orNull(fields.newCategory),
    tags: fields.tags,
    labels: fields.labels,
    productionYear: numberOf(fields.productionYear),
    productionCountry: orNull(fields.productionCountry),
    suggestedAge: fields.suggestedAge,
    director: orNull(fields.director),
    group: orNull(fields.group),
    bundleProductIds: fields.bundle.map(({ id }) => id),
    bundleActive: fields.bundleActive,
    recordsBroadcasts: fields.recordsBroadcasts,
    // Fields of one type must not stay behind when the type changes.
    fakeLive: type === 'live' && fields.fakeLive,
    url: embeddableTypes.has(type) ? orNull(fields.url) : null,
    seoTitle: type === 'post' ? orNull(fields.seoTitle) : null,
    seoDescription: type === 'post' ? orNull(fields.seoDescription) : null,
    stock: type === 'physical' ? numberOf(fields.stock) : null,
    shippingNetMinor: type === 'physical' ? (minorOf(fields.shippingNet) ?? null) : null,
  }
}

/** Where the form shows what a request calls by another name. */
export function fieldPathOf(path: readonly PropertyKey[], language: Language): string {
  const [first, second] = path.map(String)
  switch (first) {
    case 'title':
    case 'shortDescription':
    case 'description':
      return `texts.${language}.${first}`
    case 'price':
      return second === 'taxBasisPoints' ? 'tax' : 'net'
    case 'offer':
      return (
        { netMinor: 'offerNet', taxBasisPoints: 'offerTax', startsAt: 'offerStartsAt', endsAt: 'offerEndsAt' }[second ?? ''] ?? 'offerNet'
      )
    case 'imageId':
      return 'image'
    case 'secondaryImageId':
      return 'secondaryImage'
    case 'heroImageId':
      return 'heroImage'
    case 'adBannerImageId':
      return 'adBanner'
    case 'speakerIds':
      return 'speakers'
    case 'bundleProductIds':
      return 'bundle'
    case 'shippingNetMinor':
      return 'shippingNet'
    case 'metadata':
      return second === undefined ? 'metadata' : `metadata.${second}.${String(path[2] ?? 'key')}`
    default:
      return first ?? ''
  }
}

/** Texts as the server keeps them, so that a blank at the end is no change. */
export function textsBody({ title, shortDescription, description }: Texts): Texts {
  return { title: title.trim(), shortDescription: shortDescription.trim(), description: description.trim() }
}

const text = (value: number | null) => (value === null ? '' : String(value))
const idOf = (picture: Picture | null) => picture?.id ?? null
const orNull = (value: string) => (value.trim() === '' ? null : value.trim())
/** Digits alone: 1e3 and 0x10 are no way to write a year. */
export const numberOf = (value: string): number | null => (/^\d{1,9}$/.test(value.trim()) ? Number(value) : null)

function minorOf(value: string): number | undefined {
  const parsed = parseMinor(value)
  return 'minor' in parsed ? parsed.minor : undefined
}
