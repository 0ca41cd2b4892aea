import { randomBytes } from 'node:crypto'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import type { FactoryProduct } from '../../../../testing/factories.ts'
import { createKillSwitch, type KillSwitch } from '../../../../testing/kill-switch.ts'
import { plainProduct } from '../../../../testing/sold-order.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'
import { orderBody } from '../../../../testing/valid-requests-sales.ts'

const { KILL_RUNS, KILL_SEED } = process.env
const runs = Number(KILL_RUNS ?? 24)
const seed = Number(KILL_SEED ?? Date.now() % 1_000_000)

let t: TestApi
let kill: KillSwitch
let channelId: string
beforeAll(async () => {
  t = await createTestApi({ log: { level: 'fatal' } })
  kill = createKillSwitch(t.api.platform.knex)
  channelId = (await t.factories.channel()).id
})
afterAll(() => t.stop())

/** The same numbers for the same seed (mulberry32). */
function createRandom(start: number): (below: number) => number {
  let state = start >>> 0
  return (below) => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

interface Purchase {
  films: FactoryProduct[]
  buyer: UserRow
  couponCode: string | undefined
  as: string
  body: ReturnType<typeof orderBody>
}
type Step = 'place' | 'pay' | 'reconcile' | 'refund'
const steps: readonly Step[] = ['place', 'pay', 'reconcile', 'refund']

/** A limited product has three; a coupon, which one product alone can have, makes the price 6.00. */
async function purchase({ lines, isLimited, hasCoupon }: { lines: number; isLimited: boolean; hasCoupon: boolean }): Promise<Purchase> {
  const films: FactoryProduct[] = []
  for (let index = 0; index < lines; index++)
    films.push(await plainProduct(t, { channel_id: channelId, stock: isLimited && index === 0 ? 3 : null }))
  const buyer = await t.factories.user()
  const items = films.map(({ slug }) => ({ productSlug: slug }))
  const couponCode = hasCoupon && lines === 1 ? await coupon(films[0]?.id ?? '') : undefined
  const price = couponCode === undefined ? { expectedTotalMinor: lines * 1_000 } : { couponCode, expectedTotalMinor: 600 }
  return { films, buyer, couponCode, as: await t.tokenOf(buyer), body: orderBody('', { items, ...price }) }
}

async function coupon(productId: string): Promise<string> {
  const { knex } = t.database
  const batch = { product_id: productId, name: 'Half', quantity: 1, net_price_minor: 600, tax_basis_points: 0, currency: 'EUR' }
  const [made] = await knex('coupon_batches').insert(batch).returning('id')
  const code = `K${randomBytes(5).toString('hex')}`.toUpperCase()
  await knex('coupons').insert({ batch_id: made?.id ?? '', code })
  return code
}

/** Goes one step of a purchase; whatever ended before is only told by what the database holds. */
async function go(step: Step, { as, body, buyer }: Purchase): Promise<void> {
  const { knex } = t.database
  if (step === 'place') return void (await t.call(orders.place, { as, body }))
  if (step === 'pay') {
    const order = (await t.call(orders.place, { as, body })).body as Order
    const id = order.paymentUrl?.split('/').at(-1)
    return id === undefined ? undefined : void (await t.call(testPayments.pay, { params: { id }, body: { card: '4242424242424242' } }))
  }
  if (step === 'reconcile') {
    t.clock.advance(61_000)
    return t.api.platform.sales.reconciler.run().catch(() => undefined)
  }
  const { rows } = await knex.raw<{ rows: { id: string; order_id: string; total_minor: number }[] }>(
    `select i.id, i.order_id, i.total_minor from order_items i join orders o on o.id = i.order_id where o.user_id = ? and o.status = 'paid' order by i.position`,
    [buyer.id],
  )
  const [row] = rows
  const isNew = row && !(await knex('refunds').where({ order_id: row.order_id }).first('id'))
  if (row && isNew)
    await knex('refunds').insert({
      order_id: row.order_id,
      order_item_id: row.id,
      reason: 'organizer',
      amount_minor: row.total_minor,
      currency: 'EUR',
    })
  return t.api.platform.sales.payRefunds().catch(() => undefined)
}

/** Books of the platform and of the provider tell the same story, once. */
async function assertWhole({ buyer, films, couponCode }: Purchase, story: string): Promise<void> {
  const { knex } = t.database
  const placed = await knex('orders').where({ user_id: buyer.id })
  expect(placed.length, story).toBeLessThanOrEqual(1)
  const [order] = placed
  const taken =
    (
      await knex('stock_levels')
        .where({ product_id: films[0]?.id ?? '' })
        .first('taken')
    )?.taken ?? 0
  const isRedeemed =
    (
      await knex('coupons')
        .where({ code: couponCode ?? '' })
        .whereNotNull('redeemed_at')
    ).length === 1
  if (!order) return expect([taken, isRedeemed], story).toEqual([0, false])
  const [service, ...others] = await knex('test_payments').where({ reference: order.id })
  expect(others, story).toEqual([])
  const isPaid = service?.state === 'succeeded'
  expect(order.paid_at !== null, `${story}: paid if and only if the provider says so`).toBe(isPaid)
  expect(
    (await knex('payments').where({ order_id: order.id, status: 'succeeded' }).orWhere({ order_id: order.id, status: 'refunded' })).length,
    story,
  ).toBe(isPaid ? 1 : 0)
  const items = await knex('order_items').where({ order_id: order.id })
  const refunds = await knex('refunds').where({ order_id: order.id, status: 'succeeded' })
  const refunded = refunds.reduce((sum, { amount_minor: minor }) => sum + minor, 0)
  expect([service?.refunded_minor ?? 0, order.refunded_minor, items.reduce((sum, item) => sum + item.refunded_minor, 0)], story).toEqual([
    refunded,
    refunded,
    refunded,
  ])
  const open = items.filter((item) => item.refunded_minor === 0).length
  // The first line is the limited one, and the one that is given back.
  const isKept = isPaid && items.every(({ position, refunded_minor: minor }) => position !== 0 || minor === 0)
  if (isPaid) expect(taken, `${story}: what is taken of the limited product`).toBe(films[0]?.stock !== null && isKept ? 1 : 0)
  expect(isRedeemed, `${story}: a coupon is used if and only if its order is paid and kept`).toBe(couponCode !== undefined && isKept)
  expect(await knex('tickets').where({ user_id: buyer.id }).whereNull('revoked_at'), story).toHaveLength(isPaid ? open : 0)
  expect(await knex('tickets').where({ user_id: buyer.id }), story).toHaveLength(isPaid ? items.length : 0)
  expect(await knex('ledger_transactions').where({ order_id: order.id, kind: 'sale' }), story).toHaveLength(isPaid ? items.length : 0)
  expect(await knex('ledger_transactions').where({ order_id: order.id, kind: 'refund' }), story).toHaveLength(refunds.length)
  expect(await knex('invoices').where({ order_id: order.id, kind: 'invoice' }), story).toHaveLength(isPaid ? 1 : 0)
  expect(await knex('invoices').where({ order_id: order.id, kind: 'credit_note' }), story).toHaveLength(refunds.length)
}

describe('a process that ends at any await of checkout, settlement and refund (F6)', () => {
  it(
    `leaves no order without its payment, no payment without order or refund, and never two: ${runs} runs`,
    async () => {
      // How many statements each step takes, by a purchase that nobody disturbs.
      const length: Record<Step, number> = { place: 0, pay: 0, reconcile: 0, refund: 0 }
      const calm = await purchase({ lines: 2, isLimited: true, hasCoupon: false })
      for (const step of steps) {
        kill.arm(Number.POSITIVE_INFINITY, 'before')
        await go(step, calm)
        length[step] = kill.restart()
      }
      await assertWhole(calm, 'nothing ended')
      const random = createRandom(seed)
      let whole = 0
      for (let run = 0; run < runs; run++) {
        const one = await purchase({ lines: 1 + random(2), isLimited: random(2) === 0, hasCoupon: random(2) === 0 })
        // One or two ends in the course of a purchase, also one in the repetition of a step that ended before.
        const told: string[] = []
        const isKept = random(2) === 0
        for (const step of steps) {
          if (step === 'refund' && isKept) continue
          for (let again = 0; again < 2; again++) {
            if (random(2) === 0) continue
            const [at, moment] = [1 + random(Math.max(1, length[step])), (['before', 'after'] as const)[random(2)] ?? 'before'] as const
            told.push(`${step} ${moment} ${at}`)
            kill.arm(at, moment)
            await go(step, one)
            kill.restart()
          }
          await go(step, one)
        }
        t.clock.advance(61_000)
        await t.api.platform.sales.reconciler.run()
        await t.api.platform.sales.payRefunds()
        await assertWhole(one, `seed ${seed}, run ${run}: ${told.join(', ')}`)
        whole += 1
      }
      expect(whole).toBe(runs)
    },
    60_000 + runs * 4_000,
  )

  it('repeats nothing that a buyer sees: each purchase that ended is one order with one payment', async () => {
    const { knex } = t.database
    const { rows } = await knex.raw<{ rows: object[] }>(
      `select reference from test_payments group by reference having count(*) > 1
       union all select o.id::text from orders o join payments y on y.order_id = o.id where y.status in ('succeeded', 'refunded') group by o.id having count(*) > 1`,
    )
    expect(rows).toEqual([])
  })
})
