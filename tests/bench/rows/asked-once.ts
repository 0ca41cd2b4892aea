import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '../../../api/src/testing/database.ts'
import { connections, send, startApi, startBare, type Side } from '../lib/api-lab.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { addPeople } from '../lib/bench-people.ts'
import { schedSecondsOf } from '../lib/cpu.ts'
import type { Figure } from '../lib/figures.ts'
import { backendsOf, usedBetween } from '../lib/postgres-cpu.ts'
import { createRecords, record } from '../lib/recorded.ts'
import { interleave } from '../lib/rounds.ts'
import { runProgram } from '../../support/programs.ts'

const keywords =
  'flamenco,teatro,jazz,cocina,danza,faro,guitarra,luz,noche,taller,fotografía,música,marea,viento,historia,flamecno,coccina,teatr'.split(
    ',',
  )
/**
 * Half of what each cost in d9ac2196, as multiples of the bare server's cost in the same run: CPU ms follow the machine
 * (docs/benchmarks.md, "Half of the commit before").
 */
const goals = { list: 3.2, product: 5.3, search: 8.9 }
type Kind = keyof typeof goals
const names: Record<Kind, string> = { list: 'List of 20', product: 'Product', search: 'Search' }
const warmUp = 1_500

interface Lab {
  ours: Side
  bare: Side
  addresses: Record<Kind, string[]>
  /** CPU ms of a side and its PostgreSQL backends per request. */
  cost(side: Side, addresses: readonly string[], how: { isReload: boolean; token?: string }): Promise<number>
}

/** The demo's products, the api and a bare server that answers the same bytes. */
async function openLab(bench: Bench): Promise<Lab & { token: string }> {
  const database = await createTestDatabase({ poolMax: 2 })
  bench.atEnd(() => database.drop())
  const { knex } = database
  bench.say('seeding the demo')
  const given = [
    `DATABASE_URL=${database.url}`,
    `STORAGE_DIR=${path.join(bench.folder, 'shop')}`,
    `DEMO_FILE=${path.join(bench.folder, 'shop.json')}`,
  ]
  const seed = fileURLToPath(new URL('../../../api/src/cli/seed.ts', import.meta.url))
  await runProgram('/usr/bin/env', [...given, process.execPath, '--disable-warning=ExperimentalWarning', seed, '--demo'], {
    timeoutMs: 600_000,
  })
  const [person] = await addPeople(knex, 1)
  if (!person) throw new Error('there is no account')
  const ours = await startApi(database.url)
  bench.atEnd(() => ours.child.end('SIGTERM'))
  const bare = await startBare('bare-catalogue.ts', [database.url])
  bench.atEnd(() => bare.child.end('SIGTERM'))
  const { items } = JSON.parse(await send(ours.origin, { path: '/api/products?language=es&limit=50' })) as { items: { slug: string }[] }
  const addresses = {
    list: ['/api/products?language=es&limit=20'],
    product: items.map(({ slug }) => `/api/products/${slug}?language=es`),
    search: keywords.map((keyword) => `/api/search?keyword=${encodeURIComponent(keyword)}&language=es`),
  }
  await createRecords(knex)
  for (const address of Object.values(addresses).flat()) await record(knex, address, await send(ours.origin, { path: address }))
  await knex.raw('analyze')
  const seconds = Math.min(bench.seconds, 5)
  const application = (side: Side) => (side === ours ? 'e-events-api' : 'bare')
  return {
    ours,
    bare,
    addresses,
    token: await person.token(),
    async cost(side, asked, how) {
      let turn = 0
      const line = async (goesOn: () => boolean) => {
        while (goesOn()) await send(side.origin, { path: asked[turn++ % asked.length] ?? '', ...how })
      }
      const lines = (goesOn: () => boolean) => Promise.all(Array.from({ length: connections }, () => line(goesOn)))
      await lines(() => turn < warmUp)
      turn = 0
      const backends = () => backendsOf(knex, application(side))
      const [node, before] = [schedSecondsOf(side.child.pid), await backends()]
      const endsAtMs = performance.now() + seconds * 1000
      await lines(() => performance.now() < endsAtMs)
      return ((schedSecondsOf(side.child.pid) - node + usedBetween(before, await backends())) / turn) * 1000
    },
  }
}

export const askedOnce: Row = {
  id: 'asked-once',
  title: 'What is asked once',
  async measure(bench) {
    const { ours, bare, addresses, cost, token } = await openLab(bench)
    const figures: Figure[] = []
    for (const kind of Object.keys(goals) as Kind[]) {
      const measured = await interleave(bench, kind, {
        ours: () => cost(ours, addresses[kind], { isReload: true }),
        baseline: () => cost(bare, addresses[kind], { isReload: false }),
      })
      figures.push({
        name: `${names[kind]}, asked once`,
        unit: 'CPU ms',
        ...measured,
        goal: { ratioAtMost: goals[kind] },
        ...(kind === 'list'
          ? {
              note: `Node and its PostgreSQL backends together, ${addresses.product.length} products of the demo, ${connections} connections, nothing from the response cache; against Koa and one prepared statement that answers the same bytes`,
            }
          : {}),
      })
    }
    for (const isReload of [false, true]) {
      const withToken: number[] = []
      const without = await interleave(bench, `token, ${isReload ? 'asked once' : 'cached'}`, {
        ours: async () => {
          withToken.push(await cost(ours, addresses.list, { isReload, token }))
          return withToken.at(-1) ?? Number.NaN
        },
        baseline: () => cost(ours, addresses.list, { isReload }),
      })
      figures.push({
        name: `A bearer token, list ${isReload ? 'asked once' : 'from the cache'}`,
        unit: 'CPU ms more',
        ours: withToken.map((value, round) => value - (without.baseline[round] ?? Number.NaN)),
        baseline: [],
        goal: { oursAtMost: 0.1 },
      })
    }
    return { figures }
  },
}
