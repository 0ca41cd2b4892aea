import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payOrder, plainProduct, sell } from '../../../testing/sold-order.ts'
import { createStatementLog } from '../../../testing/statement-log.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { orderBody } from '../../../testing/valid-requests-sales.ts'

let t: TestApi
beforeAll(async () => void (t = await createTestApi()))
afterAll(() => t.stop())

it('an order of one product takes at most 35 statements, from the checkout to its ticket', async () => {
  const product = await plainProduct(t)
  // Accounts of the ledger and the series of invoices are there.
  await sell(t, [product], { expectedTotalMinor: 1_000 })
  const as = await t.tokenOf(await t.factories.user({ country: 'ES' }))
  const log = createStatementLog(t.api.platform.knex)
  const body = orderBody(product.slug, { expectedTotalMinor: 1_000 })
  let order: Order | undefined
  const placing = await log.of(async () => void (order = (await t.call(orders.place, { as, body }).expect(201)).body as Order))
  if (!order) throw new Error('no order')
  const sold = { order }
  const settling = await log.of(() => payOrder(t, sold))
  process.stdout.write(`statements of an order: ${placing.length} until it is placed, ${settling.length} until it is paid\n`)
  expect(placing.length + settling.length).toBeLessThanOrEqual(35)
})
