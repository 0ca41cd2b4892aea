import { coupons, type CouponBatch, type RedeemedCoupon } from '@e-events/shared/contract/sales/coupons.ts'
import type { Ticket } from '@e-events/shared/contract/sales/tickets.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { toProductCard } from '../../catalogue/read/product-card.ts'
import { couponColumns, toBatch, toCoupon } from './batch-presenter.ts'
import type { CouponBatches } from './batch-service.ts'
import type { Redeem } from './redeem.ts'

export interface CouponRouteDeps {
  batches: CouponBatches
  redeem: Redeem
  /** The ticket that a code was redeemed for. */
  ticketOf(id: string, language: Language): Promise<Ticket>
  sessionOf(id: string | null): Promise<CouponBatch['session']>
  impact(): Promise<{ coupons: number; codes: number; checkouts: number }>
  clock: Clock
}

export function couponRoutes(router: ApiRouter, bind: Bind, deps: CouponRouteDeps): void {
  const { batches, clock } = deps
  const position = (cursor: string | undefined) => decodeCursor(cursor, [cursorKey.instant, cursorKey.uuid]) as [string, string] | undefined
  bind(router, coupons, {
    make: async ({ owned, body, user }) => toBatch(await batches.make(owned.id, body, user.id), clock.now()),
    async listBatches({ owned, query: { cursor, limit } }) {
      const now = clock.now()
      const rows = await batches.list(owned.id, { after: position(cursor), limit: limit + 1 })
      return toPage(rows, limit, { item: (row) => toBatch(row, now), cursor: (row) => [row.sort_at, row.id] })
    },
    async list({ owned, params, query: { cursor, limit, state, q } }) {
      const rows = await batches.codes(owned.id, params.id, { state, q }, { after: position(cursor), limit: limit + 1 })
      return toPage(rows, limit, { item: toCoupon, cursor: (row) => [row.sort_at, row.id] })
    },
    async export({ owned, params, query: { format, state, q }, language }) {
      const { id } = await batches.get(owned.id, params.id)
      const { file, columns } = couponColumns(language)
      const day = clock.now().toISOString().slice(0, 10)
      return toTableFile({ name: `${file}-${params.slug}-${day}`, format, columns, batches: batches.every(id, { state, q }) })
    },
    revokeBatch: async ({ owned, params }) => toBatch(await batches.revokeBatch(owned.id, params.id), clock.now()),
    revoke: async ({ owned, params }) => toCoupon(await batches.revoke(owned.id, params.id, params.codeId)),
    async redeem({ body, user, language }): Promise<RedeemedCoupon> {
      const outcome = await deps.redeem({ text: body.code, productSlug: body.productSlug, userId: user.id, language })
      if (outcome.kind === 'access') return { kind: 'access', ticket: await deps.ticketOf(outcome.ticketId, language) }
      const { code, product, sessionId, price, heldUntil } = outcome
      return {
        kind: 'price',
        code,
        product: toProductCard(product),
        session: await deps.sessionOf(sessionId),
        price,
        heldUntil: heldUntil.toISOString(),
      }
    },
    impact: () => deps.impact(),
  })
}
