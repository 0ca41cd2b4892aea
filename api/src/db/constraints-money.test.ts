import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createFactories, type Factories } from '../testing/factories.ts'
import { minutesFromNow, outcomeOf, type RefusalCase } from '../testing/refusals.ts'
import { toJson } from './row.ts'
import type { OrderInsert } from './tables/sales.ts'

let database: TestDatabase
let knex: Knex
let make: Factories

beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 20 })
  knex = database.knex
  make = createFactories(knex)
})
afterAll(() => database.drop())

const order = async (fields: Partial<OrderInsert> = {}): Promise<string> => {
  const user = await make.user()
  const [row] = await knex('orders')
    .insert({
      user_id: user.id,
      email: user.email,
      net_minor: 1_000,
      tax_minor: 210,
      total_minor: 1_210,
      terms_accepted_at: new Date(),
      ...fields,
    })
    .returning('id')
  return row?.id ?? ''
}

const batch = async (quantity: number): Promise<string> => {
  const { id: product_id } = await make.product({ plan: 'paid' })
  const [row] = await knex('coupon_batches').insert({ product_id, quantity, net_price_minor: 0, tax_basis_points: 2_100 }).returning('id')
  return row?.id ?? ''
}

const coupons = (batchId: string, count: number) =>
  knex('coupons')
    .insert(Array.from({ length: count }, () => ({ batch_id: batchId, code: randomUUID() })))
    .returning('id')

describe('tickets', () => {
  it.each<RefusalCase>([
    [
      'a second one for the same product',
      'tickets_one_per_user_and_product',
      async () => {
        const { user_id, product_id } = await make.ticket()
        await make.ticket({ user_id, product_id })
      },
    ],
    [
      'one for physical goods',
      'tickets_access_product',
      async () => make.ticket({ product_id: (await make.product({ type: 'physical' })).id }),
    ],
    ['one from an order without its line', 'tickets_source', () => make.ticket({ source: 'order' })],
    ['a revocation without a reason', 'tickets_revoked', () => make.ticket({ revoked_at: new Date() })],
  ])('refuse %s', async (_refusal, constraint, attempt) => {
    expect(await outcomeOf(attempt())).toBe(constraint)
  })

  it('of ten redeemed at the same moment leave one', async () => {
    const [user, product] = await Promise.all([make.user(), make.product()])
    const attempts = Array.from({ length: 10 }, () => outcomeOf(make.ticket({ user_id: user.id, product_id: product.id })))
    expect((await Promise.all(attempts)).filter((result) => result === 'allowed')).toHaveLength(1)
    expect(await knex('tickets').where({ user_id: user.id })).toHaveLength(1)
  })

  it('can be had again after a refund took the first one back', async () => {
    const { id, user_id, product_id } = await make.ticket()
    await knex('tickets').where({ id }).update({ revoked_at: new Date(), revoked_reason: 'refund' })
    expect(await outcomeOf(make.ticket({ user_id, product_id }))).toBe('allowed')
  })
})

describe('coupons and codes', () => {
  it.each<RefusalCase>([
    [
      'a coupon of a draft',
      'coupon_batches_published',
      async () => {
        const { id: product_id } = await make.product({ status: 'draft' })
        await knex('coupon_batches').insert({ product_id, quantity: 1, net_price_minor: 0, tax_basis_points: 0 })
      },
    ],
    [
      'an access code of a draft',
      'access_codes_published',
      async () => {
        await knex('access_codes').insert({ product_id: (await make.product({ status: 'draft' })).id, code: randomUUID() })
      },
    ],
    ['a quantity of nothing', 'coupon_batches_quantity_check', () => batch(0)],
    [
      'a session of another product',
      'coupon_batches_session_id_product_id_fkey',
      async () => {
        const [one, other] = await Promise.all([make.product(), make.product()])
        await knex('coupon_batches').insert({
          product_id: one.id,
          session_id: other.sessions[0]?.id ?? null,
          quantity: 1,
          net_price_minor: 0,
          tax_basis_points: 0,
        })
      },
    ],
    ['more codes than the quantity', 'coupon_batches_codes', async () => coupons(await batch(2), 3)],
    ['a code that can be guessed', 'coupons_code_check', async () => knex('coupons').insert({ batch_id: await batch(1), code: 'SHORT' })],
    [
      'a code that differs in case only',
      'coupons_code_key',
      async () => {
        const batch_id = await batch(2)
        await knex('coupons').insert([
          { batch_id, code: 'SPRING-2026-A' },
          { batch_id, code: 'spring-2026-a' },
        ])
      },
    ],
    [
      'taking a redemption back',
      'coupons_redeemed_once',
      async () => {
        const [coupon] = await coupons(await batch(1), 1)
        await knex('coupons')
          .where({ id: coupon?.id })
          .update({ redeemed_at: new Date(), redeemed_by: (await make.user()).id })
        await knex('coupons').where({ id: coupon?.id }).update({ redeemed_at: null, redeemed_by: null })
      },
    ],
  ])('refuse %s', async (_refusal, constraint, attempt) => {
    expect(await outcomeOf(attempt())).toBe(constraint)
  })

  it('give one of twenty redeemers a code, and the batch counts it once', async () => {
    const batchId = await batch(3)
    const [coupon] = await coupons(batchId, 3)
    const users = await Promise.all(Array.from({ length: 20 }, () => make.user()))
    const redeemed = await Promise.all(
      users.map(({ id }) =>
        knex('coupons').where({ id: coupon?.id, redeemed_at: null }).update({ redeemed_at: new Date(), redeemed_by: id }),
      ),
    )
    expect(redeemed.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await knex('coupon_batches').where({ id: batchId }).first('code_count', 'redeemed_count')).toEqual({
      code_count: 3,
      redeemed_count: 1,
    })
  })
})

describe('orders', () => {
  it.each<RefusalCase>([
    ['a total that is not the sum', 'orders_total', () => order({ total_minor: 1_209 })],
    ['a refund above the total', 'orders_refunded', () => order({ refunded_minor: 1_211 })],
    ['paid without a moment of payment', 'orders_paid', () => order({ status: 'paid' })],
    [
      'the same idempotency key twice',
      'orders_idempotency_key',
      async () => {
        const { id: user_id } = await make.user()
        await order({ user_id, idempotency_key: 'key-1' })
        await order({ user_id, idempotency_key: 'key-1' })
      },
    ],
    [
      'a line whose tax is rounded down',
      'order_items_tax',
      async () => {
        const item = { kind: 'access' as const, title: 'Pulso', unit_net_minor: 909, net_minor: 909, tax_basis_points: 1_000 }
        await knex('order_items').insert({
          ...item,
          order_id: await order(),
          product_id: (await make.product()).id,
          tax_minor: 90,
          total_minor: 999,
        })
      },
    ],
    [
      'a second payment that takes the money',
      'payments_one_success',
      async () => {
        const order_id = await order()
        const payment = { order_id, provider: 'stripe' as const, status: 'succeeded' as const, amount_minor: 1_210, currency: 'EUR' }
        await knex('payments').insert([
          { ...payment, provider_payment_id: 'pi_1' },
          { ...payment, provider_payment_id: 'pi_2' },
        ])
      },
    ],
    [
      'a payment event stored twice',
      'payment_events_event_key',
      async () => {
        const event = { provider: 'stripe' as const, event_id: 'evt_1', type: 'payment_intent.succeeded', payload: toJson({}) }
        await knex('payment_events').insert([event, event])
      },
    ],
    [
      'a running subscription twice',
      'subscriptions_one_running',
      async () => {
        const [user, channel] = await Promise.all([make.user(), make.channel()])
        const subscription = {
          user_id: user.id,
          channel_id: channel.id,
          valid_until: minutesFromNow(9),
          net_minor: 1_000,
          tax_basis_points: 2_100,
          total_minor: 1_210,
          currency: 'EUR',
        }
        await knex('subscriptions').insert([subscription, subscription])
      },
    ],
    [
      'two mails for one occasion',
      'outbox_dedupe_key_key',
      async () => {
        const message = { topic: 'mail', payload: toJson({}), dedupe_key: 'approved:1' }
        await knex('outbox').insert([message, message])
      },
    ],
  ])('refuse %s', async (_refusal, constraint, attempt) => {
    expect(await outcomeOf(attempt())).toBe(constraint)
  })
})
