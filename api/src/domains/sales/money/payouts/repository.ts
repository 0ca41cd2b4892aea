import { statementLines, type StatementLine } from '@e-events/shared/domain/payouts.ts'
import type { Knex } from 'knex'
import type { PayoutInsert, PayoutRow, PayoutRunRow, PayoutUpdate } from '../../../../db/tables/sales-ledger.ts'
import { positions, type PositionSum } from './positions.ts'

/** First days of months, and the moment that decides whether an event is over. */
export interface Calendar {
  now: Date
  currentPeriod: string
  nextMonth: string
}

/** A channel as the one who is paid. */
export interface AccountRow {
  id: string
  slug: string
  title: string
  iban: string | null
  iban_changed_at: Date | null
  beneficiary: string
  owner_name: string
  owner_email: string
}

export interface ProposedRow extends AccountRow {
  currency: string
  carried_minor: number
  total_minor: number
}

export interface RunRow extends PayoutRunRow {
  approved_by_name: string | null
  totals: { currency: string; count: number; amount_minor: number }[]
  processing: number
  paid: number
  failed: number
}

export interface RunPayoutRow extends PayoutRow {
  slug: string
  title: string
}

export interface StatementEntryRow {
  id: string
  occurred_at: Date
  order_number: number | null
  product_slug: string | null
  title: string | null
  line: StatementLine
  amount_minor: number
}

export interface ProductSumRow {
  product_slug: string | null
  title: string | null
  line: StatementLine
  count: number
  amount_minor: number
}

export type PayoutRepository = ReturnType<typeof createPayoutRepository>

const accountColumns = `c.id, c.slug, c.title, c.iban, c.iban_changed_at,
  coalesce(nullif(c.business_name, ''), nullif(trim(u.name || ' ' || u.surname), ''), c.title) as beneficiary,
  trim(u.name || ' ' || u.surname) as owner_name, u.email::text as owner_email`
const behind = 'coalesce(p.order_id, p.id)'

const runView = `select r.*, nullif(trim(u.name || ' ' || u.surname), '') as approved_by_name,
    (select coalesce(json_agg(json_build_object('currency', t.currency, 'count', t.count, 'amount_minor', t.amount_minor) order by t.currency), '[]')
     from (select currency, count(*) as count, sum(amount_minor) as amount_minor from payouts where run_id = r.id group by currency) t) as totals,
    s.processing, s.paid, s.failed
  from payout_runs r left join users u on u.id = r.approved_by
  cross join lateral (select count(*) filter (where status = 'processing') as processing, count(*) filter (where status = 'paid') as paid,
    count(*) filter (where status = 'failed') as failed from payouts where run_id = r.id) s`

/** Statements read the ledger; payouts hold its entries. Nothing here computes an amount. */
export function createPayoutRepository(knex: Knex) {
  const times = ({ now, currentPeriod, nextMonth }: Calendar) => ({ now, currentPeriod, nextMonth })

  return {
    accounts(ownerId: string): Promise<AccountRow[]> {
      return knex('channels as c')
        .join('users as u', 'u.id', 'c.owner_id')
        .where('c.owner_id', ownerId)
        .orderBy(['c.title', 'c.id'])
        .select<AccountRow[]>(knex.raw(accountColumns))
    },

    async sums(channelIds: readonly string[], calendar: Calendar): Promise<PositionSum[]> {
      const { rows } = await knex.raw<{ rows: PositionSum[] }>(
        `select p.channel_id, p.currency, p.period, p.line, p.hold, count(distinct ${behind}) as count, sum(p.amount_minor)::bigint as amount_minor
         from (${positions} where a.channel_id = any(:channelIds::uuid[])) p
         group by 1, 2, 3, 4, 5 order by p.currency, p.period`,
        { ...times(calendar), channelIds: [...channelIds] },
      )
      return rows
    },

    payouts(channelIds: readonly string[]): Promise<PayoutRow[]> {
      return knex('payouts')
        .whereIn('channel_id', [...channelIds])
        .orderBy(['created_at', 'id'])
    },

    async products(statement: { channelId: string; currency: string; period: string }, calendar: Calendar): Promise<ProductSumRow[]> {
      const { rows } = await knex.raw<{ rows: ProductSumRow[] }>(
        `select d.slug as product_slug, d.title, p.line, count(distinct ${behind}) as count, sum(p.amount_minor)::bigint as amount_minor
         from (${positions} where a.channel_id = :channelId and a.currency = :currency) p left join products d on d.id = p.product_id
         where p.period = :period group by d.id, p.line order by d.title nulls last, d.id, array_position(:lines::text[], p.line)`,
        { ...times(calendar), ...statement, lines: [...statementLines] },
      )
      return rows
    },

    /** Entries of a statement in the order in which they were booked. */
    async entries(
      statement: { channelId: string; currency: string; period: string },
      calendar: Calendar,
      page: { after: { at: Date; id: string } | undefined; limit: number },
    ): Promise<StatementEntryRow[]> {
      const { rows } = await knex.raw<{ rows: StatementEntryRow[] }>(
        `select p.id, p.occurred_at, o.number as order_number, d.slug as product_slug, d.title, p.line, p.amount_minor
         from (${positions} where a.channel_id = :channelId and a.currency = :currency) p
         left join products d on d.id = p.product_id left join orders o on o.id = p.order_id
         where p.period = :period and (:at::timestamptz is null or (p.occurred_at, p.id) > (:at::timestamptz, :after::uuid))
         order by p.occurred_at, p.id limit :limit`,
        { ...times(calendar), ...statement, at: page.after?.at ?? null, after: page.after?.id ?? null, limit: page.limit },
      )
      return rows
    },

    /** Sums that every channel has coming now, by currency, the largest first. */
    async proposal(db: Knex, calendar: Calendar): Promise<ProposedRow[]> {
      const { rows } = await db.raw<{ rows: ProposedRow[] }>(
        `select ${accountColumns}, p.currency, p.carried_minor, p.total_minor
         from (select p.channel_id, p.currency, coalesce(sum(p.amount_minor) filter (where p.period < :currentPeriod), 0)::bigint as carried_minor,
             coalesce(sum(p.amount_minor) filter (where p.period = :currentPeriod), 0)::bigint as total_minor
           from (${positions}) p where p.payout_id is null and p.period <= :currentPeriod::date group by 1, 2 having sum(p.amount_minor) <> 0) p
         join channels c on c.id = p.channel_id join users u on u.id = c.owner_id
         order by p.currency, p.carried_minor + p.total_minor desc, c.id`,
        times(calendar),
      )
      return rows
    },

    /** One approval after the other. */
    async lockRuns(trx: Knex): Promise<void> {
      await trx.raw(`select pg_advisory_xact_lock(hashtextextended('payout_runs', 0))`)
    },

    findRunByKey(trx: Knex, key: string): Promise<PayoutRunRow | undefined> {
      return trx('payout_runs').where({ idempotency_key: key }).first()
    },

    async insertRun(trx: Knex, run: { period: string; key: string; by: string; at: Date }): Promise<string> {
      const [row] = await trx('payout_runs')
        .insert({ period: run.period, idempotency_key: run.key, approved_by: run.by, approved_at: run.at })
        .returning('id')
      if (!row) throw new Error('no payout run')
      return row.id
    },

    /** A payout with every entry that its channel has coming; answers the sum of these entries. */
    async insertPayout(trx: Knex, payout: PayoutInsert & { channel_id: string; currency: string }, calendar: Calendar): Promise<number> {
      const [row] = await trx('payouts').insert(payout).returning('id')
      const { rows } = await trx.raw<{ rows: { sum: number }[] }>(
        `with taken as (
           insert into payout_items (payout_id, entry_id, period)
           select :payoutId, p.id, p.period from (${positions} where a.channel_id = :channelId and a.currency = :currency) p
           where p.payout_id is null and p.period <= :currentPeriod::date returning entry_id)
         select coalesce(-sum(e.amount_minor), 0)::bigint as sum from taken join ledger_entries e on e.id = taken.entry_id`,
        { ...times(calendar), payoutId: row?.id ?? '', channelId: payout.channel_id, currency: payout.currency },
      )
      return rows[0]?.sum ?? 0
    },

    /** The latest first. */
    async runs(page: { before: number | null; limit: number }): Promise<RunRow[]> {
      const { rows } = await knex.raw<{ rows: RunRow[] }>(
        `${runView} where :before::bigint is null or r.number < :before order by r.number desc limit :limit`,
        page,
      )
      return rows
    },

    async run(db: Knex, id: string): Promise<{ run: RunRow; payouts: RunPayoutRow[] } | undefined> {
      const { rows } = await db.raw<{ rows: RunRow[] }>(`${runView} where r.id = ?`, [id])
      const [run] = rows
      if (!run) return undefined
      const payouts = await db('payouts as p')
        .join('channels as c', 'c.id', 'p.channel_id')
        .where('p.run_id', id)
        .orderBy([{ column: 'p.amount_minor', order: 'desc' }, 'p.id'])
        .select<RunPayoutRow[]>('p.*', 'c.slug', 'c.title')
      return { run, payouts }
    },

    lockPayouts(trx: Knex, runId: string, ids: readonly string[]): Promise<PayoutRow[]> {
      return trx('payouts')
        .where({ run_id: runId })
        .whereIn('id', [...ids])
        .orderBy('id')
        .forUpdate()
    },

    async update(trx: Knex, id: string, change: PayoutUpdate): Promise<void> {
      await trx('payouts').where({ id }).update(change)
    },

    /** Its entries are due again. */
    async release(trx: Knex, payoutId: string): Promise<void> {
      await trx('payout_items').where({ payout_id: payoutId }).update({ is_released: true })
    },

    owner(trx: Knex, channelId: string) {
      return trx('channels as c')
        .join('users as u', 'u.id', 'c.owner_id')
        .where('c.id', channelId)
        .whereNull('u.deleted_at')
        .first<{ email: string; name: string; locale: 'es' | 'en' | 'pt'; slug: string; title: string } | undefined>(
          trx.raw('u.email::text as email'),
          'u.name',
          'u.locale',
          'c.slug',
          'c.title',
        )
    },
  }
}
