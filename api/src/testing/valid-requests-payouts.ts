import { randomUUID } from 'node:crypto'
import { book } from '../domains/sales/money/ledger/repository.ts'
import { createPayoutRepository } from '../domains/sales/money/payouts/repository.ts'
import { createPayouts, type Run } from '../domains/sales/money/payouts/service.ts'
import type { RequestInput, World } from './world.ts'

export const testIban = 'ES9121000418450200051332'
const month = '2025-03'

/** A channel of the owner to which 8.65 are due. */
async function owed({ t, owner }: World, fields: { iban?: string } = { iban: testIban }): Promise<string> {
  const home = await t.factories.channel({ owner_id: owner.id, ...fields })
  await t.database.knex.transaction((trx) =>
    book(trx, {
      kind: 'correction',
      key: randomUUID(),
      channelId: home.id,
      currency: 'EUR',
      occurredAt: new Date('2025-02-10T10:00:00Z'),
      entries: [
        { kind: 'provider_clearing', amountMinor: 865 },
        { kind: 'organizer_payable', amountMinor: -865, line: 'takings' },
      ],
    }),
  )
  return home.slug
}

/** As an administrator would, without one: a request must not make any. */
const payoutsOf = ({ t }: World) =>
  createPayouts({
    knex: t.database.knex,
    repository: createPayoutRepository(t.database.knex),
    mailPayout: () => Promise.resolve(),
    clock: t.clock,
  })

async function approval(world: World) {
  const { period, totals } = await payoutsOf(world).proposal()
  return { idempotencyKey: randomUUID(), month: period.slice(0, 7), expected: totals }
}

async function run(world: World): Promise<Run> {
  await owed(world)
  const by = { actorId: null, requestId: null, address: null, userId: world.owner.id }
  return payoutsOf(world).approve(await approval(world), by)
}

export const payoutRequests: Record<string, (world: World) => Promise<RequestInput>> = {
  'GET /producer/payouts': async (world) => ((await owed(world)) === '' ? {} : {}),
  'GET /producer/payouts/:slug/:month': async (world) => ({ params: { slug: await owed(world), month } }),
  'GET /producer/payouts/:slug/:month/export': async (world) => ({ params: { slug: await owed(world), month }, query: { format: 'csv' } }),
  'GET /payouts/proposal': async () => ({}),
  'POST /payouts/runs': async (world) => {
    await owed(world)
    return { body: await approval(world) }
  },
  'GET /payouts/checks': async () => ({}),
  'GET /payouts/runs': async () => ({ query: { limit: 2 } }),
  'GET /payouts/runs/:id': async (world) => ({ params: { id: (await run(world)).run.id } }),
  'GET /payouts/runs/:id/file': async (world) => ({ params: { id: (await run(world)).run.id }, query: { format: 'csv' } }),
  'POST /payouts/runs/:id/settle': async (world) => {
    const { run: made, payouts } = await run(world)
    return { params: { id: made.id }, body: { payoutIds: payouts.map((payout) => payout.id), outcome: 'paid' } }
  },
}
