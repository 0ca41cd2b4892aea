import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKillSwitch, type KillSwitch } from '../../../../testing/kill-switch.ts'
import {
  assertWhole,
  createRandom,
  refundFirstLine,
  startPurchase,
  type Purchase,
  type ServiceBooks,
} from '../../../../testing/purchases.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

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

type Step = 'place' | 'pay' | 'reconcile' | 'refund'
const steps: readonly Step[] = ['place', 'pay', 'reconcile', 'refund']

/** Goes one step of a purchase; whatever ended before is only told by what the database holds. */
async function go(step: Step, one: Purchase): Promise<void> {
  const { as, body } = one
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
  return refundFirstLine(t, one)
}

async function booksOf(orderId: string): Promise<ServiceBooks> {
  const [payment, ...others] = await t.database.knex('test_payments').where({ reference: orderId })
  const isPaid = payment?.state === 'succeeded'
  return { payments: (payment ? 1 : 0) + others.length, isPaid, refundedMinor: payment?.refunded_minor ?? 0 }
}

describe('a process that ends at any await of checkout, settlement and refund (F6)', () => {
  it(
    `leaves no order without its payment, no payment without order or refund, and never two: ${runs} runs`,
    async () => {
      // How many statements each step takes, by a purchase that nobody disturbs.
      const length: Record<Step, number> = { place: 0, pay: 0, reconcile: 0, refund: 0 }
      const calm = await startPurchase(t, { channelId, lines: 2, isLimited: true, hasCoupon: false })
      for (const step of steps) {
        kill.arm(Number.POSITIVE_INFINITY, 'before')
        await go(step, calm)
        length[step] = kill.restart()
      }
      await assertWhole(t, calm, { story: 'nothing ended', booksOf })
      const random = createRandom(seed)
      let whole = 0
      for (let run = 0; run < runs; run++) {
        const one = await startPurchase(t, { channelId, lines: 1 + random(2), isLimited: random(2) === 0, hasCoupon: random(2) === 0 })
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
        await assertWhole(t, one, { story: `seed ${seed}, run ${run}: ${told.join(', ')}`, booksOf })
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
