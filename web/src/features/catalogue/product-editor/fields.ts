import type { SpeakerRef } from '@e-events/shared/contract/catalogue/speakers.ts'
import { defaultLanguage, languages, type Language } from '@e-events/shared/domain/language.ts'
import type { ProductPlan, ProductType } from '@e-events/shared/domain/states.ts'
import type { suggestedAges, ticketFeePayers } from '@e-events/shared/contract/catalogue/product-fields.ts'

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

/**
 * The form of a product: amounts and numbers as people type them, moments as instants, what the server knows by id with
 * what is shown of it.
 */
export interface ProductFields {
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
  net: string
  tax: string
  priceNote: string
  ticketFeePayer: (typeof ticketFeePayers)[number]
  hasOffer: boolean
  offerNet: string
  offerTax: string
  offerStartsAt: string | null
  offerEndsAt: string | null
  saleStartsAt: string | null
  saleEndsAt: string | null
  expirationHours: string
  expiresAt: string | null
  subscriptionOnly: boolean
  stock: string
  shippingNet: string
  sessions: SessionFields[]
  trailerUrl: string
  url: string
  fakeLive: boolean
  recordsBroadcasts: boolean
  categories: string[]
  newCategory: string
  tags: string[]
  labels: string[]
  suggestedAge: (typeof suggestedAges)[number]
  productionYear: string
  productionCountry: string
  director: string
  group: string
  metadata: MetadataFields[]
  bundle: BundleItem[]
  bundleActive: boolean
  seoTitle: string
  seoDescription: string
}

const noTexts = (): Texts => ({ title: '', shortDescription: '', description: '' })

/** Initial values of a new form. */
export function emptyFields(known: Partial<Pick<ProductFields, 'channelSlug' | 'type' | 'language'>> = {}): ProductFields {
  return {
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
    net: '',
    tax: '21',
    priceNote: '',
    ticketFeePayer: 'organizer',
    hasOffer: false,
    offerNet: '',
    offerTax: '21',
    offerStartsAt: null,
    offerEndsAt: null,
    saleStartsAt: null,
    saleEndsAt: null,
    expirationHours: '',
    expiresAt: null,
    subscriptionOnly: false,
    stock: '',
    shippingNet: '',
    sessions: [],
    trailerUrl: '',
    url: '',
    fakeLive: false,
    recordsBroadcasts: true,
    categories: [],
    newCategory: '',
    tags: [],
    labels: [],
    suggestedAge: 'all',
    productionYear: '',
    productionCountry: '',
    director: '',
    group: '',
    metadata: [],
    bundle: [],
    bundleActive: true,
    seoTitle: '',
    seoDescription: '',
    ...known,
  }
}

export const hasTexts = ({ title, shortDescription, description }: Texts): boolean =>
  `${title}${shortDescription}${description}`.trim() !== ''

/** The languages that a product says something in, its own first. */
export function languagesOf(fields: Pick<ProductFields, 'language' | 'texts'>): Language[] {
  return [fields.language, ...languages.filter((one) => one !== fields.language && hasTexts(fields.texts[one]))]
}
