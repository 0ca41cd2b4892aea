import type { Language } from '@e-events/shared/domain/language.ts'
import { breakDownLine, type breakDownLines, type OrderItemKind, type PricedProduct } from '@e-events/shared/domain/pricing.ts'
import type { LineTax } from '@e-events/shared/domain/tax.ts'
import type { ShippingAddress } from '@e-events/shared/contract/sales/shipping.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { toJson } from '../../../db/row.ts'
import type { OrderItemRow, OrderRow, OrderUpdate, PaymentRow, PaymentUpdate } from '../../../db/tables/sales.ts'
import type { ShipmentRow } from '../../../db/tables/sales-goods.ts'
import type { ProductRow } from '../../../db/tables/catalogue.ts'
import type { BundlePart } from '../../catalogue/read/bundle-parts.ts'
import { nextStartsAt } from '../../catalogue/read/event-facts.ts'
import { invoicesColumn, type InvoiceListItem } from '../money/invoices/invoice-list.ts'
import type { TaxBuyer } from '../money/taxes/tax-buyer.ts'
import { productCardColumns, productCardJoins, productIsListed, type ProductCardRow } from '../../catalogue/read/product-card.ts'
import { isStockLeft } from '../../catalogue/read/sale-state.ts'
import { isModuleOff } from '../../catalogue/read/switched-off.ts'
import { giftColumn, type GiftJson } from '../gifts/repository.ts'
import { hasDatesColumn } from '../tickets/attended-repository.ts'
import type { HeldItem } from '../stock/stock.ts'
import { insertParts, partsColumn, type PartJson } from './sold-parts.ts'
import type { ProviderId } from '../money/payments/payment-provider.ts'

/** A product as the checkout needs it. */
export interface OfferedRow extends ProductCardRow {
  channel_id: string
  is_bundle: boolean
  bundle_state: ProductRow['bundle_state']
  next_starts_at: Date | null
  /** Nobody could open it: the module of its type is switched off. */
  is_module_off: boolean
}

/** A line of an order before it is written: what is sold, and for how much a unit. */
export interface OrderLine {
  kind: OrderItemKind
  /** For shipping: one of the goods that are sent. */
  product: OfferedRow
  /** In place of the product's. */
  title?: string
  quantity: number
  price: PricedProduct
  /** Why it bears its rate; absent while the buyer's country is not known. */
  tax?: LineTax
  /** The coupon that made the price. */
  coupon?: { id: string; sessionId: string | null; code?: string }
  /** Bundles: each product with its share. */
  parts?: readonly BundlePart[]
}

export interface BuyerRow {
  id: string
  email: string
  name: string
  surname: string
  locale: Language
  country: string | null
  billing_company: string | null
  billing_nif: string | null
  billing_address: string | null
  billing_city: string | null
  billing_postal_code: string | null
  billing_country: string | null
  billing_prefix: string | null
  billing_phone: string | null
}

/** An order with its items and the payment that it was given last. */
export interface OrderView extends OrderRow {
  items: (Pick<
    OrderItemRow,
    'kind' | 'title' | 'quantity' | 'net_minor' | 'tax_basis_points' | 'tax_minor' | 'tax_reason' | 'tax_place' | 'total_minor'
  > & {
    slug: string | null
    type: ProductCardRow['type'] | null
    image_file_id: string | null
    parts: PartJson[]
    gift: GiftJson | null
  })[]
  invoices: InvoiceListItem[]
  has_dates: boolean
  shipment: {
    state: ShipmentRow['state']
    carrier: string | null
    tracking_code: string | null
    tracking_url: string | null
    sent_at: string | null
    delivered_at: string | null
  } | null
  payment: Pick<PaymentRow, 'provider' | 'provider_payment_id' | 'status' | 'failure_code'> | null
}

/** A line of an order that was placed, as settlement, refunds and documents need it. */
export interface SoldItem extends Omit<
  OrderItemRow,
  'order_id' | 'unit_net_minor' | 'event_at' | 'position' | 'created_at' | 'updated_at'
> {
  parts: PartJson[]
}

/** A line as an order keeps it; subscriptions and what the platform sells have no product. */
export interface NewOrderLine extends Omit<OrderLine, 'product'> {
  product: Pick<OfferedRow, 'title' | 'currency' | 'next_starts_at'> & { id: string | null; channel_id: string | null }
}

export interface NewOrder {
  buyer: BuyerRow
  lines: readonly NewOrderLine[]
  /** Amounts of `lines`, in their order. */
  breakdown: ReturnType<typeof breakDownLines>
  billing: unknown
  /** Place and kind of the buyer, by which the lines were taxed. */
  taxBuyer?: TaxBuyer | undefined
  idempotencyKey: string
  /** The right of withdrawal of what begins at once. */
  isWaived: boolean
  shipping: ShippingAddress | undefined
  /** The card that pays it is saved; or it is paid with one that was. */
  card?: { saves: boolean; id: string | null }
  acceptedAt: Date
  expiresAt: Date
}

/** An order with what its lines hold, as it was written. */
export interface PlacedOrder extends OrderRow {
  items: HeldItem[]
}

export type OrderRepository = ReturnType<typeof createOrderRepository>

const view = `select o.*,
    (select json_agg(json_build_object('kind', i.kind, 'title', i.title, 'quantity', i.quantity, 'net_minor', i.net_minor, 'tax_basis_points', i.tax_basis_points,
       'tax_minor', i.tax_minor, 'tax_reason', i.tax_reason, 'tax_place', i.tax_place, 'total_minor', i.total_minor, 'slug', p.slug, 'type', p.type, 'image_file_id', p.image_file_id,
       'parts', ${partsColumn}, 'gift', ${giftColumn}) order by i.position)
     from order_items i left join products p on p.id = i.product_id where i.order_id = o.id) as items,
    (select json_build_object('provider', y.provider, 'provider_payment_id', y.provider_payment_id, 'status', y.status, 'failure_code', y.failure_code)
     from payments y where y.order_id = o.id order by y.created_at desc limit 1) as payment, ${invoicesColumn} as invoices, ${hasDatesColumn} as has_dates,
    (select json_build_object('state', m.state, 'carrier', m.carrier, 'tracking_code', m.tracking_code, 'tracking_url', m.tracking_url,
       'sent_at', m.sent_at, 'delivered_at', m.delivered_at) from shipments m where m.order_id = o.id) as shipment
  from orders o`

const itemColumns = `kind, coupon_id, session_id, product_id, channel_id, title, quantity, unit_net_minor, net_minor, tax_basis_points, tax_minor, tax_reason,
  tax_place, total_minor, buyer_fee_minor, support_minor, platform_fee_minor, ticket_fee_minor, event_at, position`
const insertOrder = `with o as (
    insert into orders (user_id, email, currency, net_minor, tax_minor, ticket_fee_minor, support_minor, total_minor, idempotency_key, terms_accepted_at,
      withdrawal_waived_at, billing, buyer_kind, vat_check, place_proofs, shipping, country, locale, saves_card, card_id, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, coalesce($15::jsonb, '[]'), $16, $17, $18, $19, $20, $21) returning *
  ), i as (
    insert into order_items (order_id, ${itemColumns})
    select o.id, ${itemColumns.replaceAll(/\w+/g, 'x.$&')} from o, jsonb_populate_recordset(null::order_items, $22::jsonb) x
    returning id, position
  )
  select o.*, (select json_agg(i.id order by i.position) from i) as item_ids from o`

export function createOrderRepository(knex: Knex) {
  return {
    async findOffered(db: Knex, slug: string, language: Language, now: Date): Promise<OfferedRow | undefined> {
      const [row] = await prepared<OfferedRow>(
        db,
        'checkout-product',
        `select ${productCardColumns}, p.channel_id,
           exists (select 1 from bundle_items b where b.bundle_id = p.id) as is_bundle, p.bundle_state,
           ${nextStartsAt} as next_starts_at, ${isModuleOff} as is_module_off
         from products p ${productCardJoins} where p.slug = $3`,
        [language, now, slug],
      )
      return row
    },

    /** Physical products that a channel sells now in a currency. */
    extras(db: Knex, { channelId, currency, language, now }: { channelId: string; currency: string; language: Language; now: Date }) {
      return prepared<ProductCardRow>(
        db,
        'checkout-extras',
        `select ${productCardColumns} from products p ${productCardJoins}
         where p.channel_id = $3 and p.currency = $4 and p.type = 'physical' and p.plan = 'paid' and not p.subscription_only
           and ${productIsListed} and ${isStockLeft} and (p.sale_starts_at is null or p.sale_starts_at <= $2)
           and (p.sale_ends_at is null or p.sale_ends_at > $2) order by p.published_at desc, p.id limit 12`,
        [language, now, channelId, currency],
      )
    },

    async findBuyer(userId: string, db: Knex = knex): Promise<BuyerRow> {
      const [buyer] = await prepared<BuyerRow>(
        db,
        'order-buyer',
        `select id, email, name, surname, locale, country, billing_company, billing_nif, billing_address, billing_city, billing_postal_code,
           billing_country, billing_prefix, billing_phone from users where id = $1`,
        [userId],
      )
      if (!buyer) throw new Error('the buyer is gone')
      return buyer
    },

    /** Orders of one account are placed one after the other. */
    async lockBuyer(trx: Knex, userId: string): Promise<void> {
      await prepared(trx, 'lock-buyer', 'select id from users where id = $1 for no key update', [userId])
    },

    findByKey(trx: Knex, userId: string, idempotencyKey: string): Promise<OrderRow | undefined> {
      return trx('orders').where({ user_id: userId, idempotency_key: idempotencyKey }).first()
    },

    /** The order of a key, and one of these products that waits for its payment. Read after `lockBuyer`. */
    async findPlaced(
      trx: Knex,
      userId: string,
      { idempotencyKey, slugs }: { idempotencyKey: string; slugs: readonly string[] },
    ): Promise<{ again: OrderRow | undefined; open: OrderRow | undefined }> {
      const rows = await prepared<OrderRow & { is_again: boolean }>(
        trx,
        'placed-orders',
        `select o.*, true as is_again from orders o where o.user_id = $1 and o.idempotency_key = $2
         union all
         (select o.*, false from orders o where o.user_id = $1 and o.status = 'pending' and exists (
            select from order_items i join products p on p.id = i.product_id where i.order_id = o.id and p.slug = any($3)) limit 1)`,
        [userId, idempotencyKey, slugs],
      )
      return { again: rows.find((row) => row.is_again), open: rows.find((row) => !row.is_again) }
    },

    /** Writes an order with its lines, in one statement. */
    async insert(trx: Knex, { buyer, lines, breakdown, ...order }: NewOrder): Promise<PlacedOrder> {
      const items = lines.map(({ kind, product, title, quantity, price, coupon, tax }, position) => {
        const part = breakdown.lines[position] ?? breakDownLine({ kind, quantity, ...price })
        return {
          kind,
          coupon_id: coupon?.id ?? null,
          session_id: coupon?.sessionId ?? null,
          product_id: kind === 'shipping' ? null : product.id,
          channel_id: product.channel_id,
          title: title ?? product.title,
          quantity,
          unit_net_minor: price.netMinor,
          net_minor: part.netMinor,
          tax_basis_points: price.taxBasisPoints,
          tax_minor: part.taxMinor,
          tax_reason: tax?.reason ?? null,
          tax_place: tax?.place ?? null,
          total_minor: part.grossMinor,
          buyer_fee_minor: part.buyerFeeMinor,
          support_minor: part.supportMinor,
          platform_fee_minor: part.percentFeeMinor,
          ticket_fee_minor: part.ticketFeeMinor,
          event_at: kind === 'shipping' ? null : product.next_starts_at,
          position,
        }
      })
      const { taxBuyer } = order
      const buyerKind = taxBuyer && (taxBuyer.vatCheck === null ? 'private' : 'business')
      const [row] = await prepared<OrderRow & { item_ids: string[] }>(trx, 'insert-order', insertOrder, [
        buyer.id,
        buyer.email,
        lines[0]?.product.currency ?? 'EUR',
        breakdown.netMinor,
        breakdown.taxMinor,
        breakdown.buyerFeeMinor,
        breakdown.supportMinor,
        breakdown.totalMinor,
        order.idempotencyKey,
        order.acceptedAt,
        order.isWaived ? order.acceptedAt : null,
        toJson(order.billing),
        buyerKind ?? null,
        taxBuyer?.vatCheck ?? null,
        taxBuyer ? toJson(taxBuyer.proofs) : null,
        order.shipping === undefined ? null : toJson(order.shipping),
        buyer.billing_country ?? buyer.country,
        buyer.locale,
        order.card?.saves ?? false,
        order.card?.id ?? null,
        order.expiresAt,
        toJson(items),
      ])
      if (!row) throw new Error('no order row')
      const placed = items.map((item, position) => ({ ...item, id: row.item_ids[position] ?? '' }))
      await insertParts(trx, placed, lines)
      const held = placed.map(({ id, product_id, title, quantity, position }) => ({
        id,
        product_id,
        title,
        quantity,
        parts: (lines[position]?.parts ?? []).map((part) => ({ ...part.product, product_id: part.product.id, state: part.state })),
      }))
      return { ...row, items: held }
    },

    lock(trx: Knex, id: string): Promise<OrderRow | undefined> {
      return trx('orders').where({ id }).forUpdate().first()
    },

    async update(trx: Knex, id: string, change: OrderUpdate): Promise<void> {
      await trx('orders').where({ id }).update(change)
    },

    /** Lines of an order, in the order in which they were placed. */
    async items(trx: Knex, orderId: string): Promise<SoldItem[]> {
      return prepared<SoldItem>(
        trx,
        'order-items',
        `select i.id, i.kind, i.product_id, i.session_id, i.coupon_id, i.channel_id, i.title, i.quantity, i.net_minor, i.tax_basis_points,
           i.tax_minor, i.tax_reason, i.tax_place, i.total_minor, i.buyer_fee_minor, i.support_minor, i.platform_fee_minor, i.ticket_fee_minor,
           i.refunded_minor, ${partsColumn} as parts from order_items i where i.order_id = $1 order by i.position`,
        [orderId],
      )
    },

    async insertPayment(order: OrderRow, provider: ProviderId, paymentId: string): Promise<void> {
      await prepared(
        knex,
        'insert-payment',
        `insert into payments (order_id, provider, provider_payment_id, amount_minor, currency) values ($1, $2, $3, $4, $5)
         on conflict (provider, provider_payment_id) do nothing`,
        [order.id, provider, paymentId, order.total_minor, order.currency],
      )
    },

    openPayment(db: Knex, orderId: string): Promise<PaymentRow | undefined> {
      return db('payments').where({ order_id: orderId }).whereIn('status', ['created', 'processing']).first()
    },

    /** A payment whose provider has not told yet what it keeps. */
    findWithoutFee(db: Knex, orderId: string): Promise<PaymentRow | undefined> {
      return db('payments').where({ order_id: orderId, provider: 'stripe', status: 'succeeded' }).whereNull('provider_fee_minor').first()
    },

    /** The order first: every path locks order and payment in this sequence. */
    async lockPayment(
      trx: Knex,
      provider: PaymentRow['provider'],
      paymentId: string,
    ): Promise<{ order: OrderRow; payment: PaymentRow } | undefined> {
      const [order] = await prepared<OrderRow>(
        trx,
        'lock-order-of-payment',
        `select o.* from orders o where o.id = (select y.order_id from payments y where y.provider = $1 and y.provider_payment_id = $2) for update`,
        [provider, paymentId],
      )
      if (!order) return undefined
      const [payment] = await prepared<PaymentRow>(
        trx,
        'lock-payment',
        'select * from payments where provider = $1 and provider_payment_id = $2 for update',
        [provider, paymentId],
      )
      return payment && { order, payment }
    },

    async updatePayment(trx: Knex, id: string, change: PaymentUpdate): Promise<void> {
      await trx('payments').where({ id }).update(change)
    },

    /**
     * Orders whose time is over, and payments of which nothing was heard for a while: longer for those that nobody may
     * have given yet, and ever longer for those that take days. `fee`: those whose fee is not known yet.
     */
    async findStale(now: Date, quietMs: { created: number; processing: number; fee: number }): Promise<string[]> {
      const { rows } = await knex.raw<{ rows: { id: string }[] }>(
        `select o.id from orders o where o.status = 'pending' and o.expires_at <= :now
           and not exists (select 1 from payments y where y.order_id = o.id and y.status = 'processing')
         union
         select y.order_id from payments y where y.created_at > :oldest
           and (y.status = 'processing' and y.updated_at <= least(:processing::timestamptz, :now::timestamptz - (:now::timestamptz - y.created_at) / 20)
             or y.status = 'created' and y.updated_at <= :created)
         union
         select y.order_id from payments y where y.provider = 'stripe' and y.status = 'succeeded' and y.provider_fee_minor is null
           and y.updated_at <= :fee and y.created_at > :oldest
         limit 200`,
        {
          now,
          processing: new Date(now.getTime() - quietMs.processing),
          created: new Date(now.getTime() - quietMs.created),
          fee: new Date(now.getTime() - quietMs.fee),
          oldest: new Date(now.getTime() - 30 * 86_400_000),
        },
      )
      return rows.map(({ id }) => id)
    },

    async get(id: string, userId: string): Promise<OrderView | undefined> {
      const [row] = await prepared<OrderView>(knex, 'order', `${view} where o.id = $1 and o.user_id = $2`, [id, userId])
      return row
    },

    list({ userId, before, limit }: { userId: string; before: number | null; limit: number }): Promise<OrderView[]> {
      return prepared<OrderView>(
        knex,
        'order-list',
        `${view} where o.user_id = $1 and ($2::bigint is null or o.number < $2) order by o.number desc limit $3`,
        [userId, before, limit],
      )
    },
  }
}
