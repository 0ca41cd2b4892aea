import type { Knex } from 'knex'
import type { ProductRow } from '../../../../db/tables/catalogue.ts'

export type BundleState = NonNullable<ProductRow['bundle_state']>
/** A product of a bundle, with what decides whether it may be sold in it. */
export interface BundleItem extends Pick<ProductRow, 'type' | 'status' | 'currency' | 'cancelled_at' | 'subscription_only'> {
  channel_status: string
}

/** Products of a bundle; they keep what they are until the end of the transaction. */
export async function lockBundleItems(trx: Knex, bundleId: string): Promise<BundleItem[]> {
  const { rows } = await trx.raw<{ rows: BundleItem[] }>(
    `select p.type, p.status, p.currency, p.cancelled_at, p.subscription_only, c.status as channel_status
     from bundle_items i join products p on p.id = i.product_id join channels c on c.id = p.channel_id
     where i.bundle_id = ? order by p.id for share of p`,
    [bundleId],
  )
  return rows
}
