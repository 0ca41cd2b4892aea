import type { Actor } from '../../../http/actor.ts'
import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { ManagedProduct } from '@e-events/shared/contract/catalogue/product-admin.ts'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { finalEndReasons } from '@e-events/shared/domain/end-reasons.ts'
import { decideGoLive, type GoLiveRefusal } from '@e-events/shared/domain/go-live.ts'
import { grossOf } from '@e-events/shared/domain/money.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { toDateFacts, toStatedSession } from '../read/event-facts.ts'
import { toPrice, toProductCard, toSession } from '../read/product-card.ts'
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
    sessions: row.sessions.map((date) => toStatedSession(date, row, now)),
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
  const price = toPrice(row)
  const { viewer } = to
  const actions = productActions(row, to, now)
  const isOpenToAll = row.plan === 'free' && !row.subscription_only && row.status === 'published'
  return {
    ...toProductCard(row),
    ...toSharedFacts(row),
    status: row.status,
    description: row.description,
    priceParts: price && { ...price, taxBasisPoints: row.tax_basis_points },
    secondaryImageUrl: fileUrl(row.secondary_image_file_id),
    adBannerUrl: fileUrl(row.ad_banner_file_id),
    url: actions.watch || isOpenToAll ? row.url : null,
    sessions: row.sessions.map((date) => toStatedSession(date, row, now)),
    saleChangesAt: saleChangesAt(row, now),
    cancelledAt: iso(row.cancelled_at),
    shipping:
      row.shipping_net_minor === null
        ? null
        : grossOf({ minor: row.shipping_net_minor, currency: row.currency }, row.regular_tax_basis_points).gross,
    hasTrailer: row.has_trailer,
    translations: row.translations,
    owned: row.owned,
    allowed: { ...actions, goLive: isOwner(row, viewer) && goLiveRefusal(row, now) === null },
    bundle: row.bundle.map(toProductCard),
    related: row.related.map(toProductCard),
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

function goLiveRefusal(row: OwnProductRow, now: Date): GoLiveRefusal | null {
  return decideGoLive({
    type: row.type,
    status: row.status,
    channelStatus: row.channel_status,
    running: row.broadcast_state !== null,
    nowMs: now.getTime(),
    sessions: row.sessions.map(toDateFacts).map(({ id, startsAtMs, endsAtMs, show }) => ({
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
