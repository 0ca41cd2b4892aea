import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { demoUserIds } from './accounts.ts'
import type { DemoCoupon } from './coupons.ts'
import { seedDemo } from './demo.ts'

let database: TestDatabase
let folder: string
const now = new Date()
const dayMs = 86_400_000
let coupons: readonly DemoCoupon[]

async function seed(at = now): Promise<void> {
  const storage = await createDiskStorage({ root: join(folder, 'storage') })
  ;({ coupons } = await seedDemo({ knex: database.knex, storage, demoFile: join(folder, 'demo.json'), now: at, pictureScale: 0.25 }))
}

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ee-demo-sales-'))
  await seed()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const sold = () => database.knex('orders').whereNotNull('paid_at').orderBy(['paid_at', 'number'])

it('sold for ninety days, settled, invoiced and booked as every sale; a restart adds nothing, and nobody is written to', async () => {
  const orders = await sold()
  expect(orders.length).toBeGreaterThan(80)
  const ages = orders.map(({ paid_at: at }) => (now.getTime() - (at?.getTime() ?? 0)) / dayMs)
  expect(Math.max(...ages)).toBeGreaterThan(80)
  expect(Math.max(...ages)).toBeLessThan(92)
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
  expect(orders.map(({ number }) => number)).toEqual(orders.map(({ number }) => number).toSorted((a, b) => a - b))
  expect(orders.filter(({ status }) => status === 'refunded')).toHaveLength(3)
  expect(await database.knex('orders').whereNotIn('status', ['paid', 'refunded'])).toMatchObject([{ status: 'pending' }])
  const { rows } = await database.knex.raw<{ rows: Record<string, number>[] }>(
    `select (select count(*) from (select 1 from ledger_entries group by transaction_id having sum(amount_minor) <> 0) x) as off,
       (select sum(amount_minor) from ledger_entries)::int as sum,
       (select count(*) from invoices where kind = 'invoice') as invoices, (select count(*) from invoices where kind = 'credit_note') as notes,
       (select count(*) from refunds where status = 'succeeded') as refunds,
       (select count(*) from orders o where o.status = 'paid' and not exists (select 1 from tickets t join order_items i on i.id = t.order_item_id
          where i.order_id = o.id and t.revoked_at is null) and not exists (select 1 from order_items i where i.order_id = o.id
          and i.kind in ('physical', 'gift', 'channel_subscription'))) as without_access`,
  )
  // The bank holds the money of the disputed one.
  expect(rows[0]).toEqual({ off: 0, sum: 0, invoices: orders.length, notes: 3, refunds: 3, without_access: 1 })
  const before = await counts()
  await seed()
  expect(await counts()).toEqual(before)
  expect(await database.knex('outbox').where({ topic: 'mail' })).toEqual([])
})

it('shows each kind of sale: goods in every state, bundle, gifts, coupons, subscriptions, payout, dispute, requests and a line', async () => {
  const { knex } = database
  const states = await knex('shipments').orderBy('state').pluck<string[]>('state')
  expect(states).toEqual(['delivered', 'packed', 'sent', 'waiting', 'waiting'])
  const viewers = await knex('order_items as i').join('orders as o', 'o.id', 'i.order_id').where('o.user_id', demoUserIds.viewer)
  expect(new Set(viewers.map(({ kind }) => kind as string))).toEqual(
    new Set(['access', 'physical', 'shipping', 'bundle', 'gift', 'channel_subscription']),
  )
  expect(await knex('gifts').orderBy('redeemed_at')).toMatchObject([{ redeemed_by: demoUserIds.viewer }, { redeemed_by: null }])
  expect(await knex('subscriptions').orderBy('subscribed_at').select('status', 'periods_paid', 'failed_attempts')).toEqual([
    { status: 'subscribed', periods_paid: 2, failed_attempts: 0 },
    { status: 'subscribed', periods_paid: 1, failed_attempts: 1 },
    { status: 'cancelled', periods_paid: 1, failed_attempts: 0 },
    { status: 'subscribed', periods_paid: 1, failed_attempts: 0 },
  ])
  expect(await knex('refund_proposals').orderBy('fault').pluck<string[]>('fault')).toEqual(['none', 'organizer'])
  expect(await knex('disputes').pluck<string[]>('status')).toEqual(['open'])
  expect(await knex('waiting_list_entries').where({ status: 'waiting' })).toHaveLength(3)
  const payouts = await knex('payouts').select('status', 'amount_minor')
  expect(payouts.length).toBeGreaterThan(0)
  expect(payouts.every(({ status, amount_minor: minor }) => status === 'paid' && minor > 0)).toBe(true)
})

it('prints one coupon of each batch that nobody has used, and another one once it was', async () => {
  expect(coupons.map(({ isFree }) => isFree)).toEqual([true, false])
  const [{ code } = { code: '' }] = coupons
  await database.knex('coupons').where({ code }).update({ redeemed_by: demoUserIds.viewer, redeemed_at: now })
  await seed()
  expect(coupons.map(({ isFree }) => isFree)).toEqual([true, false])
  expect(coupons[0]?.code).not.toBe(code)
})

async function counts(): Promise<unknown> {
  const tables = [
    'orders',
    'order_items',
    'payments',
    'invoices',
    'ledger_entries',
    'coupons',
    'gifts',
    'subscriptions',
    'shipments',
    'payouts',
  ]
  const union = [...tables, 'refund_proposals', 'disputes', 'waiting_list_entries', 'tickets', 'bundle_items', 'shipping_zones']
    .map((table) => `select '${table}' as name, count(*) as rows from ${table}`)
    .join(' union all ')
  return (await database.knex.raw<{ rows: unknown[] }>(union)).rows
}
