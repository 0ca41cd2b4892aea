import type { Knex } from 'knex'
import { createTestDatabase } from '../../../api/src/testing/database.ts'
import { createFactories } from '../../../api/src/testing/factories.ts'
import { connections, cost, send, startApi, startBare, type Side } from '../lib/api-lab.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { percentile, type Figure } from '../lib/figures.ts'
import { createRecords, record } from '../lib/recorded.ts'
import { interleave } from '../lib/rounds.ts'

const sizes = [100, 100_000] as const
const searches = 120
/** A statement has a time limit. */
const batch = 2_000

/** Words of titles; every product has three of them and its number. */
const words =
  'noche guitarra teatro danza jazz viento memoria invierno ciudad océano flamenco cocina memoria cuerpo palabra luz sombra relámpago montaña río bosque piano violín archivo taller historia viaje ritmo silencio tormenta'.split(
    ' ',
  )

interface Lab {
  ours: Side
  bare: Side
  /** Which address the request with this number asks for. */
  addresses: Record<Kind, (index: number) => string>
}
type Kind = keyof typeof names

/** That many published products in fifty channels, a third of them with a date to come. */
async function fill(knex: Knex, count: number): Promise<void> {
  const factories = createFactories(knex)
  const owner = await factories.producer()
  const channelIds: string[] = []
  for (let index = 0; index < 50; index++) channelIds.push((await factories.channel({ owner_id: owner.id, title: `Sala ${index}` })).id)
  for (let from = 1; from <= count; from += batch)
    await knex.raw(
      `insert into products (channel_id, type, plan, status, title, slug, short_description, published_at)
     select (?::uuid[])[1 + n % 50], case when n % 3 = 0 then 'broadcast' else 'vod' end, 'free', 'published',
       initcap((?::text[])[1 + n % 30] || ' de ' || (?::text[])[1 + (n / 30) % 30] || ' y ' || (?::text[])[1 + (n / 900) % 30]) || ' ' || n,
       'product-' || n, 'Una función de la temporada, número ' || n, now() - n * interval '1 minute'
     from generate_series(?::int, ?::int) n`,
      [channelIds, words, words, words, from, Math.min(count, from + batch - 1)],
    )
  await knex.raw(
    `insert into product_sessions (product_id, starts_at, ends_at)
     select id, now() + row_number() over (order by slug) * interval '1 minute', now() + row_number() over (order by slug) * interval '1 minute' + interval '1 hour'
     from products where type = 'broadcast'`,
  )
  await knex.raw('analyze')
}

async function openLab(bench: Bench, count: number): Promise<Lab & { close(): Promise<void> }> {
  bench.say(`${count} products, the api and a bare server`)
  const database = await createTestDatabase({ poolMax: 2 })
  const { knex } = database
  await fill(knex, count)
  const ours = await startApi(database.url)
  const bare = await startBare('bare-catalogue.ts', [database.url])
  const page = (product: number) => `/api/products/product-${product}?language=es`
  const visits = draw(count)
  const otherAt = (index: number) => 1 + (((index % mostOthers) * stride) % count)
  const addresses = {
    home: () => '/api/home?language=es',
    list: () => '/api/products?language=es',
    visited: (index: number) => page(visits[index % visits.length] ?? 1),
    // One after the other: none comes again while its response is cached, unless there are few.
    other: (index: number) => page(otherAt(index)),
  }
  await createRecords(knex)
  for (const address of [addresses.home(), addresses.list(), page(1)])
    await record(knex, address, await send(ours.origin, { path: address }))
  // Every page that is asked for is a row of its own, of the size of the first.
  const asked = [...new Set([...visits, ...Array.from({ length: mostOthers }, (_, index) => otherAt(index))])]
  await knex.raw(
    `insert into bench_rows select '/api/products/product-' || n || :query, position, part, doc
     from unnest(:asked::int[]) n cross join (select * from bench_rows where address = :first) one where n <> 1`,
    { asked, first: page(1), query: '?language=es' },
  )
  await knex.raw('analyze bench_rows')
  return {
    ours,
    bare,
    addresses,
    async close() {
      await Promise.all([ours.child.end('SIGTERM'), bare.child.end('SIGTERM')])
      await database.drop()
    },
  }
}

const names = {
  home: 'Home',
  list: 'List of products',
  visited: 'Product, as visitors choose',
  other: 'Product, another one each time',
} as const
const kinds = Object.keys(names) as Kind[]
/** A page that comes again within the second is cached, another one is made. */
const goals: Record<Kind, number> = { home: 0.6, list: 0.6, visited: 2, other: 2 }

/** A prime: every product comes once before any comes again. */
const stride = 7_919
const mostOthers = 20_000
const mostVisits = 50_000
const warmUp = 3_000

/**
 * Products by Zipf's law: the second is visited half as often as the first, the third a third. The same in every run.
 */
function draw(count: number): number[] {
  const shares: number[] = []
  let sum = 0
  for (let rank = 1; rank <= count; rank++) shares.push((sum += 1 / rank))
  let seed = 42
  return Array.from({ length: mostVisits }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    const at = (seed / 2 ** 32) * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((shares[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low + 1
  })
}

/** Until the code that answers has been compiled: so many requests, however long a busy machine takes. */
async function warm(side: Side, ask: (side: Side, index: number) => Promise<string>): Promise<void> {
  for (let done = 0; done < warmUp; done += connections)
    await Promise.all(Array.from({ length: connections }, (_, index) => ask(side, mostVisits - done - index)))
}

/** Requests that the api has answered, and how many of them from the response cache. */
async function answered(side: Side): Promise<{ all: number; cached: number }> {
  const text = await send(side.origin, { path: '/metrics' })
  const sum = (pattern: RegExp) => [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
  return {
    all: sum(/^http_request_duration_seconds_count\{[^}]*route="\/api\/(?:home|products)[^}]*\} (\d+)$/gm),
    cached: sum(/^http_cached_responses_total\{[^}]*\} (\d+)$/gm),
  }
}

export const catalogue: Row = {
  id: 'catalogue',
  title: 'Home, list, product and search',
  async measure(bench) {
    const seconds = Math.min(bench.seconds, 5)
    const figures: Figure[] = []
    for (const count of sizes) {
      const lab = await openLab(bench, count)
      try {
        for (const kind of kinds) {
          const ask = (side: Side, index: number) => send(side.origin, { path: lab.addresses[kind](index) })
          for (const side of [lab.ours, lab.bare]) await warm(side, ask)
          const before = await answered(lab.ours)
          const measured = await interleave(bench, `${kind} of ${count}`, {
            ours: () => cost(lab.ours, seconds, ask),
            baseline: () => cost(lab.bare, seconds, ask),
          })
          const after = await answered(lab.ours)
          const share = Math.round((100 * (after.cached - before.cached)) / (after.all - before.all))
          figures.push({
            name: `${names[kind]}, ${count} products`,
            unit: 'CPU ms',
            ...measured,
            goal: { ratioAtMost: goals[kind] },
            note: `${share} % of ${after.all - before.all} requests were answered from the response cache${
              count === sizes[0] && kind === 'home'
                ? `; processor time of the Node process alone, ${connections} connections, as fast as it goes, ${seconds} s a round; against Koa and one prepared statement that answers the same bytes as rows, without limits, language, validation and contract`
                : ''
            }`,
          })
        }
        figures.push(await searchFigure(bench, lab.ours, count))
      } finally {
        await lab.close()
      }
    }
    return { figures }
  },
}

/** Whole words, halves of words and slips of the pen, one after the other: what somebody waits for. */
async function searchFigure(bench: Bench, side: Side, count: number): Promise<Figure> {
  const ours: number[] = []
  const wordAt = (index: number) => words[(index * 7) % words.length] ?? 'noche'
  const keywords = Array.from({ length: searches }, (_, index) => {
    const [first, second] = [wordAt(index), wordAt(index + 3)]
    if (index % 3 === 0) return first
    return index % 3 === 1 ? `${first} ${second.slice(0, 4)}` : `${first.slice(0, -2)}${first.slice(-1)}${first.slice(-2, -1)}`
  })
  for (const round of [0, 1]) {
    for (const keyword of keywords) {
      const startedMs = performance.now()
      // The first round is for plans and caches; in another language, so that no response of it is still cached.
      await send(side.origin, { path: `/api/search?keyword=${encodeURIComponent(keyword)}&language=${round === 0 ? 'en' : 'es'}` })
      if (round === 1) ours.push(performance.now() - startedMs)
    }
  }
  bench.say(`search of ${count}: p95 ${percentile(ours, 95).toFixed(1)} ms, median ${percentile(ours, 50).toFixed(1)} ms`)
  return {
    name: `Search, ${count} products, p95`,
    unit: 'ms',
    ours: [percentile(ours, 95)],
    baseline: [],
    goal: {},
    note: `${searches} different searches one after the other, a third of them misspelled; median ${percentile(ours, 50).toFixed(1)} ms`,
  }
}
