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
export interface SoldItem extends Pick<
  OrderItemRow,
  | 'id'
  | 'kind'
  | 'product_id'
  | 'session_id'
  | 'coupon_id'
  | 'channel_id'
  | 'title'
  | 'quantity'
  | 'net_minor'
  | 'tax_basis_points'
  | 'tax_minor'
  | 'tax_reason'
  | 'tax_place'
  | 'total_minor'
  | 'buyer_fee_minor'
  | 'support_minor'
  | 'platform_fee_minor'
  | 'ticket_fee_minor'
  | 'refunded_minor'
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
      const buyer = await db('users')
        .where({ id: userId })
        .first(
          'id',
          'email',
          'name',
          'surname',
          'locale',
          'country',
          'billing_company',
          'billing_nif',
          'billing_address',
          'billing_city',
          'billing_postal_code',
          'billing_country',
          'billing_prefix',
          'billing_phone',
        )
      if (!buyer) throw new Error('the buyer is gone')
      return buyer
    },

    /** Orders of one account are placed one after the other. */
    async lockBuyer(trx: Knex, userId: string): Promise<void> {
      await trx.raw('select id from users where id = ? for no key update', [userId])
    },

    findByKey(trx: Knex, userId: string, idempotencyKey: string): Promise<OrderRow | undefined> {
      return trx('orders').where({ user_id: userId, idempotency_key: idempotencyKey }).first()
    },

    /** An order of one of these products that waits for its payment. */
    findOpen(trx: Knex, userId: string, productIds: readonly string[]): Promise<OrderRow | undefined> {
      return trx('orders')
        .where({ user_id: userId, status: 'pending' })
        .whereExists(trx('order_items').whereRaw('order_items.order_id = orders.id').whereIn('product_id', productIds))
        .first()
    },

    async insert(trx: Knex, { buyer, lines, breakdown, ...order }: NewOrder): Promise<OrderRow> {
      const [row] = await trx('orders')
        .insert({
          user_id: buyer.id,
          email: buyer.email,
          currency: lines[0]?.product.currency ?? 'EUR',
          net_minor: breakdown.netMinor,
          tax_minor: breakdown.taxMinor,
          ticket_fee_minor: breakdown.buyerFeeMinor,
          support_minor: breakdown.supportMinor,
          total_minor: breakdown.totalMinor,
          idempotency_key: order.idempotencyKey,
          terms_accepted_at: order.acceptedAt,
          withdrawal_waived_at: order.isWaived ? order.acceptedAt : null,
          billing: toJson(order.billing),
          ...(order.taxBuyer && {
            buyer_kind: order.taxBuyer.vatCheck === null ? ('private' as const) : ('business' as const),
            vat_check: order.taxBuyer.vatCheck,
            place_proofs: toJson(order.taxBuyer.proofs),
          }),
          shipping: order.shipping === undefined ? null : toJson(order.shipping),
          country: buyer.billing_country ?? buyer.country,
          locale: buyer.locale,
          saves_card: order.card?.saves ?? false,
          card_id: order.card?.id ?? null,
          expires_at: order.expiresAt,
        })
        .returning('*')
      if (!row) throw new Error('no order row')
      const items = lines.map(({ kind, product, title, quantity, price, coupon, tax }, index) => {
        const part = breakdown.lines[index] ?? breakDownLine({ kind, quantity, ...price })
        return {
          order_id: row.id,
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
          position: index,
        }
      })
      await insertParts(trx, await trx('order_items').insert(items).returning('*'), lines)
      return row
    },

    lock(trx: Knex, id: string): Promise<OrderRow | undefined> {
      return trx('orders').where({ id }).forUpdate().first()
    },

    async update(trx: Knex, id: string, change: OrderUpdate): Promise<void> {
      await trx('orders').where({ id }).update(change)
    },

    /** Lines of an order, in the order in which they were placed. */
    async items(trx: Knex, orderId: string): Promise<SoldItem[]> {
      return trx('order_items as i')
        .where({ order_id: orderId })
        .orderBy('position')
        .select<SoldItem[]>(
          'id',
          'kind',
          'product_id',
          'session_id',
          'coupon_id',
          'channel_id',
          'title',
          'quantity',
          'net_minor',
          'tax_basis_points',
          'tax_minor',
          'tax_reason',
          'tax_place',
          'total_minor',
          'buyer_fee_minor',
          'support_minor',
          'platform_fee_minor',
          'ticket_fee_minor',
          'refunded_minor',
          trx.raw(`${partsColumn} as parts`),
        )
    },

    async insertPayment(order: OrderRow, provider: ProviderId, paymentId: string): Promise<void> {
      await knex('payments')
        .insert({
          order_id: order.id,
          provider,
          provider_payment_id: paymentId,
          amount_minor: order.total_minor,
          currency: order.currency,
        })
        .onConflict(['provider', 'provider_payment_id'])
        .ignore()
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
      const found = await trx('payments').where({ provider, provider_payment_id: paymentId }).first('id', 'order_id')
      if (!found) return undefined
      const order = await trx('orders').where({ id: found.order_id }).forUpdate().first()
      const payment = await trx('payments').where({ id: found.id }).forUpdate().first()
      return order && payment && { order, payment }
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
