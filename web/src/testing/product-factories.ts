import { emptyPlainValues, plainFieldsIn } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import type { OwnChannel } from '@e-events/shared/contract/catalogue/channels.ts'
import type { OwnProduct, OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { ManagedProduct } from '@e-events/shared/contract/catalogue/product-admin.ts'
import type { Coupon, CouponBatch } from '@e-events/shared/contract/sales/coupons.ts'
import type { AccessCode } from '@e-events/shared/contract/sales/product-codes.ts'
import type { SpeakerRef } from '@e-events/shared/contract/catalogue/products.ts'
import { frozenOf } from '@e-events/shared/domain/product-rules.ts'
import { allowedChannelActs } from '@e-events/shared/domain/channels.ts'
import { channel, productCard } from './factories.ts'

/** Values of an organizer's own things that fit the contract: ask for the one field that the test is about. */
let counter = 0
const uuid = (): never => `00000000-0000-4000-a000-${String(++counter).padStart(12, '0')}` as never

export function speakerRef(wanted: Partial<SpeakerRef> = {}): SpeakerRef {
  const number = ++counter
  return { id: uuid(), slug: `ponente-${number}`, name: `Nora Beltrán ${number}`, title: 'Guitarrista', imageUrl: null, ...wanted }
}

export function ownChannel(wanted: Partial<OwnChannel> = {}): OwnChannel {
  const status = wanted.status ?? 'published'
  return {
    ...channel(),
    status,
    owner: { id: uuid(), name: 'Lucía Ferrer', email: 'lucia@correo.example' },
    products: 0,
    createdAt: '2026-11-01T10:00:00.000Z',
    statusChangedAt: '2026-11-02T10:00:00.000Z',
    review: null,
    allowed: { edit: true, rename: status !== 'published', ...allowedChannelActs(status, { isOwner: true, isStaff: false }) },
    ...wanted,
  }
}

export function ownProduct(wanted: Partial<OwnProduct> = {}): OwnProduct {
  const status = wanted.status ?? 'draft'
  const isDraft = status === 'draft'
  return {
    ...productCard(wanted),
    status,
    description: '',
    recordsBroadcasts: true,
    sessions: [],
    channelApproved: true,
    saleState: isDraft ? 'unpublished' : 'open',
    tickets: 0,
    publishedAt: isDraft ? null : '2026-11-20T18:00:00.000Z',
    cancelledAt: null,
    createdAt: '2026-11-19T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    broadcast: null,
    goLiveRefusal: isDraft ? 'PRODUCT_NOT_PUBLISHED' : null,
    ...wanted,
    allowed: {
      edit: true,
      publish: status !== 'published',
      makePrivate: status !== 'private',
      addSession: true,
      changeSessions: isDraft,
      cancel: !isDraft,
      generateCodes: status === 'private',
      delete: isDraft,
      goLive: false,
      ...wanted.allowed,
    },
  }
}

/** A draft that lacks nothing. */
export function ownProductDetail(wanted: Partial<OwnProductDetail> = {}): OwnProductDetail {
  const base = ownProduct(wanted)
  const title = wanted.text?.title ?? wanted.title ?? base.title
  return {
    ...base,
    title,
    ...emptyPlainValues(plainFieldsIn('page', 'form')),
    revision: 1,
    language: 'es',
    text: { title, shortDescription: base.shortDescription, description: 'Una noche larga.' },
    translations: [],
    netPrice: null,
    offer: null,
    image: { id: uuid(), url: '/api/files/picture' },
    secondaryImage: null,
    heroImage: null,
    adBanner: null,
    sourceVideoUrl: null,
    playbackUrl: null,
    etag: null,
    categories: [],
    speakers: [speakerRef()],
    changedSessions: [],
    movesLeft: 3,
    bundleProductIds: [],
    bundleProducts: [],
    bundleState: null,
    metadata: [],
    shippingNetMinor: null,
    publishChecklist: [
      { rule: 'channel', ok: base.channelApproved },
      { rule: 'image', ok: true },
      { rule: 'speakers', ok: true },
      { rule: 'session', ok: base.sessions.length > 0 },
    ],
    frozen: frozenOf(base.status),
    ...wanted,
    allowed: base.allowed,
  }
}

export function managedProduct(wanted: Partial<ManagedProduct> = {}): ManagedProduct {
  return { ...ownProduct(wanted), owner: { id: uuid(), name: 'Greta Haddad', email: 'greta@caixa.example' }, ...wanted }
}

export function accessCode(wanted: Partial<AccessCode> = {}): AccessCode {
  return {
    id: uuid(),
    code: `FARO-${String(++counter).padStart(8, '0')}`,
    label: 'Prensa',
    state: 'unused',
    createdAt: '2026-11-20T18:00:00.000Z',
    redeemedAt: null,
    redeemedBy: null,
    ...wanted,
  }
}

export function couponBatch(wanted: Partial<CouponBatch> = {}): CouponBatch {
  const money = (minor: number) => ({ minor, currency: 'EUR' })
  return {
    id: uuid(),
    name: 'Prensa',
    session: null,
    price: { net: money(400), tax: money(84), gross: money(484), taxBasisPoints: 2_100 },
    quantity: 3,
    counts: { unused: 2, redeemed: 1, revoked: 0 },
    validUntil: null,
    createdAt: '2026-11-20T18:00:00.000Z',
    state: 'open',
    ...wanted,
  }
}

export function coupon(wanted: Partial<Coupon> = {}): Coupon {
  return { id: uuid(), code: `VALE0-${String(++counter).padStart(5, '0')}`, state: 'unused', redeemedAt: null, redeemedBy: null, ...wanted }
}
