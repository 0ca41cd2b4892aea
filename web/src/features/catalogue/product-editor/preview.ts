import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { emptyPlainValues, pickPlain, plainFieldsIn } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import type { ProductDetail, StatedSession } from '@e-events/shared/contract/catalogue/products.ts'
import type { ProductId, SessionId } from '@e-events/shared/domain/ids.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { pricePartsOf } from '@e-events/shared/domain/pricing.ts'
import { platformZone } from '@e-events/shared/ui/format.ts'
import { parseBasisPoints, parseMinor } from '../../../lib/money.ts'
import { languagesOf, type ProductFields } from './fields.ts'
import { plainBody } from './mapping.ts'

interface Around {
  language: Language
  product: OwnProductDetail | null
  categories: readonly { slug: string; title: string }[]
  channel: { slug: string; title: string; logoUrl: string | null } | undefined
}

/** Plain fields that a product's page holds. */
const shown = plainFieldsIn('page', 'list')

const noId = '00000000-0000-4000-8000-000000000000'

/** The product as its page will show it, of what stands in the form: nothing is asked of the server. */
export function previewOf(fields: ProductFields, { language, product, categories, channel }: Around): ProductDetail {
  const own = fields.texts[fields.language]
  const wanted = fields.texts[language]
  // Where a language lacks a text, that of the product's own shows, as it does for buyers.
  const texts = wanted.title.trim() === '' ? own : { ...wanted, description: wanted.description || own.description }
  const sessions = fields.sessions.flatMap(({ id, startsAt, endsAt }): StatedSession[] =>
    startsAt === null || endsAt === null
      ? []
      : [{ id: (id ?? noId) as SessionId, startsAt, endsAt, timezone: platformZone, state: 'coming', changesAt: null }],
  )
  const price = priceOf(fields)
  return {
    ...pickPlain({ ...emptyPlainValues(shown), ...plainBody(fields) }, shown),
    id: product?.id ?? (noId as ProductId),
    slug: product?.slug ?? (fields.slug.trim() || 'preview'),
    title: texts.title.trim() || '…',
    shortDescription: texts.shortDescription,
    description: texts.description,
    channel: channel
      ? { slug: channel.slug, title: channel.title, logoUrl: channel.logoUrl }
      : { slug: 'channel', title: '…', logoUrl: null },
    type: fields.type === '' ? 'broadcast' : fields.type,
    plan: fields.plan,
    price: price?.gross ?? null,
    regularPrice: null,
    offerEndsAt: null,
    posterUrl: fields.image?.url ?? null,
    heroUrl: fields.heroImage?.url ?? null,
    category: categories.find(({ slug }) => slug === fields.categories[0])?.title ?? null,
    languages: languagesOf(fields),
    event: sessions[0] ? { state: 'coming', session: sessions[0], changesAt: null } : null,
    nextSession: sessions[0] ?? null,
    onAir: false,
    viewers: null,
    durationMs: product?.durationMs ?? null,
    status: 'published',
    priceParts: price,
    categories: fields.categories.map((slug) => ({ slug, title: categories.find((one) => one.slug === slug)?.title ?? slug })),
    speakers: fields.speakers,
    secondaryImageUrl: fields.secondaryImage?.url ?? null,
    adBannerUrl: fields.adBanner?.url ?? null,
    hasTrailer: false,
    url: null,
    sessions,
    changedSessions: product?.changedSessions ?? [],
    saleState: 'open',
    left: null,
    saleChangesAt: null,
    cancelledAt: null,
    shipping: null,
    bundleState: null,
    bundle: [],
    bundlePrice: null,
    translations: languagesOf(fields).map((one) => ({ language: one, title: fields.texts[one].title })),
    owned: false,
    isSwitchedOff: false,
    allowed: {
      getTicket: fields.plan === 'free',
      buy: fields.plan === 'paid' && !fields.subscriptionOnly,
      subscribe: fields.subscriptionOnly,
      watch: false,
      goLive: false,
    },
  }
}

function priceOf({ plan, net, currency, tax, ticketFeePayer }: ProductFields): ProductDetail['priceParts'] {
  const parsed = parseMinor(net, decimalsOf(currency))
  const taxBasisPoints = parseBasisPoints(tax)
  if (plan === 'free' || !('minor' in parsed) || taxBasisPoints === undefined) return null
  return { ...pricePartsOf({ netMinor: parsed.minor, currency, taxBasisPoints, ticketFeePayer }), taxBasisPoints }
}
