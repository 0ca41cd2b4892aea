import { randomBytes } from 'node:crypto'
import { orders, type Checkout, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { breakDownLines } from '@e-events/shared/domain/pricing.ts'
import type { TestApi } from './test-api.ts'
import { orderBody } from './valid-requests-sales.ts'

/** Answers a number below another one; the same ones for the same seed. */
export type Random = (below: number) => number

export function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const productsOfChannel = 4
const byHand = ['organizer', 'provider', 'viewer', 'withdrawal', 'duplicate'] as const

interface Shelf {
  id: string
  slug: string
  netMinor: number
  taxBasisPoints: number
}

/** Counts of the test's own. */
export interface Bought {
  paid: number
  withCoupon: number
  refunds: number
  disputes: number
}

/**
 * Buyers who buy through the checkout of the api, as a browser does: with coupons that are rows, support, declined
 * cards, orders that are left, refunds of a part or of all, and disputes.
 */
export async function openRandomShop(t: TestApi, { channelIds, random }: { channelIds: readonly string[]; random: Random }) {
  const { knex } = t.database
  const bought: Bought = { paid: 0, withCoupon: 0, refunds: 0, disputes: 0 }
  const shelves: Shelf[] = []
  for (const channelId of channelIds)
    for (let index = 0; index < productsOfChannel; index++) {
      const price = { net_price_minor: 100 + random(20_000), tax_basis_points: [0, 400, 1_000, 2_100][index] ?? 0 }
      const row = await t.factories.product({
        channel_id: channelId,
        type: 'vod',
        plan: 'paid',
        ticket_fee_payer: random(2) === 0 ? 'organizer' : 'buyer',
        ...price,
      })
      shelves.push({ id: row.id, slug: row.slug, netMinor: price.net_price_minor, taxBasisPoints: price.tax_basis_points })
    }
  const openDisputes: string[] = []
  let buyer: { as: string; left: Shelf[] } | undefined

  async function couponFor({ id, netMinor, taxBasisPoints }: Shelf): Promise<string> {
    const price = { net_price_minor: 1 + random(netMinor), tax_basis_points: taxBasisPoints, currency: 'EUR' }
    const [batch] = await knex('coupon_batches')
      .insert({ product_id: id, name: 'Random', quantity: 1, ...price })
      .returning('id')
    const code = `R${randomBytes(6).toString('hex')}`.toUpperCase()
    await knex('coupons').insert({ batch_id: batch?.id ?? '', code })
    return code
  }

  async function dispute(paymentId: string, outcome: 'open' | 'won' | 'lost'): Promise<void> {
    await t.call(testPayments.dispute, { params: { id: paymentId }, body: { outcome } }).expect(200)
  }

  async function giveBack(order: Order): Promise<void> {
    const item = await knex('order_items').where({ order_id: order.id, position: 0 }).first('id')
    let left = order.total.minor
    for (let part = 0; part < 1 + random(3) && left > 0; part++) {
      const amount = random(2) === 0 ? left : 1 + random(left)
      const reason = byHand[random(byHand.length)] ?? 'organizer'
      await knex('refunds').insert({
        order_id: order.id,
        order_item_id: item?.id ?? null,
        reason,
        amount_minor: amount,
        currency: 'EUR',
      })
      await t.api.platform.sales.payRefunds()
      left -= amount
      bought.refunds += 1
    }
  }

  return {
    bought,

    /** Buyers of before are gone: their log-ins end with the time. */
    nextBuyer: () => void (buyer = undefined),

    /** Decides what the banks were asked for. */
    async decideDisputes(): Promise<void> {
      for (const paymentId of openDisputes.splice(0)) await dispute(paymentId, random(2) === 0 ? 'won' : 'lost')
    },

    async buy(): Promise<void> {
      if (!buyer || buyer.left.length === 0) buyer = { as: await t.tokenOf(await t.factories.user({ country: 'ES' })), left: [...shelves] }
      const { as, left } = buyer
      const [shelf] = left.splice(random(left.length), 1)
      if (!shelf) throw new Error('nothing to buy')
      const couponCode = random(3) === 0 ? await couponFor(shelf) : undefined
      const supportMinor = random(4) === 0 ? random(1_000) : 0
      const query = couponCode === undefined ? {} : { couponCode }
      const shown = (await t.call(orders.checkout, { as, params: { slug: shelf.slug }, query }).expect(200)).body as Checkout
      const lines = shown.items.map(({ kind, quantity, price }) => ({ kind, quantity, currency: shown.currency, ...price }))
      const { totalMinor } = breakDownLines(lines, supportMinor)
      const body = orderBody(shelf.slug, { supportMinor, expectedTotalMinor: totalMinor, ...query })
      const order = (await t.call(orders.place, { as, body }).expect(201)).body as Order
      const paymentId = order.paymentUrl?.split('/').at(-1) ?? ''
      const pay = (card: string) => t.call(testPayments.pay, { params: { id: paymentId }, body: { card } }).expect(200)
      if (random(8) === 0) await pay('4000000000000002')
      // Left alone: its time ends, and its coupon is free again.
      if (random(10) === 0) return
      await pay('4242424242424242')
      bought.paid += 1
      if (couponCode !== undefined) bought.withCoupon += 1
      const fate = random(6)
      if (fate < 2) await giveBack(order)
      if (fate !== 2 && random(8) !== 0) return
      const rest = await knex('orders').where({ id: order.id }).first('total_minor', 'refunded_minor')
      if (!rest || rest.refunded_minor >= rest.total_minor) return
      await dispute(paymentId, 'open')
      bought.disputes += 1
      if (random(3) === 0) openDisputes.push(paymentId)
      else await dispute(paymentId, random(2) === 0 ? 'won' : 'lost')
    },
  }
}
