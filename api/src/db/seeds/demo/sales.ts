import type { Knex } from 'knex'
import { demoUserIds } from './accounts.ts'
import { demoProducts } from './catalogue.ts'
import { demoId } from './ids.ts'
import { shopProducts } from './products-shop.ts'
import { createTill, type DemoOrder } from './till.ts'

const dayMs = 86_400_000
const days = 90
/** Name, surname, country, tax id. */
const buyers = [
  ['Nuria', 'Pastor', 'ES', '12345678Z'],
  ['Rui', 'Tavares', 'PT', null],
  ['Camila', 'Ríos', 'MX', null],
  ['Iker', 'Etxeberria', 'ES', null],
  ['Greta', 'Lindner', 'DE', null],
  ['Tomás', 'Aguirre', 'AR', null],
  ['Beatriz', 'Fonseca', 'PT', '501442600'],
  ['Pau', 'Serra', 'ES', null],
  ['Marina', 'Couto', 'BR', null],
  ['Elena', 'Duarte', 'ES', null],
  ['Oskar', 'Nowak', 'PL', null],
  ['Valeria', 'Quispe', 'PE', null],
] as const
interface Refund {
  reason: 'organizer' | 'provider'
  note: string
}
/** The latest sale of each of these was given back. */
const refunds: Readonly<Record<string, Refund>> = {
  'ultimo-tren-a-valdeniebla': { reason: 'organizer', note: 'Lo compró dos veces con cuentas distintas.' },
  'duende-de-sal': { reason: 'provider', note: 'Corte de red en el centro de datos.' },
}
const refundAfterMs = 40 * 60_000
const supports = [0, 0, 200, 0, 500, 0, 0]

/** Something that happened at a moment, once: `key` is the order that it makes. */
export interface DemoAct {
  key: string
  at: Date
  run(): Promise<unknown>
}

/** Sales of the last ninety days; the demo's viewer has two orders of these. */
export const actsOfSales = (knex: Knex, now: Date): DemoAct[] =>
  plannedSales(now).map((sale) => ({ key: sale.key, at: sale.at, run: () => sell(knex, sale) }))

/** Does what is missing in the order of time, which orders and invoices are numbered by. */
export async function perform(knex: Knex, acts: readonly DemoAct[]): Promise<void> {
  const keys = acts.map(({ key }) => key)
  const known = new Set(await knex('orders').whereIn('idempotency_key', keys).pluck<(string | null)[]>('idempotency_key'))
  const missing = acts.filter(({ key }) => !known.has(key)).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const { run } of missing) await run()
}

interface PlannedSale extends DemoOrder {
  at: Date
  refund: Refund | undefined
}

/** How many people buy in the demo. */
export const buyersInAll = buyers.length

export const buyerId = (index: number): string => demoId(`user/buyer-${index}`)

/** More of them lately than three months ago, at the hours at which people buy. */
function plannedSales(now: Date): PlannedSale[] {
  const slugs = demoProducts
    .filter((product) => !shopProducts.includes(product))
    .filter(({ type, netMinor }) => netMinor !== undefined && type !== 'physical')
    // The show of last week was sold before it.
    .filter(({ dates }) => dates?.every(({ day }) => day < 0) !== true)
    .map(({ slug }) => slug)
  const pairs = buyers.flatMap((_, buyer) => slugs.map((slug, product) => ({ buyer, slug, order: (buyer * 5 + product * 7) % 97 })))
  const count = Math.min(72, pairs.length)
  const sales = pairs
    .toSorted((a, b) => a.order - b.order || a.buyer - b.buyer)
    .slice(0, count)
    .map(({ buyer, slug }, index) => {
      const age = days * (1 - index / count) ** 1.6
      const minute = (index * 137) % 600
      const at = new Date(Math.floor((now.getTime() - age * dayMs) / dayMs) * dayMs + (10 * 60 + minute) * 60_000)
      return {
        key: demoId(`order/${index}`),
        buyerId: buyerId(buyer),
        items: [[slug, 1] as const],
        at: at < now ? at : new Date(now.getTime() - (count - index) * 60_000),
        supportMinor: supports[index % supports.length] ?? 0,
        refund: undefined as Refund | undefined,
      }
    })
  for (const [slug, refund] of Object.entries(refunds)) {
    const last = sales.findLast((sale) => sale.items[0]?.[0] === slug)
    if (last) last.refund = refund
  }
  const own = (name: string, slug: string, ageDays: number, refund?: Refund): PlannedSale => ({
    key: demoId(`order/${name}`),
    buyerId: demoUserIds.viewer,
    items: [[slug, 1]],
    at: new Date(now.getTime() - ageDays * dayMs),
    refund,
  })
  return [
    ...sales,
    own('viewer-post', 'cuaderno-de-gira', 21),
    own('viewer-show', 'opera-de-bolsillo', 9, { reason: 'organizer', note: 'No puede asistir.' }),
  ]
}

export async function seedBuyers(knex: Knex, now: Date): Promise<void> {
  await knex('users')
    .insert(
      buyers.map(([name, surname, country, taxId], index) => ({
        id: buyerId(index),
        email: `${name}.${surname}`.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() + '@e-events.example',
        email_verified_at: now,
        roles: ['VIEWER' as const],
        name,
        surname,
        country,
        billing_nif: taxId,
        locale:
          country === 'PT' || country === 'BR' ? ('pt' as const) : country === 'DE' || country === 'PL' ? ('en' as const) : ('es' as const),
        time_zone: 'Europe/Madrid',
        privacy_accepted_at: now,
      })),
    )
    .onConflict()
    .ignore()
}

async function sell(knex: Knex, { refund, at, ...order }: PlannedSale): Promise<void> {
  const orderId = await createTill(knex, at).sell(order)
  if (orderId !== undefined && refund)
    await createTill(knex, new Date(at.getTime() + refundAfterMs)).giveBack(orderId, { ...refund, by: demoUserIds.admin })
}
