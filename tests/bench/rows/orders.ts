import { randomUUID } from 'node:crypto'
import { createAccessTokens } from '../../../api/src/http/access-token.ts'
import { createTestDatabase } from '../../../api/src/testing/database.ts'
import { createFactories } from '../../../api/src/testing/factories.ts'
import { accessTokenSecret, connections, cost, send, startApi, startBare, type Side } from '../lib/api-lab.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { median, percentile, type Figure } from '../lib/figures.ts'
import { interleave } from '../lib/rounds.ts'

/** Each buys once: an account has one ticket. */
const buyers = 60_000
const price = { net_price_minor: 1_000, tax_basis_points: 2_100 } as const

interface Lab {
  ours: Side
  bare: Side
  slug: string
  /** The next buyer's bearer token. */
  nextBuyer(): Promise<string>
}

async function openLab(bench: Bench): Promise<Lab> {
  bench.say(`${buyers} accounts, the api and a bare server`)
  const database = await createTestDatabase({ poolMax: 2 })
  bench.atEnd(() => database.drop())
  const { knex } = database
  const factories = createFactories(knex)
  const channel = await factories.channel({ owner_id: (await factories.producer()).id })
  const product = await factories.product({ channel_id: channel.id, type: 'vod', plan: 'paid', ...price })
  for (let from = 0; from < buyers; from += 10_000)
    await knex.raw(
      `with people as (
         insert into users (email, email_verified_at, name, surname, country, roles)
         select 'buyer-' || n || '@example.test', now(), 'Persona ' || n, 'Apellido', 'ES', array['VIEWER'] from generate_series(?::int, ?::int) n
         returning id)
       insert into user_sessions (user_id, client, user_agent, expires_at, last_used_at)
       select id, 'web', 'bench', now() + interval '30 days', now() from people`,
      [from, from + 9_999],
    )
  await knex.raw(
    `insert into ledger_accounts (kind, channel_id, currency) values ('provider_clearing', null, 'EUR'), ('platform_revenue', null, 'EUR'),
       ('tax_payable', null, 'EUR'), ('organizer_payable', :channel, 'EUR')`,
    { channel: channel.id },
  )
  await knex('invoice_series').insert({ channel_id: channel.id, name: new Date().toISOString().slice(0, 4) })
  await knex.raw('analyze')
  const sessions = await knex('user_sessions').select('id', 'user_id')
  const tokens = createAccessTokens({ secret: accessTokenSecret, ttlMs: 6 * 3_600_000 })
  const ours = await startApi(database.url, { NODE_ENV: 'development' })
  bench.atEnd(() => ours.child.end('SIGTERM'))
  const bare = await startBare('bare-orders.ts', [database.url, accessTokenSecret, product.id])
  bench.atEnd(() => bare.child.end('SIGTERM'))
  let turn = 0
  return {
    ours,
    bare,
    slug: product.slug,
    async nextBuyer() {
      const session = sessions[turn++]
      if (!session) throw new Error('every account of the row has bought')
      const claims = { userId: session.user_id, sessionId: session.id } as Parameters<typeof tokens.sign>[0]
      return (await tokens.sign(claims, Date.now())).token
    },
  }
}

/** Orders, pays, and has its ticket. @returns milliseconds from the card to the answer that it is paid */
async function buy(lab: Lab, side: Side): Promise<{ token: string; paidMs: number }> {
  const token = await lab.nextBuyer()
  const body = {
    items: [{ productSlug: lab.slug }],
    expectedTotalMinor: 1_210,
    termsAccepted: true,
    withdrawalWaived: true,
    idempotencyKey: randomUUID(),
  }
  const order = JSON.parse(await send(side.origin, { path: '/api/orders', token, body })) as { paymentUrl: string }
  const startedMs = performance.now()
  const path = `/api/test-payments/${order.paymentUrl.split('/').at(-1) ?? ''}/pay`
  await send(side.origin, { path, body: { card: '4242424242424242' } })
  return { token, paidMs: performance.now() - startedMs }
}

export const orders: Row = {
  id: 'orders',
  title: 'An order, from the checkout to its ticket',
  async measure(bench) {
    const lab = await openLab(bench)
    const seconds = Math.min(bench.seconds, 5)
    const one = async (side: Side) => JSON.stringify(await buy(lab, side))
    for (const side of [lab.ours, lab.bare]) await cost(side, 3, one)
    const measured = await interleave(bench, 'orders', {
      ours: () => cost(lab.ours, seconds, one),
      baseline: () => cost(lab.bare, seconds, one),
    })
    const settled: number[] = []
    const playable: number[] = []
    const startedMs = performance.now()
    for (let round = 0; round < 40; round++)
      await Promise.all(
        Array.from({ length: connections }, async () => {
          const { token, paidMs } = await buy(lab, lab.ours)
          const paidAtMs = performance.now()
          await untilOwned(lab, token)
          settled.push(paidMs)
          playable.push(paidMs + performance.now() - paidAtMs)
        }),
      )
    const perSecond = settled.length / ((performance.now() - startedMs) / 1000)
    const how = `${connections} connections, as fast as it goes`
    const figures: Figure[] = [
      {
        name: this.title,
        unit: 'CPU ms',
        ...measured,
        goal: {},
        note: `${how}, ${seconds} s a round; processor time of the Node process alone; against Koa and the bare statements of order, payment, ticket, ledger and invoice; ours also has limits, the contract, the card page of the test provider, signed notices, locks between tabs, and the mail`,
      },
      {
        name: 'Settlement of a payment, p99',
        unit: 'ms',
        ours: [percentile(settled, 99)],
        baseline: [],
        goal: {},
        note: `${settled.length} orders, ${how}: ${perSecond.toFixed(0)} orders a second with their payments; median ${median(settled).toFixed(0)} ms`,
      },
      {
        name: 'Paid to playable, p99',
        unit: 'ms',
        ours: [percentile(playable, 99)],
        baseline: [],
        goal: { oursAtMost: 5_000 },
        note: `until the product says that its buyer may watch it; median ${median(playable).toFixed(0)} ms`,
      },
    ]
    return { figures }
  },
}

async function untilOwned(lab: Lab, token: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const product = JSON.parse(await send(lab.ours.origin, { path: `/api/products/${lab.slug}?language=es`, token })) as {
      allowed: { watch: boolean }
    }
    if (product.allowed.watch) return
  }
  throw new Error('a paid product was never playable')
}
