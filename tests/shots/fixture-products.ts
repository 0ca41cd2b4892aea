import { limits } from '@e-events/shared/limits.ts'
import { broadcasts, type Recording } from '@e-events/shared/contract/live/broadcasts.ts'
import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { firstStepIds, firstSteps } from '@e-events/shared/contract/catalogue/first-steps.ts'
import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import { productCodes } from '@e-events/shared/contract/sales/product-codes.ts'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { viewings } from '@e-events/shared/contract/live/viewings.ts'
import { usage } from '@e-events/shared/contract/sales/money/usage.ts'
import { uploads } from '@e-events/shared/contract/media/uploads.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { demoCategories } from '../../api/src/db/seeds/demo/content.ts'
import { Refusal, type FakeApi } from '../../web/src/testing/fake-api.ts'
import { qualityReport } from '../../web/src/testing/quality-factories.ts'
import { accessCode, coupon, couponBatch, managedProduct, ownProduct, ownProductDetail } from '../../web/src/testing/product-factories.ts'

/** Products as their organizers and administrators see them. */
export type OwnProductsScenario = 'full' | 'none' | 'error' | 'never'

interface Around {
  scenario: { ownProducts: OwnProductsScenario }
  /** The demo's catalogue. */
  details: (language: Language) => ProductDetail[]
}

/** Slugs of the demo that stand for each state. */
export const ownSlugs = { draft: 'draft-show', published: 'published-show', private: 'private-show' } as const

const recordingOf = (day: number, wanted: Partial<Recording> = {}): Recording => ({
  id: `00000000-0000-4000-8000-0000000000${day}` as Recording['id'],
  broadcastId: `00000000-0000-4000-8000-0000000001${day}` as Recording['broadcastId'],
  productSlug: ownSlugs.published,
  title: 'Marea alta',
  startedAt: `2026-11-${day}T19:00:00.000Z`,
  state: 'ready',
  durationMs: 5_395_000,
  sizeBytes: 2_400_000_000,
  files: [],
  isCharged: true,
  onDemand: null,
  ...wanted,
})
const fileOf = (label: string, wanted: Partial<Recording['files'][number]> = {}): Recording['files'][number] => ({
  feedId: `00000000-0000-4000-8000-${label.length.toString().padStart(12, '0')}` as Recording['files'][number]['feedId'],
  label,
  state: 'ready',
  durationMs: 5_395_000,
  sizeBytes: 812_000_000,
  mp4Url: '/media/token/live/show/stage.mp4',
  ...wanted,
})
/** On air, being made, finished, put on demand, failed. */
const recordings: readonly Recording[] = [
  recordingOf(20, { state: 'recording' }),
  recordingOf(19, { files: [fileOf('Escenario'), fileOf('Cámara del público', { state: 'processing', mp4Url: null })] }),
  recordingOf(18, {
    files: [fileOf('Escenario')],
    onDemand: { slug: 'marea-alta-2', channelSlug: 'sala-faro', status: 'draft' },
  }),
  recordingOf(17, { state: 'failed' }),
]

export function playOwnProducts(api: FakeApi, { scenario, details }: Around): void {
  const staged = async () => {
    if (scenario.ownProducts === 'never') await new Promise(() => undefined)
    if (scenario.ownProducts === 'error') throw new Refusal('INTERNAL')
  }
  const rows = () =>
    details('es').map((product, i) =>
      ownProduct({
        ...cardOf(product),
        status: i % 5 === 1 ? 'draft' : i % 5 === 3 ? 'private' : 'published',
        tickets: i * 137,
        cancelledAt: i === 6 ? '2026-11-20T10:00:00.000Z' : null,
      }),
    )
  const store = new Map<string, OwnProductDetail>()
  const find = (slug: string): OwnProductDetail => {
    const known = store.get(slug)
    if (known) return known
    const status = (Object.keys(ownSlugs) as (keyof typeof ownSlugs)[]).find((one) => ownSlugs[one] === slug)
    const model = details('es').find((product) =>
      status ? product.type === 'broadcast' && product.sessions.length > 1 : product.slug === slug,
    )
    if (!model) throw new Refusal('NOT_FOUND')
    const made = detailFor(model, slug, status ?? 'draft')
    store.set(slug, made)
    return made
  }
  const keep = (product: OwnProductDetail) => {
    store.set(product.slug, product)
    return product
  }
  api.on(productAdmin.types, () => ({
    producer: ['broadcast' as const, 'live' as const],
    mine: ['broadcast' as const, 'live' as const, 'vod' as const, 'course' as const, 'master' as const],
  }))
  api.on(firstSteps.get, () => ({
    steps: firstStepIds.map((id) => ({ id, done: id === 'channel' || id === 'approval' })),
    channelSlug: 'sala-faro',
    draft: null,
  }))
  api.on(broadcasts.recordings, async () => {
    await staged()
    return { items: scenario.ownProducts === 'none' ? [] : [...recordings], nextCursor: null }
  })
  api.on(viewings.report, () => undefined)
  api.on(viewings.quality, () => watchedShow)
  api.on(categories.list, ({ query }) => ({
    items: demoCategories.map(({ slug, titles }) => ({ slug, title: titles[query.language ?? 'es'], count: 3 })),
  }))
  const page = async <T>(items: () => T[]) => {
    await staged()
    const all = scenario.ownProducts === 'none' ? [] : items()
    return { items: all, nextCursor: null, total: all.length }
  }
  api.on(productAdmin.list, () => page(() => rows().map((row) => managedProduct(row))))
  api.on(productAdmin.listOpen, () => page(() => rows().map((row, i) => managedProduct({ ...row, onAir: i === 0, status: 'published' }))))
  api.on(ownProducts.listOwn, () => page(rows))
  api.on(ownProducts.getOwn, async ({ params }) => {
    await staged()
    return find(params.slug)
  })
  api.on(usage.show, () => ({
    isPrivate: false,
    includedMinutes: 90,
    quantity: 7,
    hourPrice: { minor: 45, currency: 'EUR' },
    recordingPrice: { minor: 4_900, currency: 'EUR' },
    balanceMinutes: 0,
    freeMinutes: 15,
    show: null,
  }))
  api.on(ownProducts.update, ({ params }) => keep(find(params.slug)))
  api.on(ownProducts.publish, ({ params, body }) => keep(ownProductDetail({ ...find(params.slug), status: body.status })))
  api.on(uploads.media, ({ params }) => ({
    productSlug: params.slug,
    video: { state: 'none' as const },
    trailer: {
      state: 'processing' as const,
      uploadId: null,
      fileName: 'adelanto.mp4',
      sizeBytes: 48_318_382,
      stage: 'encoding' as const,
      percent: 62,
      attempt: 1,
      playable: false,
    },
    audio: { state: 'none' as const },
    left: { bytes: limits.ownerStoredBytes, pictureMs: limits.ownerPictureMs, files: null },
  }))
  api.on(productCodes.list, () => {
    const items = [
      ...Array.from({ length: 4 }, () => accessCode()),
      accessCode({
        state: 'redeemed',
        redeemedAt: '2026-11-20T18:00:00.000Z',
        redeemedBy: { name: 'Camila Benali', email: 'camila@caixa.example' },
      }),
      accessCode({ state: 'revoked', label: null }),
    ]
    return { items, nextCursor: null, counts: { unused: 4, redeemed: 1, revoked: 1 } }
  })
  const euros = (minor: number) => ({ minor, currency: 'EUR' })
  const free = { net: euros(0), tax: euros(0), gross: euros(0), taxBasisPoints: 2_100 }
  api.on(coupons.listBatches, () => ({
    items: [
      couponBatch({ name: 'Socios de la Sala Azul', quantity: 50, counts: { unused: 31, redeemed: 18, revoked: 1 } }),
      couponBatch({ name: '', price: free, state: 'revoked', counts: { unused: 0, redeemed: 1, revoked: 2 } }),
    ],
    nextCursor: null,
  }))
  api.on(coupons.list, () => ({
    items: [
      coupon({
        state: 'redeemed',
        redeemedAt: '2026-11-21T18:00:00.000Z',
        redeemedBy: { name: 'Camila Benali', email: 'camila@caixa.example' },
      }),
      ...Array.from({ length: 3 }, () => coupon()),
      coupon({ state: 'revoked' }),
    ],
    nextCursor: null,
  }))
}

function cardOf(product: ProductDetail) {
  const { id, slug, title, shortDescription, type, plan, price, posterUrl, heroUrl, category, languages, nextSession, onAir, durationMs } =
    product
  return {
    id,
    slug,
    title,
    shortDescription,
    channel: product.channel,
    type,
    plan,
    price,
    posterUrl,
    heroUrl,
    category,
    languages,
    nextSession,
    onAir,
    durationMs,
  }
}

function detailFor(product: ProductDetail, slug: string, status: 'draft' | 'published' | 'private'): OwnProductDetail {
  return ownProductDetail({
    ...cardOf(product),
    slug,
    status,
    channel: { slug: 'sala-faro', title: 'Sala Faro', logoUrl: product.channel.logoUrl },
    plan: 'paid',
    channelApproved: status !== 'draft',
    sessions: product.sessions,
    tickets: status === 'draft' ? 0 : 312,
    text: { title: product.title, shortDescription: product.shortDescription, description: product.description },
    translations: [{ language: 'en', title: 'Table for nine', shortDescription: '', description: '' }],
    netPrice: { netMinor: 1_200, currency: 'EUR', taxBasisPoints: 2_100 },
    offer: { netMinor: 1_000, taxBasisPoints: 2_100, startsAt: '2026-12-01T09:00:00.000Z', endsAt: '2026-12-08T22:59:00.000Z' },
    image: product.posterUrl ? { id: product.id, url: product.posterUrl } : null,
    speakers: product.speakers,
    tags: product.tags,
    categories: product.categories,
    metadata: [
      { key: 'Promotor', value: 'Goiko Producciones', exportable: true },
      { key: 'Código interno', value: 'GK-2026-114', exportable: false },
    ],
  })
}

/** Two hours: people come in the first minutes, and go now and then. */
const watchedShow = qualityReport({
  viewers: 341,
  viewings: 366,
  peakViewers: 294,
  averageWatchedMs: 82 * 60_000,
  watchedMs: 341 * 82 * 60_000,
  liveMs: 301 * 82 * 60_000,
  behindMs: 40 * 82 * 60_000,
  rebufferedShare: 0.0042,
  rebuffers: 97,
  rungChanges: 214,
  rungs: [
    { heightPx: 1080, ms: 14_000_000, share: 0.61 },
    { heightPx: 720, ms: 6_000_000, share: 0.27 },
    { heightPx: 540, ms: 2_000_000, share: 0.09 },
    { heightPx: 360, ms: 700_000, share: 0.03 },
  ],
  devices: {
    kinds: [
      { kind: 'computer', viewers: 190 },
      { kind: 'phone', viewers: 121 },
      { kind: 'tablet', viewers: 30 },
    ],
    browsers: [
      { name: 'Chrome', viewers: 208 },
      { name: 'Safari', viewers: 96 },
      { name: 'Firefox', viewers: 37 },
    ],
    systems: [
      { name: 'Windows', viewers: 131 },
      { name: 'Android', viewers: 110 },
      { name: 'macOS', viewers: 59 },
      { name: 'iOS', viewers: 41 },
    ],
  },
  series: {
    from: '2026-11-20T20:00:00.000Z',
    everyMinutes: 1,
    viewers: Array.from({ length: 122 }, (_, i) =>
      Math.round(312 * (1 - Math.exp(-i / 4)) * (i < 118 ? 1 - i / 420 + Math.sin(i / 5) / 60 : (122 - i) / 6)),
    ),
  },
  retention: {
    lengthMs: 7_200_000,
    shares: Array.from({ length: 100 }, (_, i) => Math.min(1, 0.97 - i / 300 - (i > 94 ? (i - 94) / 20 : 0))),
  },
})
