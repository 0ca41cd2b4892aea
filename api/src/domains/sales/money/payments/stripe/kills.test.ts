import { orders } from '@e-events/shared/contract/sales/orders.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StripeDouble } from '../../../../../../../tests/support/stripe/double.ts'
import { createKillSwitch, type KillSwitch } from '../../../../../testing/kill-switch.ts'
import {
  assertWhole,
  createRandom,
  refundFirstLine,
  startPurchase,
  type Purchase,
  type ServiceBooks,
} from '../../../../../testing/purchases.ts'
import { startStripeSite, type StripeSite } from '../../../../../testing/stripe-site.ts'
import type { TestApi } from '../../../../../testing/test-api.ts'

const { STRIPE_KILL_RUNS, KILL_SEED } = process.env
const runs = Number(STRIPE_KILL_RUNS ?? 12)
const seed = Number(KILL_SEED ?? Date.now() % 1_000_000)

let site: StripeSite
let t: TestApi
let stripe: StripeDouble
let kill: KillSwitch
let channelId: string
beforeAll(async () => {
  site = await startStripeSite()
  ;({ t, stripe } = site)
  await t.api.platform.knex.raw('select 1')
  kill = createKillSwitch(t.api.platform.knex)
  channelId = (await t.factories.channel()).id
})
afterEach(() => {
  kill.restart()
  stripe.setFaults({})
})
afterAll(() => site.stop())

/** The ways in which news of a payment arrive; each of them may come first, twice, or never. */
const ways = ['webhook', 'return', 'reconciler'] as const
type Step = 'place' | (typeof ways)[number] | 'refund'

const intentsOf = (orderId: string) => [...stripe.intents.values()].filter(({ metadata }) => metadata['order_id'] === orderId)

async function booksOf(orderId: string): Promise<ServiceBooks> {
  const intents = intentsOf(orderId)
  const given = [...stripe.refunds.values()].filter(({ payment_intent: of }) => intents.some(({ id }) => id === of))
  return {
    payments: intents.length,
    isPaid: intents.some(({ status }) => status === 'succeeded'),
    refundedMinor: given.reduce((sum, { amount }) => sum + amount, 0),
  }
}

const orderOf = ({ buyer }: Purchase) => t.database.knex('orders').where({ user_id: buyer.id }).first('id', 'status')

async function go(step: Step, one: Purchase): Promise<void> {
  const { as, body } = one
  if (step === 'place') return void (await t.call(orders.place, { as, body }))
  if (step === 'refund') return refundFirstLine(t, one)
  if (step === 'reconciler') {
    t.clock.advance(61_000)
    return t.api.platform.sales.reconciler.run().catch(() => undefined)
  }
  const order = await orderOf(one)
  if (!order) return
  if (step === 'return') return void (await t.call(orders.check, { as, params: { id: order.id } }))
  for (const { id } of intentsOf(order.id)) for (const event of stripe.told('payment_intent.succeeded', id)) await site.deliver(event)
}

describe('a process that ends at any await, with the payment at Stripe (F6)', () => {
  it(
    `leaves no order without its payment, no payment without order or refund, and never two: ${runs} runs`,
    async () => {
      // How many statements each step takes, by purchases that nobody disturbs, one for each way of the news.
      const length: Record<Step, number> = { place: 0, webhook: 0, return: 0, reconciler: 0, refund: 0 }
      for (const way of ways) {
        const calm = await startPurchase(t, { channelId, lines: 2, isLimited: true, hasCoupon: false })
        for (const step of ['place', way, 'refund'] as const) {
          kill.arm(Number.POSITIVE_INFINITY, 'before')
          await go(step, calm)
          length[step] = kill.restart()
          if (step === 'place') payAtStripe(await orderOf(calm))
        }
        await assertWhole(t, calm, { story: `nothing ended, told by the ${way}`, booksOf })
        expect((await orderOf(calm))?.status, way).toBe('partially_refunded')
      }
      const random = createRandom(seed)
      for (let run = 0; run < runs; run++) {
        const one = await startPurchase(t, { channelId, lines: 1 + random(2), isLimited: random(2) === 0, hasCoupon: random(2) === 0 })
        const told: string[] = []
        const disturbed = async (step: Step): Promise<void> => {
          const [at, moment] = [1 + random(Math.max(1, length[step])), (['before', 'after'] as const)[random(2)] ?? 'before'] as const
          // The service acts, and neither its first answer nor that to the repetition arrives.
          const isLost = random(4) === 0
          told.push(isLost ? `${step} without an answer` : `${step} ${moment} ${at}`)
          if (isLost) stripe.setFaults({ losesAnswers: 2 })
          else kill.arm(at, moment)
          await go(step, one)
          kill.restart()
          stripe.setFaults({})
        }
        for (let again = 0; again < 2; again++) if (random(2) === 0) await disturbed('place')
        await go('place', one)
        payAtStripe(await orderOf(one))
        // News by up to three ways, of which each may break off; what nobody hears of is found at the end.
        for (let news = 0; news < 3; news++) {
          const way = ways[random(ways.length)] ?? 'webhook'
          if (random(3) === 0) await go(way, one)
          else await disturbed(way)
        }
        t.clock.advance(61_000)
        await t.api.platform.sales.reconciler.run()
        if (random(2) === 0) {
          await disturbed('refund')
          await go('refund', one)
        }
        // Late repetitions of everything change nothing.
        for (const way of ways) await go(way, one)
        await t.api.platform.sales.payRefunds()
        await assertWhole(t, one, { story: `seed ${seed}, run ${run}: ${told.join(', ')}`, booksOf })
      }
    },
    120_000 + runs * 8_000,
  )

  it('books the fee of each payment once, and holds no money that no order tells of', async () => {
    const { knex } = t.database
    for (const { id, status, metadata } of stripe.intents.values()) {
      if (status !== 'succeeded') continue
      const payments = await knex('payments').where({ provider: 'stripe', provider_payment_id: id })
      expect(payments).toMatchObject([{ order_id: metadata['order_id'], provider_fee_minor: expect.any(Number) as number }])
      expect(await knex('ledger_transactions').where({ dedupe_key: `fee:${payments[0]!.id}` })).toHaveLength(1)
    }
  })
})

/** The buyer fills in the form of the service, once. */
function payAtStripe(order: { id: string } | undefined): void {
  if (!order) throw new Error('no order to pay')
  const [intent] = intentsOf(order.id)
  if (!intent) throw new Error('no payment to give')
  stripe.pay(intent.id, 'success')
}
