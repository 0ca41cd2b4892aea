import type { Actor } from '../../../http/actor.ts'
import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { ManagedProduct } from '@e-events/shared/contract/catalogue/product-admin.ts'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { finalEndReasons } from '@e-events/shared/domain/end-reasons.ts'
import { decideGoLive, type GoLiveRefusal } from '@e-events/shared/domain/go-live.ts'
import { grossOf } from '@e-events/shared/domain/money.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { scheduledOf, toDateFacts, toStatedSession } from '../read/event-facts.ts'
import { chargeOf } from '../read/bundle-parts.ts'
import { toPrice, toProductCard, toSession, type ProductCardRow } from '../read/product-card.ts'
import { saleChangesAt } from '../read/sale-state.ts'
import type { TableRow } from './list-repository.ts'
import { fromColumns } from './plain-columns.ts'
import { isOwner, ownActions, productActions } from './policy.ts'
import {
  pageFields,
  type ChangedSessionJson,
  type OwnProductRow,
  type ProductDetailRow,
  type ProductFactsRow,
  type SpeakerJson,
} from './rows.ts'

export function toOwnProduct(row: OwnProductRow, now: Date): OwnProduct {
  const refusal = goLiveRefusal(row, now)
  const { broadcast_state: state, broadcast_started_at: startedAt } = row
  return {
    ...toProductCard(row),
    status: row.status,
    description: row.description,
    sessions: scheduledOf(row).map((date) => toStatedSession(date, row, now)),
    channelApproved: row.channel_status === 'published',
    tickets: row.tickets,
    recordsBroadcasts: row.records_broadcasts,
    publishedAt: iso(row.published_at),
    cancelledAt: iso(row.cancelled_at),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    broadcast: state === null || startedAt === null ? null : { state, startedAt: startedAt.toISOString() },
    allowed: { ...ownActions(row), goLive: refusal === null },
    goLiveRefusal: refusal,
  }
}

export function toManagedProduct(row: TableRow, now: Date): ManagedProduct {
  return { ...toOwnProduct(row, now), owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email } }
}

export function toProductDetail(row: ProductDetailRow, to: { viewer: Actor | null; takesPayments: boolean }, now: Date): ProductDetail {
  const bundle = toBundle(row, now)
  const price = toPrice(bundle?.priced ?? row)
  const { viewer } = to
  const card = toProductCard(bundle?.priced ?? row)
  const actions = productActions(row, { ...to, saleState: card.saleState }, now)
  const isOpenToAll = row.plan === 'free' && !row.subscription_only && row.status === 'published'
  return {
    ...card,
    ...toSharedFacts(row),
    status: row.status,
    description: row.description,
    priceParts: price && { ...price, taxBasisPoints: row.tax_basis_points },
    secondaryImageUrl: fileUrl(row.secondary_image_file_id),
    adBannerUrl: fileUrl(row.ad_banner_file_id),
    url: actions.watch || isOpenToAll ? row.url : null,
    sessions: scheduledOf(row).map((date) => toStatedSession(date, row, now)),
    saleChangesAt: saleChangesAt(row, now),
    cancelledAt: iso(row.cancelled_at),
    shipping:
      row.shipping_net_minor === null
        ? null
        : grossOf({ minor: row.shipping_net_minor, currency: row.currency }, row.regular_tax_basis_points).gross,
    hasTrailer: row.has_trailer,
    translations: row.translations,
    owned: row.owned,
    isSwitchedOff: row.is_module_off,
    allowed: { ...actions, goLive: isOwner(row, viewer) && goLiveRefusal(row, now) === null },
    bundleState: row.bundle_state,
    bundle: bundle?.parts ?? [],
    bundlePrice: bundle?.price ?? null,
  }
}

/**
 * Products of an active bundle and its price for this visitor: what is owned or cannot be had any more is not charged.
 * `priced` is the bundle with that price, the whole one beside it.
 */
function toBundle(row: ProductDetailRow, now: Date) {
  if (row.bundle.length === 0) return null
  const { netMinor, parts } = chargeOf(row, row.bundle, now)
  const isLess = netMinor < row.net_price_minor
  const whole = { regular_net_minor: row.regular_net_minor ?? row.net_price_minor, regular_tax_basis_points: row.regular_tax_basis_points }
  const priced = { ...row, net_price_minor: netMinor, ...(isLess ? whole : {}) }
  const money = (minor: number) => ({ minor, currency: row.currency })
  const grossOf = (card: ProductCardRow) => toPrice(card)?.gross.minor ?? 0
  const separately = parts.reduce((all, { state, product }) => all + (state === 'included' ? grossOf(product) : 0), 0)
  return {
    priced,
    parts: parts.map(({ product, state }) => ({ ...toProductCard(product), part: state })),
    price: {
      separately: money(separately),
      saves: money(Math.max(0, separately - grossOf(priced))),
      deducted: money(grossOf(row) - grossOf(priced)),
    },
  }
}

/** Fields that the page and the form show alike. */
export function toSharedFacts(row: ProductFactsRow) {
  return {
    ...fromColumns(row, pageFields),
    categories: row.categories.map(({ slug, title }) => ({ slug, title })),
    speakers: row.speakers.map(toSpeaker),
    changedSessions: row.changed_sessions.map(toChangedSession),
  }
}

function toProductSession(session: ChangedSessionJson) {
  return toSession({ ...session, starts_at: new Date(session.starts_at), ends_at: new Date(session.ends_at) })
}

function toChangedSession(session: ChangedSessionJson): ProductDetail['changedSessions'][number] {
  return {
    ...toProductSession(session),
    state: session.state,
    movedToId: session.moved_to_id as ProductDetail['changedSessions'][number]['movedToId'],
    note: session.note ?? '',
  }
}

function toSpeaker({ id, slug, name, title, image_file_id }: SpeakerJson) {
  return { id, slug, name, title, imageUrl: fileUrl(image_file_id) }
}

function goLiveRefusal(
  row: Pick<OwnProductRow, 'type' | 'status' | 'channel_status' | 'broadcast_state' | 'event_dates'>,
  now: Date,
): GoLiveRefusal | null {
  return decideGoLive({
    type: row.type,
    status: row.status,
    channelStatus: row.channel_status,
    running: row.broadcast_state !== null,
    nowMs: now.getTime(),
    sessions: scheduledOf(row)
      .map((date) => toDateFacts(date, { event_video_ms: null }))
      .map(({ id, startsAtMs, endsAtMs, show }) => ({
        id,
        startsAtMs,
        endsAtMs,
        finished: show?.state === 'ended' && show.endReason !== null && finalEndReasons.includes(show.endReason),
      })),
  }).refusal
}

export function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
