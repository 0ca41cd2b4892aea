import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createFactories, type Factories } from '../testing/factories.ts'
import { outcomeOf, type RefusalCase } from '../testing/refusals.ts'
import { toJson } from './row.ts'

let database: TestDatabase
let knex: Knex
let make: Factories

beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 20 })
  knex = database.knex
  make = createFactories(knex)
})
afterAll(() => database.drop())

const account = async (kind: 'cash' | 'platform_revenue', currency = 'EUR'): Promise<string> => {
  const [row] = await knex('ledger_accounts')
    .insert({ kind, currency })
    .onConflict(['kind', 'channel_id', 'currency'])
    .merge(['kind'])
    .returning('id')
  return row?.id ?? ''
}

/** Books entries in one transaction, as the settle flow does. */
const book = (...entries: { account_id: string; amount_minor: number }[]): Promise<string> =>
  knex.transaction(async (trx) => {
    const [row] = await trx('ledger_transactions').insert({ kind: 'sale', dedupe_key: randomUUID() }).returning('id')
    const transaction_id = row?.id ?? ''
    if (entries.length > 0)
      await trx('ledger_entries').insert(entries.map(({ account_id, amount_minor }) => ({ transaction_id, account_id, amount_minor })))
    return transaction_id
  })

describe('the ledger', () => {
  it.each<RefusalCase>([
    [
      'entries that do not add up to zero',
      'ledger_sum_zero',
      async () =>
        book(
          { account_id: await account('cash'), amount_minor: 1_000 },
          { account_id: await account('platform_revenue'), amount_minor: -999 },
        ),
    ],
    [
      'zero that mixes two currencies',
      'ledger_sum_zero',
      async () =>
        book(
          { account_id: await account('cash'), amount_minor: 1_000 },
          { account_id: await account('platform_revenue', 'USD'), amount_minor: -1_000 },
        ),
    ],
    ['a transaction without entries', 'ledger_has_entries', () => book()],
    ['an entry of nothing', 'ledger_entries_amount_minor_check', async () => book({ account_id: await account('cash'), amount_minor: 0 })],
    [
      'an entry added later that unbalances',
      'ledger_sum_zero',
      async () => {
        const [cash, revenue] = [await account('cash'), await account('platform_revenue')]
        const transaction_id = await book({ account_id: cash, amount_minor: 500 }, { account_id: revenue, amount_minor: -500 })
        await knex('ledger_entries').insert({ transaction_id, account_id: cash, amount_minor: 1 })
      },
    ],
    [
      'a change of what is booked',
      'ledger_entries_append_only',
      async () => {
        await book(
          { account_id: await account('cash'), amount_minor: 500 },
          { account_id: await account('platform_revenue'), amount_minor: -500 },
        )
        await knex('ledger_entries').update({ amount_minor: 1 })
      },
    ],
    [
      'deleting what is booked',
      'ledger_entries_append_only',
      async () => {
        await book(
          { account_id: await account('cash'), amount_minor: 500 },
          { account_id: await account('platform_revenue'), amount_minor: -500 },
        )
        await knex('ledger_entries').delete()
      },
    ],
    [
      'a channel account without its channel',
      'ledger_accounts_channel',
      () => knex('ledger_accounts').insert({ kind: 'organizer_payable', currency: 'EUR' }),
    ],
  ])('refuses %s', async (_refusal, constraint, attempt) => {
    expect(await outcomeOf(attempt())).toBe(constraint)
  })

  it('takes a balanced transaction', async () => {
    const entries = [
      { account_id: await account('cash'), amount_minor: 1_210 },
      { account_id: await account('platform_revenue'), amount_minor: -1_210 },
    ]
    expect(await outcomeOf(book(...entries))).toBe('allowed')
  })
})

describe('invoices', () => {
  const party = toJson({ name: 'Sala Apolo' })
  const series = async (): Promise<string> => {
    const { id: channel_id } = await make.channel()
    const [row] = await knex('invoice_series').insert({ channel_id, name: '2026' }).returning('id')
    return row?.id ?? ''
  }
  const invoice = (series_id: string, database: Knex = knex) =>
    database('invoices')
      .insert({ series_id, seller: party, buyer: party, currency: 'EUR', net_minor: 1_000, tax_minor: 210, total_minor: 1_210 })
      .returning('*')

  it('count per seller without a gap, though some are rolled back and all come at once', async () => {
    const [one, other] = [await series(), await series()]
    const attempts = Array.from({ length: 20 }, (_, index) =>
      knex
        .transaction(async (trx) => {
          await invoice(one, trx)
          if (index % 3 === 0) throw new RangeError('payment fell through')
        })
        .catch((error: unknown) => {
          if (!(error instanceof RangeError)) throw error
        }),
    )
    await Promise.all(attempts)
    await invoice(other)
    const numbers = await knex('invoices').where({ series_id: one }).orderBy('number').pluck('number')
    expect(numbers).toEqual(Array.from({ length: 13 }, (_, index) => index + 1))
    expect(await knex('invoices').where({ series_id: other }).pluck('number')).toEqual([1])
  })

  it.each<RefusalCase>([
    [
      'another amount',
      'invoices_append_only',
      async () => {
        const [row] = await invoice(await series())
        await knex('invoices').where({ id: row?.id }).update({ net_minor: 1, total_minor: 211 })
      },
    ],
    [
      'deletion',
      'invoices_append_only',
      async () => {
        const [row] = await invoice(await series())
        await knex('invoices').where({ id: row?.id }).delete()
      },
    ],
    [
      'a credit note that corrects nothing',
      'invoices_corrects',
      async () =>
        knex('invoices').insert({
          series_id: await series(),
          kind: 'credit_note',
          seller: party,
          buyer: party,
          currency: 'EUR',
          net_minor: -1,
          tax_minor: 0,
          total_minor: -1,
        }),
    ],
    [
      'a credit note that asks for money',
      'invoices_sign',
      async () => {
        const series_id = await series()
        const [row] = await invoice(series_id)
        await knex('invoices').insert({
          series_id,
          kind: 'credit_note',
          corrects_id: row?.id ?? null,
          seller: party,
          buyer: party,
          currency: 'EUR',
          net_minor: 1,
          tax_minor: 0,
          total_minor: 1,
        })
      },
    ],
  ])('refuse %s', async (_refusal, constraint, attempt) => {
    expect(await outcomeOf(attempt())).toBe(constraint)
  })

  it('let the buyer be pseudonymised', async () => {
    const [row] = await invoice(await series())
    expect(
      await outcomeOf(
        knex('invoices')
          .where({ id: row?.id })
          .update({ buyer: toJson({ pseudonym: 'U-1' }) }),
      ),
    ).toBe('allowed')
  })
})
