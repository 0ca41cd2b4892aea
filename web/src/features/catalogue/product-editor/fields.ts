import { defaultCurrency } from '@e-events/shared/domain/currencies.ts'
import type { SpeakerRef } from '@e-events/shared/contract/catalogue/products.ts'
import { defaultLanguage, languages, type Language } from '@e-events/shared/domain/language.ts'
import type { ProductPlan, ProductType } from '@e-events/shared/domain/states.ts'
import { emptyPlainValues, plainFieldNames, type PlainValues } from '@e-events/shared/contract/catalogue/plain-fields.ts'

export interface Picture {
  id: string
  url: string
}

export interface Texts {
  title: string
  shortDescription: string
  description: string
}

/** A date as the form holds it: `id` once the server knows it. */
export interface SessionFields {
  key: string
  id: string | null
  startsAt: string | null
  endsAt: string | null
}

export interface MetadataFields {
  key: string
  value: string
  exportable: boolean
}

/** A product that comes with a bundle. */
export interface BundleItem {
  id: string
  title: string
}

/** A number that cannot be read stays as it was typed, for the rules to report. */
type Typed<Value> = number extends Value ? Value | string : Value

/**
 * The form of a product. Plain fields hold the contract's own values; the others are amounts as people type them, what
 * the server knows by id with what is shown of it, and parts that have endpoints of their own.
 */
export interface ProductFields extends PlainFormValues {
  channelSlug: string
  type: ProductType | ''
  /** Empty: made from the title. */
  slug: string
  /** The language of which the others are translations. */
  language: Language
  texts: Record<Language, Texts>
  image: Picture | null
  secondaryImage: Picture | null
  heroImage: Picture | null
  adBanner: Picture | null
  speakers: SpeakerRef[]
  plan: ProductPlan
  /** ISO 4217: of the price, the offer and the shipping. */
  currency: string
  net: string
  tax: string
  hasOffer: boolean
  offerNet: string
  offerTax: string
  offerStartsAt: string | null
  offerEndsAt: string | null
  shippingNet: string
  sessions: SessionFields[]
  categories: string[]
  newCategory: string
  metadata: MetadataFields[]
  bundle: BundleItem[]
}
type PlainFormValues = { [Name in keyof PlainValues]: Typed<PlainValues[Name]> }

const noTexts = (): Texts => ({ title: '', shortDescription: '', description: '' })

/** Initial values of a new form. */
export function emptyFields(known: Partial<Pick<ProductFields, 'channelSlug' | 'type' | 'language'>> = {}): ProductFields {
  return {
    ...emptyPlainValues(plainFieldNames),
    channelSlug: '',
    type: '',
    slug: '',
    language: defaultLanguage,
    texts: { es: noTexts(), en: noTexts(), pt: noTexts() },
    image: null,
    secondaryImage: null,
    heroImage: null,
    adBanner: null,
    speakers: [],
    plan: 'free',
    currency: defaultCurrency,
    net: '',
    tax: '21',
    hasOffer: false,
    offerNet: '',
    offerTax: '21',
    offerStartsAt: null,
    offerEndsAt: null,
    shippingNet: '',
    sessions: [],
    categories: [],
    newCategory: '',
    metadata: [],
    bundle: [],
    ...known,
  }
}

export const hasTexts = ({ title, shortDescription, description }: Texts): boolean =>
  `${title}${shortDescription}${description}`.trim() !== ''

/** The languages that a product says something in, its own first. */
export function languagesOf(fields: Pick<ProductFields, 'language' | 'texts'>): Language[] {
  return [fields.language, ...languages.filter((one) => one !== fields.language && hasTexts(fields.texts[one]))]
}
