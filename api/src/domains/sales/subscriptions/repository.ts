import { fees } from '@e-events/shared/domain/fees.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { OrderStatus } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import type {
  OrderRow,
  PaymentRow,
  SubscriptionInsert,
  SubscriptionOrderInsert,
  SubscriptionOrderRow,
  SubscriptionRow,
  SubscriptionUpdate,
} from '../../../db/tables/sales.ts'
import { invoicesColumn, type InvoiceListItem } from '../money/invoices/invoice-list.ts'

/** A channel as a subscription to it needs it. */
export interface SubscribedChannel {
  id: string
  slug: string
  title: string
  logo_file_id: string | null
  status: string
  owner_id: string
  subscription_active: boolean
  subscription_net_minor: number
  subscription_tax_basis_points: number
  subscription_currency: string
}

/** A subscription with its channel and its latest orders. */
export interface SubscriptionView extends SubscriptionRow {
  channel: SubscribedChannel | null
  orders: {
    id: string
    sequence: number
    number: number
    status: OrderStatus
    total_minor: number
    currency: string
    created_at: string
    invoices: InvoiceListItem[]
  }[]
  sort_at: string
}

export type SubscriptionRepository = ReturnType<typeof createSubscriptionRepository>

const channelColumns = [
  'id',
  'slug',
  'title',
  'logo_file_id',
  'status',
  'owner_id',
  'subscription_active',
  'subscription_net_minor',
  'subscription_tax_basis_points',
  'subscription_currency',
] as const

/** Enough for a year of months. */
const shownOrders = 12
const view = `select s.*, to_char(s.subscribed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_at,
    (select json_build_object(${channelColumns.map((column) => `'${column}', c.${column}`).join(', ')}) from channels c where c.id = s.channel_id) as channel,
    (select coalesce(json_agg(x order by x.number desc), '[]') from (
       select o.id, b.sequence, o.number, o.status, o.total_minor, o.currency, o.created_at, ${invoicesColumn} as invoices
       from subscription_orders b join orders o on o.id = b.order_id
       where b.subscription_id = s.id order by o.number desc limit ${shownOrders}) x) as orders
  from subscriptions s`

export function createSubscriptionRepository(knex: Knex) {
  return {
    findChannel(db: Knex, by: { slug: string } | { id: string }): Promise<SubscribedChannel | undefined> {
      return db('channels')
        .where(by)
        .first(...channelColumns)
    },

    /** Published channels that offer one, the newest first; prices with tax, as `policy.ts` counts them. */
    async listOffered(filter: {
      category: string | undefined
      minPrice: number | undefined
      maxPrice: number | undefined
      after: readonly [createdAt: string, id: string] | undefined
      limit: number
    }): Promise<(SubscribedChannel & { sort_at: string })[]> {
      const gross = '(c.subscription_net_minor + (c.subscription_net_minor * c.subscription_tax_basis_points + 5000) / 10000)'
      const { rows } = await knex.raw<{ rows: (SubscribedChannel & { sort_at: string })[] }>(
        `select ${channelColumns.map((column) => `c.${column}`).join(', ')},
           to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_at
         from channels c where c.status = 'published' and c.subscription_active
           and (:category::text is null or exists (select 1 from categories k where k.id = c.category_id and k.slug = :category and not k.is_hidden))
           and (:minPrice::bigint is null or ${gross} >= :minPrice) and (:maxPrice::bigint is null or ${gross} <= :maxPrice)
           and (:createdAt::timestamptz is null or (c.created_at, c.id) < (:createdAt::timestamptz, :id::uuid))
         order by c.created_at desc, c.id desc limit :limit`,
        {
          category: filter.category ?? null,
          minPrice: filter.minPrice ?? null,
          maxPrice: filter.maxPrice ?? null,
          createdAt: filter.after?.[0] ?? null,
          id: filter.after?.[1] ?? null,
          limit: filter.limit,
        },
      )
      return rows
    },

    async get(id: string, userId: string): Promise<SubscriptionView | undefined> {
      const { rows } = await knex.raw<{ rows: SubscriptionView[] }>(`${view} where s.id = :id and s.user_id = :userId`, { id, userId })
      return rows[0]
    },

    /** The subscription that opens something for an account now, to a channel or (null) to the platform. */
    async findRunning(db: Knex, userId: string, channelId: string | null, now: Date): Promise<SubscriptionRow | undefined> {
      return db('subscriptions')
        .where({ user_id: userId, channel_id: channelId })
        .whereRaw('greatest(valid_until, grace_until) > ?', [now])
        .orderBy('valid_until', 'desc')
        .first()
    },

    async list(filter: {
      userId: string
      after: readonly [at: string, id: string] | undefined
      limit: number
    }): Promise<SubscriptionView[]> {
      const { rows } = await knex.raw<{ rows: SubscriptionView[] }>(
        `${view} where s.user_id = :userId and (:at::timestamptz is null or (s.subscribed_at, s.id) < (:at::timestamptz, :id::uuid))
         order by s.subscribed_at desc, s.id desc limit :limit`,
        { userId: filter.userId, at: filter.after?.[0] ?? null, id: filter.after?.[1] ?? null, limit: filter.limit },
      )
      return rows
    },

    lock(trx: Knex, id: string): Promise<SubscriptionRow | undefined> {
      return trx('subscriptions').where({ id }).forUpdate().first()
    },

    /** The subscription whose present period this line of an order paid for. */
    async lockPaidBy(trx: Knex, orderItemId: string): Promise<SubscriptionRow | undefined> {
      const { rows } = await trx.raw<{ rows: SubscriptionRow[] }>(
        `select s.* from order_items i join subscription_orders b on b.order_id = i.order_id
           join subscriptions s on s.id = b.subscription_id and s.periods_paid = b.sequence
         where i.id = :orderItemId for update of s`,
        { orderItemId },
      )
      return rows[0]
    },

    async insert(trx: Knex, subscription: SubscriptionInsert): Promise<SubscriptionRow> {
      const [row] = await trx('subscriptions').insert(subscription).returning('*')
      if (!row) throw new Error('no subscription row')
      return row
    },

    async update(trx: Knex, id: string, change: SubscriptionUpdate): Promise<void> {
      await trx('subscriptions').where({ id }).update(change)
    },

    /** Makes room for a new one: what is over ends, even if no timer came by. */
    async endOver(trx: Knex, userId: string, channelId: string | null, now: Date): Promise<void> {
      await trx('subscriptions')
        .where({ user_id: userId, channel_id: channelId, status: 'subscribed' })
        .whereRaw('greatest(valid_until, grace_until) <= ?', [now])
        .update({ status: 'cancelled', cancelled_at: now, end_reason: 'payment', grace_until: null, due_at: null })
    },

    async linkOrder(trx: Knex, link: SubscriptionOrderInsert): Promise<void> {
      await trx('subscription_orders').insert(link)
    },

    findLink(trx: Knex, orderId: string): Promise<SubscriptionOrderRow | undefined> {
      return trx('subscription_orders').where({ order_id: orderId }).first()
    },

    /** The order of a first period that waits for its payment. */
    async findOpenFirst(trx: Knex, userId: string, channelId: string | null): Promise<OrderRow | undefined> {
      const { rows } = await trx.raw<{ rows: OrderRow[] }>(
        `select o.* from orders o join subscription_orders b on b.order_id = o.id join order_items i on i.order_id = o.id
         where o.user_id = :userId and o.status = 'pending' and b.subscription_id is null
           and i.channel_id is not distinct from :channelId::uuid limit 1`,
        { userId, channelId },
      )
      return rows[0]
    },

    async nameSubscription(trx: Knex, orderId: string, subscriptionId: string): Promise<void> {
      await trx('subscription_orders').where({ order_id: orderId }).update({ subscription_id: subscriptionId })
    },

    /** Orders of a period, the one that waits for its payment first. */
    async ordersOf(trx: Knex, subscriptionId: string, sequence: number): Promise<OrderRow[]> {
      const { rows } = await trx.raw<{ rows: OrderRow[] }>(
        `select o.* from orders o join subscription_orders b on b.order_id = o.id
         where b.subscription_id = :subscriptionId and b.sequence = :sequence order by o.status = 'pending' desc, o.number desc`,
        { subscriptionId, sequence },
      )
      return rows
    },

    /** Means of payment that the provider kept with the payment of an order. */
    savedMethod(trx: Knex, orderId: string): Promise<Pick<PaymentRow, 'provider' | 'saved_method' | 'method_label'> | undefined> {
      return trx('payments').where({ order_id: orderId, status: 'succeeded' }).first('provider', 'saved_method', 'method_label')
    },

    /** Orders of renewals that wait for their payment are over: the reconciler closes them at their provider. */
    async expireOrders(trx: Knex, subscriptionId: string, now: Date): Promise<void> {
      await trx('orders')
        .where({ status: 'pending' })
        .whereIn('id', trx('subscription_orders').where({ subscription_id: subscriptionId }).select('order_id'))
        .update({ expires_at: now })
    },

    async listDue(now: Date): Promise<string[]> {
      const rows = await knex('subscriptions').where('due_at', '<=', now).orderBy('due_at').limit(200).select('id')
      return rows.map(({ id }) => id)
    },

    /** Subscriptions that cost more now than they pay, and whose subscribers were not told of this price. */
    async listUnasked(platformTotalMinor: number | null): Promise<{ id: string; total_minor: number }[]> {
      const { rows } = await knex.raw<{ rows: { id: string; total_minor: number }[] }>(
        `select s.id, p.total_minor from subscriptions s left join channels c on c.id = s.channel_id,
           lateral (select case when s.channel_id is null then :platformTotalMinor::bigint
             else c.subscription_net_minor + (c.subscription_net_minor * c.subscription_tax_basis_points + 5000) / 10000 end as total_minor) p
         where s.status = 'subscribed' and s.kind = 'periodic' and coalesce(c.subscription_active, true) and p.total_minor > s.total_minor
           and p.total_minor > coalesce(s.agreed_total_minor, 0) and p.total_minor is distinct from s.asked_total_minor
         limit 200`,
        { platformTotalMinor },
      )
      return rows
    },

    async findUserOf(id: string): Promise<string | undefined> {
      return (await knex('subscriptions').where({ id }).first('user_id'))?.user_id
    },
    async findSubscriber(trx: Knex, userId: string): Promise<Subscriber | undefined> {
      return trx('users').where({ id: userId }).first('email', 'name', 'locale', 'blocked_at', 'deleted_at')
    },

    /** Subscriptions of a channel that open something now, by what becomes of them. */
    async sumOf(channelId: string, now: Date): Promise<SubscriberSums> {
      const { rows } = await knex.raw<{ rows: SubscriberSums[] }>(
        `select count(*) filter (where status = 'subscribed') as subscribed, count(*) filter (where status = 'cancelled') as ending,
           count(*) filter (where status = 'subscribed' and failed_attempts > 0) as failing,
           coalesce(sum(net_minor) filter (where status = 'subscribed'), 0)::bigint as net_minor,
           coalesce(sum((net_minor * :feeBasisPoints + 5000) / 10000) filter (where status = 'subscribed'), 0)::bigint as fee_minor
         from subscriptions where channel_id = :channelId and greatest(valid_until, grace_until) > :now`,
        { channelId, now, feeBasisPoints: fees.percent * 100 },
      )
      return rows[0] ?? { subscribed: 0, ending: 0, failing: 0, net_minor: 0, fee_minor: 0 }
    },

    /**
     * Products that a subscription opens, for an account without a ticket of them: of a channel what is for its
     * subscribers alone, of the platform what costs something in channels that take part.
     */
    async listOpened(db: Knex, userId: string, channelId: string | null): Promise<string[]> {
      const { rows } = await db.raw<{ rows: { id: string }[] }>(
        `select p.id from products p join channels c on c.id = p.channel_id
         where case when :channelId::uuid is null then c.in_platform_subscription and (p.plan = 'paid' or p.subscription_only)
             else p.channel_id = :channelId and p.subscription_only end
           and (p.subscription_only or not exists (select from tickets k where k.product_id = p.id and k.user_id = :userId and k.revoked_at is null))`,
        { userId, channelId },
      )
      return rows.map(({ id }) => id)
    },
  }
}

export interface SubscriberSums {
  subscribed: number
  ending: number
  failing: number
  net_minor: number
  /** Percentage of the platform on each. */
  fee_minor: number
}

export interface Subscriber {
  email: string
  name: string
  locale: Language
  blocked_at: Date | null
  deleted_at: Date | null
}
