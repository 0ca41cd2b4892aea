import type { RefundEvidence } from '@e-events/shared/contract/sales/money/refunds.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { toJson } from '../../../../db/row.ts'
import type { RefundProposalInsert, RefundProposalRow, RefundProposalUpdate } from '../../../../db/tables/sales-refunds.ts'
import { refundable } from '../refunds/repository.ts'

/** An item as its buyer sees it when asking for a refund. */
export interface AskedItemRow {
  id: string
  order_id: string
  user_id: string
  /** Who has the access: a gift's recipient, else the buyer. */
  holder_id: string
  product_id: string
  type: ProductType
  cancelled_at: Date | null
  title: string
  currency: string
  paid_at: Date
  total_minor: number
  refunded_minor: number
  refundable_minor: number
  proposal: (Omit<RefundProposalRow, 'created_at' | 'decided_at'> & { created_at: string; decided_at: string | null }) | null
}

export interface ProposalRow extends Omit<RefundProposalRow, 'evidence'> {
  evidence: RefundEvidence
  sort_text: string
  number: number
  order_id: string
  item_id: string
  user_id: string
  slug: string
  title: string
  channel_slug: string
  channel_title: string
  owner_id: string
  name: string
  email: string
  total_minor: number
  refundable_minor: number
  decider: string | null
  paid_out: boolean
}

export type ProposalRepository = ReturnType<typeof createProposalRepository>

const paid = '(i.total_minor + i.buyer_fee_minor + i.support_minor)'

export function createProposalRepository(knex: Knex) {
  const askable = (db: Knex) =>
    db('order_items as i')
      .join('orders as o', 'o.id', 'i.order_id')
      .join('products as p', 'p.id', 'i.product_id')
      .leftJoin('refund_proposals as q', 'q.order_item_id', 'i.id')
      .whereNotNull('o.paid_at')
      .select<AskedItemRow[]>(
        'i.id',
        'i.order_id',
        'o.user_id',
        db.raw(
          `coalesce((select g.redeemed_by from gifts g where g.order_item_id = i.id and g.redeemed_by is not null limit 1), o.user_id) as holder_id`,
        ),
        'i.product_id',
        'p.type',
        'p.cancelled_at',
        'i.title',
        'o.currency',
        'o.paid_at',
        db.raw(`${paid} as total_minor`),
        'i.refunded_minor',
        db.raw(`${refundable} as refundable_minor`),
        db.raw('case when q.id is not null then to_json(q) end as proposal'),
      )

  const proposals = (db: Knex) =>
    db('refund_proposals as q')
      .join('order_items as i', 'i.id', 'q.order_item_id')
      .join('orders as o', 'o.id', 'i.order_id')
      .join('products as p', 'p.id', 'i.product_id')
      .join('channels as c', 'c.id', 'i.channel_id')
      .join('users as u', 'u.id', 'o.user_id')
      .leftJoin('users as d', 'd.id', 'q.decided_by')
      .leftJoin('refunds as r', 'r.id', 'q.refund_id')
      .select<ProposalRow[]>(
        'q.*',
        db.raw(`to_char(q.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_text`),
        'o.number',
        'i.order_id',
        'i.id as item_id',
        'o.user_id',
        'p.slug',
        'i.title',
        'c.slug as channel_slug',
        'c.title as channel_title',
        'c.owner_id',
        db.raw(`btrim(u.name || ' ' || u.surname) as name`),
        db.raw('o.email::text as email'),
        db.raw(`${paid} as total_minor`),
        db.raw(`${refundable} as refundable_minor`),
        db.raw(`nullif(btrim(d.name || ' ' || d.surname), '') as decider`),
        db.raw(`coalesce(r.status = 'succeeded', false) as paid_out`),
      )

  return {
    /** Items of an order of this account, in their order; shipping and what the platform sells are no products. */
    async askedItems(orderId: string, userId: string): Promise<AskedItemRow[]> {
      return askable(knex).where({ 'o.id': orderId, 'o.user_id': userId }).orderBy('i.position')
    },

    /** One of them, its order locked: two requests of the same moment see each other. */
    async lockAskedItem(trx: Knex, by: { orderId: string; itemId: string; userId: string }): Promise<AskedItemRow | undefined> {
      await trx('orders').where({ id: by.orderId, user_id: by.userId }).forUpdate().first('id')
      return askable(trx).where({ 'i.id': by.itemId, 'o.id': by.orderId, 'o.user_id': by.userId }).first()
    },

    async insert(
      trx: Knex,
      { evidence, ...proposal }: Omit<RefundProposalInsert, 'evidence'> & { evidence: RefundEvidence },
    ): Promise<void> {
      await trx('refund_proposals').insert({ ...proposal, evidence: toJson(evidence) })
    },

    /** @param ownerId whose channels, and only what the organizer bears or decides; undefined for everybody's */
    async list(filter: {
      status: RefundProposalRow['status']
      ownerId: string | undefined
      after: { at: string; id: string } | undefined
      limit: number
    }): Promise<ProposalRow[]> {
      const { status, ownerId, after } = filter
      // The longest wait comes first; of decided ones, the newest.
      const [direction, behind] = status === 'open' ? (['asc', '>'] as const) : (['desc', '<'] as const)
      const query = proposals(knex).where('q.status', status).limit(filter.limit)
      if (ownerId !== undefined)
        void query
          .where({ 'c.owner_id': ownerId })
          .where((of) => void of.where({ 'q.fault': 'organizer' }).orWhere({ 'q.by_progress': true }))
      if (after) void query.whereRaw(`(q.created_at, q.id) ${behind} (?::timestamptz, ?::uuid)`, [after.at, after.id])
      return query.orderBy([
        { column: 'q.created_at', order: direction },
        { column: 'q.id', order: direction },
      ])
    },

    async find(db: Knex, id: string): Promise<ProposalRow | undefined> {
      return proposals(db).where('q.id', id).first()
    },

    lock(trx: Knex, id: string): Promise<RefundProposalRow | undefined> {
      return trx('refund_proposals').where({ id }).forUpdate().first()
    },

    async update(trx: Knex, id: string, change: RefundProposalUpdate): Promise<void> {
      await trx('refund_proposals').where({ id }).update(change)
    },
  }
}
