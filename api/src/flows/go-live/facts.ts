import { finalEndReasons } from '@e-events/shared/domain/end-reasons.ts'
import type { GoLiveFacts } from '@e-events/shared/domain/go-live.ts'
import type { ChannelStatus, ProductStatus, ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'

/** Facts that decide whether this product may go live now. */
export async function readGoLiveFacts(knex: Knex, productId: string, nowMs: number): Promise<GoLiveFacts> {
  const product = await knex('products as p')
    .join('channels as c', 'c.id', 'p.channel_id')
    .where('p.id', productId)
    .first<{ type: ProductType; status: ProductStatus; channel_status: ChannelStatus } | undefined>(
      'p.type',
      'p.status',
      'c.status as channel_status',
    )
  if (!product) throw new Error('the product is gone')
  const running = await knex('broadcasts').where({ product_id: productId, kind: 'live' }).whereNot({ state: 'ended' }).first('id')
  const sessions = await knex('product_sessions').where({ product_id: productId, state: 'scheduled' }).select('id', 'starts_at', 'ends_at')
  const finished = await knex('broadcasts')
    .where({ product_id: productId, kind: 'live', state: 'ended' })
    .whereIn('end_reason', [...finalEndReasons])
    .select('session_id')
  const finishedIds = new Set(finished.map((row) => row.session_id))
  return {
    type: product.type,
    status: product.status,
    channelStatus: product.channel_status,
    running: running !== undefined,
    nowMs,
    sessions: sessions.map(({ id, starts_at, ends_at }) => ({
      id,
      startsAtMs: starts_at.getTime(),
      endsAtMs: ends_at.getTime(),
      finished: finishedIds.has(id),
    })),
  }
}
