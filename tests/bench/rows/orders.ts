import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { createTestDatabase } from '../../../api/src/testing/database.ts'
import { createFactories } from '../../../api/src/testing/factories.ts'
import { accessTokenSecret, connections, cost, send, startApi, startBare, type Side } from '../lib/api-lab.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { addPeople } from '../lib/bench-people.ts'
import { median, percentile, type Figure } from '../lib/figures.ts'
import { interleave, waitSeconds } from '../lib/rounds.ts'

/** Each buys once: an account has one ticket. */
const buyers = 60_000
/** Who want the last one at the same moment. */
const rivals = 500
const mostAttempts = 30
/** Orders until the code that handles them has been compiled. */
const warmUp = 400
const price = { net_price_minor: 1_000, tax_basis_points: 2_100 } as const

interface Lab {
  ours: Side
  bare: Side
  slug: string
  channelId: string
  knex: Knex
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
  const people = await addPeople(knex, buyers)
  await knex.raw(
    `insert into ledger_accounts (kind, channel_id, currency) values ('provider_clearing', null, 'EUR'), ('platform_revenue', null, 'EUR'),
       ('tax_payable', null, 'EUR'), ('organizer_payable', :channel, 'EUR')`,
    { channel: channel.id },
  )
  await knex('invoice_series').insert({ channel_id: channel.id, name: new Date().toISOString().slice(0, 4) })
  await knex.raw('analyze')
  const ours = await startApi(database.url, { NODE_ENV: 'development' })
  bench.atEnd(() => ours.child.end('SIGTERM'))
  const bare = await startBare('bare-orders.ts', [database.url, accessTokenSecret, product.id])
  bench.atEnd(() => bare.child.end('SIGTERM'))
  let turn = 0
  return {
    ours,
    bare,
    slug: product.slug,
    channelId: channel.id,
    knex,
    async nextBuyer() {
      const person = people[turn++]
      if (!person) throw new Error('every account of the row has bought')
      return person.token()
    },
  }
}

const bodyOf = (productSlug: string) => ({
  items: [{ productSlug }],
  expectedTotalMinor: 1_210,
  termsAccepted: true,
  withdrawalWaived: true,
  idempotencyKey: randomUUID() as string,
})

/** Orders, pays, and has its ticket. @returns milliseconds from the card to the answer that it is paid */
async function buy(lab: Lab, side: Side): Promise<{ token: string; paidMs: number }> {
  const token = await lab.nextBuyer()
  const body = bodyOf(lab.slug)
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
    for (const side of [lab.ours, lab.bare])
      for (let done = 0; done < warmUp; done += connections) await Promise.all(Array.from({ length: connections }, () => one(side)))
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
    const races = []
    for (let round = 0; round < 3; round++) races.push(await raceForTheLast(lab))
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
        name: 'Orders with their payments',
        unit: 'a second',
        ours: [perSecond],
        baseline: [],
        goal: {},
        note: `${settled.length} orders, ${how}, each until its product may be watched`,
      },
      {
        name: 'Settlement of a payment, p99',
        unit: 'ms',
        ours: [percentile(settled, 99)],
        baseline: [],
        goal: {},
        note: `from the card to the answer that it is paid; median ${median(settled).toFixed(0)} ms`,
      },
      {
        name: 'Paid to playable, p99',
        unit: 'ms',
        ours: [percentile(playable, 99)],
        baseline: [],
        goal: { oursAtMost: 5_000 },
        note: `until the product says that its buyer may watch it; median ${median(playable).toFixed(0)} ms`,
      },
      {
        name: `${rivals} buyers for the last one`,
        unit: 'ms',
        ours: races.map(({ tookMs }) => tookMs),
        baseline: [],
        goal: { oursAtMost: 1_000 },
        note: `orders of ${rivals} accounts at once for a product with one piece left, until the last answer; each race ends with one order and ${rivals - 1} refusals, or the row fails; ${races.map(({ turnedAway }) => turnedAway).join(', ')} were asked to come back in between, because no connection to the database was free for 2 s`,
      },
    ]
    return { figures }
  },
}

/**
 * Everybody orders the only one that is left at the same moment.
 * @returns milliseconds until each has an answer, and how often somebody was asked to come back later
 * @throws Error where it was sold to nobody or twice
 */
async function raceForTheLast(lab: Lab): Promise<{ tookMs: number; turnedAway: number }> {
  const product = await createFactories(lab.knex).product({ channel_id: lab.channelId, type: 'vod', plan: 'paid', ...price, stock: 1 })
  const tokens: string[] = []
  for (let rival = 0; rival < rivals; rival++) tokens.push(await lab.nextBuyer())
  const startedMs = performance.now()
  let turnedAway = 0
  const statuses = await Promise.all(
    tokens.map(async (token) => {
      const body = JSON.stringify(bodyOf(product.slug))
      for (let attempt = 0; ; attempt++) {
        const reply = await fetch(`${lab.ours.origin}/api/orders`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body,
        })
        await reply.arrayBuffer()
        if (reply.status !== 503 || attempt === mostAttempts) return reply.status
        // A machine that is too busy says when to come back; the same key names the same order then.
        turnedAway += 1
        await waitSeconds(Number(reply.headers.get('retry-after') ?? 1))
      }
    }),
  )
  const tookMs = performance.now() - startedMs
  const held = await lab.knex('stock_levels').where({ product_id: product.id }).first('taken')
  const sold = statuses.filter((status) => status === 201).length
  const refused = statuses.filter((status) => status === 409).length
  if (sold !== 1 || refused !== rivals - 1 || held?.taken !== 1) {
    const answers = [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => `${all.length} of ${status}`).join(', ')
    throw new Error(`the last one is held ${held?.taken ?? 0} times, and ${rivals} buyers were answered: ${answers}`)
  }
  return { tookMs, turnedAway }
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
