import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { createProductBody, updateProductBody } from '@e-events/shared/contract/catalogue/product-fields.ts'
import {
  hasField,
  pickPlain,
  plainFieldNames,
  plainFields,
  type PlainField,
  type PlainValues,
} from '@e-events/shared/contract/catalogue/plain-fields.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { z } from 'zod'
import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
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
  const currency = price?.currency ?? fields.currency
  const text = (minor: number) => minorText(minor, language, decimalsOf(currency))
  const { offer } = product
  return {
    ...fields,
    ...pickPlain(product, plainFieldNames),
    slug: product.slug,
    image: product.image,
    secondaryImage: product.secondaryImage,
    heroImage: product.heroImage,
    adBanner: product.adBanner,
    speakers: product.speakers,
    plan: product.plan,
    currency,
    net: price ? text(price.netMinor) : '',
    tax: price ? basisPointsText(price.taxBasisPoints, language) : fields.tax,
    hasOffer: offer !== null,
    offerNet: offer ? text(offer.netMinor) : '',
    offerTax: offer ? basisPointsText(offer.taxBasisPoints, language) : fields.offerTax,
    offerStartsAt: offer?.startsAt ?? null,
    offerEndsAt: offer?.endsAt ?? null,
    shippingNet: product.shippingNetMinor === null ? '' : text(product.shippingNetMinor),
    sessions: product.sessions.map(({ id, startsAt, endsAt }) => ({ key: id, id, startsAt, endsAt })),
    categories: product.categories.map(({ slug }) => slug),
    metadata: product.metadata.map(({ key, value, exportable }) => ({ key, value, exportable })),
    bundle: product.bundleProducts.map(({ id, title }) => ({ id, title })),
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
    ...plainBody(fields),
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
    price: isPaid
      ? { netMinor: minorOf(fields.net, fields) ?? 0, currency: fields.currency, taxBasisPoints: parseBasisPoints(fields.tax) ?? 0 }
      : null,
    offer:
      isPaid && fields.hasOffer && fields.offerStartsAt !== null && fields.offerEndsAt !== null
        ? {
            netMinor: minorOf(fields.offerNet, fields) ?? 0,
            taxBasisPoints: parseBasisPoints(fields.offerTax) ?? 0,
            startsAt: fields.offerStartsAt,
            endsAt: fields.offerEndsAt,
          }
        : null,
    categories: fields.categories,
    newCategory: orNull(fields.newCategory),
    bundleProductIds: fields.bundle.map(({ id }) => id),
    shippingNetMinor: type === 'physical' ? (minorOf(fields.shippingNet, fields) ?? null) : null,
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
      return second === 'taxBasisPoints' ? 'tax' : second === 'currency' ? 'currency' : 'net'
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

const idOf = (picture: Picture | null) => picture?.id ?? null
const orNull = (value: string) => (value.trim() === '' ? null : value.trim())

/** Value of a plain field after somebody typed this. Digits alone are a number: 1e3 is no way to write a year. */
export function typedValue(name: PlainField, typed: string): string | number | null {
  if (typed.trim() === '') return plainFields[name].empty === null ? null : typed
  return plainFields[name].kind === 'number' && /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed
}

/** Plain fields of a request. Fields of other types are empty, so that none stays behind when the type changes. */
export function plainBody(fields: ProductFields): Partial<PlainValues> {
  const entries = plainFieldNames.flatMap((name) => {
    const { kind, empty } = plainFields[name]
    const value = fields[name]
    if (!hasField(fields.type, name)) return [[name, empty]]
    if (kind === 'number') return typeof value === 'string' ? [] : [[name, value]]
    return [[name, kind === 'text' && typeof value === 'string' ? orNull(value) : value]]
  })
  return Object.fromEntries(entries) as Partial<PlainValues>
}

function minorOf(value: string, { currency }: Pick<ProductFields, 'currency'>): number | undefined {
  const parsed = parseMinor(value, decimalsOf(currency))
  return 'minor' in parsed ? parsed.minor : undefined
}
