import { randomUUID } from 'node:crypto'
import { breakDownLine } from '@e-events/shared/domain/pricing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRandomShop, randomOf, type Random } from '../../../../testing/random-shop.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { testIban } from '../../../../testing/valid-requests-payouts.ts'
import type { SoldItem } from '../../orders/repository.ts'
import { createPayoutRepository } from '../payouts/repository.ts'
import { createPayouts, type Payouts } from '../payouts/service.ts'
import { partOf } from '../refunds/parts.ts'
import { paidFor, refundEntries, saleEntries, soldAmounts, usageEntries, type Entry } from './policy.ts'
import { book } from './repository.ts'

/** `LEDGER_ORDERS=10000` is the full run; a part of it goes through checkout and database on every run. */
const bookedOrders = Number(process.env['LEDGER_ORDERS'] ?? 36)
const reasons = ['organizer', 'provider', 'viewer', 'withdrawal', 'dispute', 'duplicate'] as const

/** A line as an order keeps it; a coupon lowers some to nothing. */
function lineOf(random: Random): SoldItem {
  const netMinor = random(10) === 0 ? 0 : random(20_000)
  const line = breakDownLine(
    {
      kind: random(8) === 0 ? 'shipping' : 'access',
      currency: 'EUR',
      netMinor: random(5) === 0 ? Math.floor(netMinor / 2) : netMinor,
      taxBasisPoints: [0, 400, 1_000, 2_100][random(4)] ?? 0,
      ticketFeePayer: random(2) === 0 ? 'organizer' : 'buyer',
      quantity: 1 + random(3),
    },
    random(4) === 0 ? random(1_000) : 0,
  )
  return {
    net_minor: line.netMinor,
    tax_minor: line.taxMinor,
    total_minor: line.grossMinor,
    buyer_fee_minor: line.buyerFeeMinor,
    support_minor: line.supportMinor,
    platform_fee_minor: line.percentFeeMinor,
    ticket_fee_minor: line.ticketFeeMinor,
    refunded_minor: 0,
    quantity: 1,
  } as SoldItem
}

/** Bookings of an order: its sale, and up to three parts of a refund, which may be a dispute. */
function bookingsOf(random: Random): { kind: 'sale' | 'refund' | 'dispute'; entries: Entry[] }[] {
  const item = lineOf(random)
  const bookings: ReturnType<typeof bookingsOf> = [{ kind: 'sale', entries: saleEntries(soldAmounts(item)) }]
  if (random(3) !== 0) return bookings
  let given = 0
  for (let part = 0; part < 1 + random(3); part++) {
    const left = paidFor(item) - given
    if (left <= 0) break
    const amount = random(2) === 0 ? left : 1 + random(left)
    const reason = reasons[random(reasons.length)] ?? 'organizer'
    const entries = refundEntries(soldAmounts(partOf({ ...item, refunded_minor: given }, amount)), reason)
    bookings.push({ kind: reason === 'dispute' ? 'dispute' : 'refund', entries })
    given += amount
  }
  return bookings
}
const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

it('10,000 random orders, coupons, refunds and disputes add up to zero, to the cent, and every share has its line', () => {
  const random = randomOf(48)
  for (let order = 0; order < 10_000; order++)
    for (const { entries } of bookingsOf(random)) {
      expect(sumOf(entries)).toBe(0)
      for (const { kind, line, amountMinor } of entries) {
        expect(Number.isSafeInteger(amountMinor)).toBe(true)
        expect(line !== undefined).toBe(kind === 'organizer_payable')
      }
    }
})

describe(`${bookedOrders} random orders of real coupons, refunds, disputes and payouts, through the checkout`, () => {
  let t: TestApi
  let payouts: Payouts
  beforeAll(async () => {
    t = await createTestApi()
    const { knex } = t.database
    payouts = createPayouts({ knex, repository: createPayoutRepository(knex), mailPayout: () => Promise.resolve(), clock: t.clock })
  })
  afterAll(() => t.stop())

  async function balances(): Promise<Map<string, number>> {
    const { rows } = await t.database.knex.raw<{ rows: { name: string; sum: number }[] }>(
      `select coalesce(a.channel_id::text, a.kind) as name, sum(e.amount_minor)::bigint as sum from ledger_entries e
       join ledger_accounts a on a.id = e.account_id group by 1`,
    )
    return new Map(rows.map(({ name, sum }) => [name, sum]))
  }

  /** The run of the month: some payouts arrive, some come back, and some come back after they had arrived. */
  async function payMonth(random: Random, userId: string): Promise<void> {
    const now = t.clock.now()
    t.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 11) - now.getTime())
    const { period, totals } = await payouts.proposal()
    if (totals.length === 0) return
    const by = { actorId: userId, requestId: null, address: null, userId }
    const wanted = { idempotencyKey: randomUUID(), month: period.slice(0, 7), expected: totals }
    const { run, payouts: made } = await payouts.approve(wanted, by)
    for (const { id } of made) {
      const fate = random(4)
      if (fate !== 0) await payouts.settle(run.id, { payoutIds: [id], outcome: 'paid', note: '' }, by)
      if (fate < 2) await payouts.settle(run.id, { payoutIds: [id], outcome: 'failed', note: 'AC04' }, by)
    }
  }

  /** The reconciler takes two hundred orders a run. */
  async function closeWhatIsOver(): Promise<void> {
    const overdue = () => t.database.knex('orders').where({ status: 'pending' }).where('expires_at', '<=', t.clock.now())
    for (let run = 0; run === 0 || (run < bookedOrders / 100 && (await overdue().first('id'))); run++)
      await t.api.platform.sales.reconciler.run()
  }

  /**
   * Orders of which ledger, provider and invoices tell different sums, and coupons that are used without an order. A
   * lost dispute gives no coupon back.
   */
  async function untrue(): Promise<unknown[]> {
    const { rows } = await t.database.knex.raw<{ rows: unknown[] }>(
      `select o.number as order, 'money' as what from orders o left join test_payments p on p.reference = o.id::text
         where coalesce((select sum(e.amount_minor) from ledger_entries e join ledger_transactions x on x.id = e.transaction_id
             join ledger_accounts a on a.id = e.account_id where x.order_id = o.id and a.kind = 'provider_clearing'), 0)
           <> case when o.paid_at is null then 0 else p.amount_minor - o.refunded_minor
             - coalesce((select sum(d.fee_minor) from disputes d join payments y on y.id = d.payment_id where y.order_id = o.id), 0) end
           or (p.state = 'succeeded') <> (o.paid_at is not null)
       union all
       select o.number, 'invoices' from orders o where o.paid_at is not null
         and coalesce((select sum(v.total_minor) from invoices v where v.order_id = o.id), 0) <> o.total_minor - o.refunded_minor
       union all
       select o.number, 'lines' from orders o where o.refunded_minor <> (select sum(i.refunded_minor) from order_items i where i.order_id = o.id)
       union all
       select count(k.id), 'coupon ' || c.code from coupons c left join (select i.* from order_items i join orders o on o.id = i.order_id
           where o.paid_at is not null and (i.refunded_minor < i.total_minor + i.buyer_fee_minor + i.support_minor
             or exists (select 1 from refunds r where r.order_id = o.id and r.reason = 'dispute'))) k on k.coupon_id = c.id
         group by c.id, c.code, c.redeemed_at having count(k.id) <> (c.redeemed_at is not null)::int`,
    )
    return rows
  }

  it(
    'leave ledger, statements, their files and payouts in agreement',
    async () => {
      const random = randomOf(11)
      const { knex } = t.database
      const owner = await t.factories.producer()
      const staff = await t.factories.admin()
      const channels = await Promise.all([1, 2, 3].map(() => t.factories.channel({ owner_id: owner.id, iban: testIban })))
      const shop = await openRandomShop(t, { channelIds: channels.map(({ id }) => id), random })
      const monthEvery = Math.max(1, Math.floor(bookedOrders / 6))
      for (let order = 0; order < bookedOrders; order++) {
        await shop.buy()
        const channelId = channels[random(channels.length)]?.id ?? null
        const entries = usageEntries(random(500), 'live_hours')
        if (random(10) === 0)
          await knex.transaction((trx) =>
            book(trx, { kind: 'usage', key: randomUUID(), channelId, currency: 'EUR', occurredAt: t.clock.now(), entries }),
          )
        if (order % monthEvery < monthEvery - 1) continue
        await shop.decideDisputes()
        await payMonth(random, staff.id)
        shop.nextBuyer()
        await closeWhatIsOver()
      }
      await shop.decideDisputes()
      const { paid: sold, withCoupon, refunds, disputes } = shop.bought
      for (const count of [sold - withCoupon, withCoupon, refunds, disputes]) expect(count).toBeGreaterThan(0)
      expect(await untrue()).toEqual([])
      const ledger = await balances()
      expect([...ledger.values()].reduce((sum, minor) => sum + minor, 0)).toBe(0)
      const { statements } = await payouts.statements(owner.id)
      const { rows: proposed } = await payouts.proposal()
      let paid = 0
      for (const { id } of channels) {
        const own = statements.filter(({ channelId }) => channelId === id)
        const total = own.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
        const gone = own.reduce((sum, { payout, state }) => sum + (state === 'paid' ? (payout?.amount_minor ?? 0) : 0), 0)
        paid += gone
        // Owed by the ledger: everything that was earned less everything that arrived.
        expect(ledger.get(id) ?? 0).toBe(gone - total)
        let filed = 0
        for (const { period, currency } of own)
          for await (const batch of payouts.entries(id, period.slice(0, 7), currency))
            filed += batch.reduce((sum, { amount_minor: minor }) => sum + minor, 0)
        expect(filed).toBe(total)
        for (const { state, payout, carriedMinor, totalMinor } of own)
          if (state === 'paid') expect(payout?.amount_minor).toBe(carriedMinor + totalMinor)
        const next = proposed.find((row) => row.id === id)
        const isNext = (minor: number) => minor === (next ? next.carried_minor + next.total_minor : 0)
        const ofNow = own.find(({ period }) => period.slice(0, 7) === t.clock.now().toISOString().slice(0, 7))
        if (ofNow && !ofNow.payout) expect(isNext(ofNow.amountMinor)).toBe(true)
      }
      expect((ledger.get('cash') ?? 0) + paid).toBe(0)
      expect(paid).toBeGreaterThan(0)
      const twice = await knex('payout_items')
        .where({ is_released: false })
        .groupBy('entry_id')
        .havingRaw('count(*) > 1')
        .select('entry_id')
      expect(twice).toEqual([])
    },
    60_000 + bookedOrders * 1_000,
  )
})
