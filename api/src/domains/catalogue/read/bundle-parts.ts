import { chargeBundle, type BundlePartState } from '@e-events/shared/domain/bundles.ts'
import { isClosed } from '@e-events/shared/domain/event-state.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { readEvent } from './event-facts.ts'
import { productCardColumns, productCardJoins, type ProductCardRow } from './product-card.ts'

/** The account of a placeholder has a ticket of product `p` that still opens the door. $2: now. */
const isOwnedBy = (user: string): string => `exists (select 1 from tickets k where k.user_id = ${user}::uuid
  and k.product_id = p.id and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2))`

/** Some of the limited product `p` is kept for the account of a placeholder, by an offer or an order. $2: now. */
const isKeptFor = (
  user: string,
): string => `p.stock is not null and exists (select 1 from stock_holds h left join waiting_list_entries e on e.id = h.entry_id
  left join order_items hi on hi.id = h.order_item_id left join orders ho on ho.id = hi.order_id where h.product_id = p.id
    and (e.user_id = ${user}::uuid and e.status = 'offered' and e.offer_ends_at > $2 or ho.user_id = ${user}::uuid and ho.status = 'pending'))`

/** A product of a bundle as its buyer sees it. */
export interface BundlePartRow extends ProductCardRow {
  owned: boolean
  /** Sold out for others, and not for this buyer. */
  kept: boolean
}
export interface BundlePart {
  product: BundlePartRow
  state: BundlePartState
  /** Share of the charge, before the buyer's place says how it is taxed. */
  netMinor: number
}

/** Products of a bundle, in its order. */
export function findBundleParts(
  db: Knex,
  bundleId: string,
  by: { userId: string | null; language: Language; now: Date },
): Promise<BundlePartRow[]> {
  return prepared<BundlePartRow>(
    db,
    'bundle-parts',
    `select ${productCardColumns}, ${isOwnedBy('$3')} as owned, ${isKeptFor('$3')} as kept
     from bundle_items item join products p on p.id = item.product_id ${productCardJoins}
     where item.bundle_id = $4 order by item.position, p.id`,
    [by.language, by.now, by.userId, bundleId],
  )
}

/** Charge of a bundle for one buyer, with the share of each part. */
export function chargeOf(
  bundle: Pick<ProductCardRow, 'net_price_minor'>,
  parts: readonly BundlePartRow[],
  now: Date,
): { netMinor: number; parts: BundlePart[] } {
  const priced = parts.map((product) => ({ product, state: stateOf(product, now), netMinor: priceOf(product) }))
  const charge = chargeBundle(bundle.net_price_minor, priced)
  return {
    netMinor: charge.netMinor,
    parts: priced.map(({ product, state }, index) => ({ product, state, netMinor: charge.parts[index] ?? 0 })),
  }
}

function stateOf(part: BundlePartRow, now: Date): BundlePartState {
  if (part.owned) return 'owned'
  const event = readEvent(part, now)
  const isGone =
    part.status === 'draft' ||
    part.channel_status !== 'published' ||
    part.cancelled_at !== null ||
    (part.expires_at !== null && part.expires_at <= now) ||
    (event !== null && isClosed(event.state)) ||
    (part.stock_left === 0 && !part.kept)
  return isGone ? 'unavailable' : 'included'
}

const priceOf = (part: ProductCardRow): number => (part.plan === 'free' ? 0 : part.net_price_minor)
