// The least that selling one access needs: Koa, pg with prepared statements, one transaction for the order and one for
// the money, the same rows. No limits, no validation, no locks between tabs, no provider, no contract. argv: database
// address, secret, product. Prints its port.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import Koa from 'koa'
import pg from 'pg'

const [databaseUrl = '', secret = '', productId = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const key = new TextEncoder().encode(secret)
const statements = {
  check: 'select u.* from user_sessions s join users u on u.id = s.user_id where s.id = $1 and s.revoked_at is null',
  product: 'select p.*, c.title as channel_title from products p join channels c on c.id = p.channel_id where p.id = $1',
  order: `insert into orders (user_id, email, net_minor, tax_minor, total_minor, idempotency_key, terms_accepted_at, withdrawal_waived_at, expires_at)
    values ($1, $2, 1000, 210, 1210, $3, now(), now(), now() + interval '30 minutes') returning id`,
  item: `insert into order_items (order_id, kind, product_id, channel_id, title, unit_net_minor, net_minor, tax_basis_points, tax_minor, total_minor, platform_fee_minor, ticket_fee_minor)
    values ($1, 'access', $2, $3, $4, 1000, 1000, 2100, 210, 1210, 90, 45)`,
  payment: `insert into payments (order_id, provider, provider_payment_id, amount_minor, currency) values ($1, 'test', $2, 1210, 'EUR')`,
  found: 'select * from payments where provider_payment_id = $1',
  lock: 'select * from orders where id = $1 for update',
  items: 'select * from order_items where order_id = $1',
  event: `insert into payment_events (provider, event_id, type, payload, processed_at) values ('test', $1, 'payment.succeeded', '{}', now())`,
  succeeded: `update payments set status = 'succeeded', succeeded_at = now() where id = $1`,
  paid: `update orders set status = 'paid', paid_at = now(), closed_at = now() where id = $1`,
  ticket: `insert into tickets (user_id, product_id, source, order_item_id, withdrawal_waived_at) values ($1, $2, 'order', $3, now())`,
  transaction: `insert into ledger_transactions (kind, dedupe_key, order_id, order_item_id) values ('sale', $1, $2, $3) returning id`,
  entries: `insert into ledger_entries (transaction_id, account_id, amount_minor) select $1, a.id, case a.kind when 'provider_clearing' then 1210
      when 'organizer_payable' then -865 when 'platform_revenue' then -135 else -210 end
    from ledger_accounts a where a.currency = 'EUR' and (a.channel_id is null or a.channel_id = $2)
      and a.kind in ('provider_clearing', 'organizer_payable', 'platform_revenue', 'tax_payable')`,
  invoice: `insert into invoices (series_id, kind, order_id, seller, buyer, currency, net_minor, tax_minor, total_minor)
    select id, 'invoice', $1, '{"name":"Sala"}', '{"name":"Persona"}', 'EUR', 1000, 210, 1210 from invoice_series where channel_id = $2 returning id`,
  line: `insert into invoice_lines (invoice_id, order_item_id, position, title, quantity, net_minor, tax_basis_points, tax_minor, total_minor)
    values ($1, $2, 0, $3, 1, 1000, 2100, 210, 1210)`,
  mail: `insert into outbox (topic, payload) values ('mail', '{}')`,
} as const
type Statement = keyof typeof statements
type Row = Record<string, string>
const run = async (client: pg.Pool | pg.PoolClient, name: Statement, values: unknown[] = []): Promise<Row> => {
  const { rows } = (await client.query({ name, text: statements[name], values })) as { rows: Row[] }
  return rows[0] ?? {}
}

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function bodyOf(ctx: Koa.Context): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of ctx.req as AsyncIterable<Buffer>) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>
}

async function place(ctx: Koa.Context): Promise<void> {
  const { idempotencyKey } = await bodyOf(ctx)
  const { payload } = await jwtVerify(ctx.get('authorization').slice(7), key)
  const user = await run(pool, 'check', [payload['sid']])
  const paymentId = `tp_${randomUUID().replaceAll('-', '')}`
  const order = await inTransaction(async (client) => {
    const product = await run(client, 'product', [productId])
    const placed = await run(client, 'order', [user['id'], user['email'], idempotencyKey])
    await run(client, 'item', [placed['id'], productId, product['channel_id'], product['title']])
    return placed
  })
  await run(pool, 'payment', [order['id'], paymentId])
  ctx.body = { id: order['id'], paymentUrl: `/payments/test/${paymentId}` }
}

async function pay(ctx: Koa.Context, paymentId: string): Promise<void> {
  await bodyOf(ctx)
  await inTransaction(async (client) => {
    const payment = await run(client, 'found', [paymentId])
    const order = await run(client, 'lock', [payment['order_id']])
    const item = await run(client, 'items', [order['id']])
    await run(client, 'event', [randomUUID()])
    await run(client, 'succeeded', [payment['id']])
    await run(client, 'paid', [order['id']])
    const { id } = await run(client, 'transaction', [`sale:${item['id']}`, order['id'], item['id']])
    await run(client, 'entries', [id, item['channel_id']])
    const invoice = await run(client, 'invoice', [order['id'], item['channel_id']])
    await run(client, 'line', [invoice['id'], item['id'], item['title']])
    await run(client, 'ticket', [order['user_id'], productId, item['id']])
    await run(client, 'mail')
  })
  ctx.body = { state: 'succeeded' }
}

const app = new Koa()
app.use((ctx) => {
  const [, paymentId] = /^\/api\/test-payments\/(\w+)\/pay$/.exec(ctx.path) ?? []
  return paymentId === undefined ? place(ctx) : pay(ctx, paymentId)
})
const server = app.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
