import type { OwnProduct, ProductDetail } from '@e-events/shared/contract/products.ts'
import { decideGoLive, type GoLiveRefusal } from '@e-events/shared/domain/go-live.ts'
import { canMove } from '@e-events/shared/domain/machine.ts'
import { productTransitions } from '@e-events/shared/domain/states.ts'
import { fileUrl } from '../../read/file-url.ts'
import { toProductCard, toSession, type ProductCardRow } from '../../read/product-card.ts'
import { isOwner, productActions, saleState, type ProductViewer } from './policy.ts'
import type { OwnProductRow, ProductDetailRow, SessionJson } from './rows.ts'

const sessionTypes: ReadonlySet<string> = new Set(['broadcast', 'live', 'meet'])

export function toOwnProduct(row: OwnProductRow, nowMs: number): OwnProduct {
  const refusal = goLiveRefusal(row, nowMs)
  const { broadcast_state: state, broadcast_started_at: startedAt } = row
  return {
    ...toProductCard(row),
    status: row.status,
    description: row.description,
    sessions: row.sessions.map(toProductSession),
    channelApproved: row.channel_status === 'published',
    broadcast: state === null || startedAt === null ? null : { state, startedAt: startedAt.toISOString() },
    allowed: {
      edit: true,
      publish: canMove(productTransitions, row.status, 'published') && row.channel_status === 'published',
      addSession: sessionTypes.has(row.type),
      goLive: refusal === null,
    },
    goLiveRefusal: refusal,
  }
}

export function toProductDetail(
  row: ProductDetailRow,
  context: { viewer: ProductViewer | null; now: Date; related: readonly ProductCardRow[] },
): ProductDetail {
  const { viewer, now } = context
  return {
    ...toProductCard(row),
    status: row.status,
    description: row.description,
    priceNote: row.price_note,
    tags: row.tags,
    productionYear: row.production_year,
    productionCountry: row.production_country,
    suggestedAge: row.suggested_age,
    director: row.director,
    speakers: row.speakers.map(({ slug, name, title, image_file_id }) => ({ slug, name, title, imageUrl: fileUrl(image_file_id) })),
    trailerUrl: row.trailer_url,
    sessions: row.sessions.map(toProductSession),
    saleState: saleState(row, now),
    saleStartsAt: row.sale_starts_at?.toISOString() ?? null,
    saleEndsAt: row.sale_ends_at?.toISOString() ?? null,
    translations: row.translations,
    owned: row.owned,
    allowed: { ...productActions(row, viewer, now), goLive: isOwner(row, viewer) && goLiveRefusal(row, now.getTime()) === null },
    related: context.related.map(toProductCard),
  }
}

function toProductSession(session: SessionJson) {
  return toSession({ ...session, starts_at: new Date(session.starts_at), ends_at: new Date(session.ends_at) })
}

function goLiveRefusal(row: OwnProductRow, nowMs: number): GoLiveRefusal | null {
  return decideGoLive({
    type: row.type,
    status: row.status,
    channelStatus: row.channel_status,
    running: row.broadcast_state !== null,
    nowMs,
    sessions: row.sessions.map(({ id, starts_at, ends_at, finished }) => ({
      id,
      startsAtMs: Date.parse(starts_at),
      endsAtMs: Date.parse(ends_at),
      finished,
    })),
  }).refusal
}
