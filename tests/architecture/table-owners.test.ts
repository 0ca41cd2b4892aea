import { describe, expect, it } from 'vitest'
import { ownerOf, tablesByFile } from '../../api/src/db/table-owners.ts'
import { exempt } from './rules.ts'
import { readSources } from './import-graph.ts'
import { writesOf } from './table-writes.ts'

/**
 * Writes that cross a domain, by the file that makes them. The list may only shrink: an entry whose write is gone
 * fails, so does a write that is not in it. Orders, payments, refunds, invoices, payouts and the ledger have no entry,
 * ever.
 */
const exceptions: Record<string, readonly string[]> = {
  'api/src/domains/catalogue/products/type-permissions.ts': ['site_config'],
  'api/src/domains/catalogue/products/write-repository.ts': ['media_assets', 'recordings'],
  'api/src/domains/live/recordings/repository.ts': ['media_assets'],
  'api/src/domains/people/account/repository.ts': ['files'],
  'api/src/domains/people/identity/repository.ts': ['podcast_feeds'],
  'api/src/domains/settings/site/contact.ts': ['leads'],
  'api/src/flows/media-events/vod.ts': ['media_assets', 'uploads'],
}

const free = /^api\/src\/(db|testing|cli)\//
const money = /^(orders|order_items|payments|payment_events|refunds|invoices|invoice_.*|payouts|payout_.*|ledger_.*)$/
const tables: readonly string[] = Object.values(tablesByFile).flat()

/** The domain of a file below api/src/domains; a flow and everything else has none and writes no table of its own. */
const domainOf = (file: string): string | undefined => /^api\/src\/domains\/([^/]+)\//.exec(file)?.[1]

function crossingWrites(sources: ReadonlyMap<string, string>): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [file, text] of sources) {
    if (!file.startsWith('api/src/') || exempt.test(file) || free.test(file)) continue
    const crossing = writesOf(text, tables).filter((table) => {
      const owner = ownerOf(table)
      return owner !== 'platform' && owner !== domainOf(file)
    })
    if (crossing.length > 0) found[file] = crossing.toSorted()
  }
  return found
}

describe('every table has one domain that writes it', () => {
  it('but for the listed exceptions, which only become fewer', () => {
    expect(crossingWrites(readSources(['api']))).toEqual(exceptions)
  })

  it('without any exception for money', () => {
    expect(
      Object.values(exceptions)
        .flat()
        .filter((table) => money.test(table)),
    ).toEqual([])
    expect(tables.filter((table) => money.test(table)).length).toBeGreaterThan(8)
  })

  it.each([
    ["await trx('products').where({ id }).update({ title })", ['products']],
    ["await knex('products as p').join('channels as c', 'c.id', 'p.channel_id').select('p.id')", []],
    ["await trx<Row>('tickets')\n  .insert(row)\n  .onConflict('id')\n  .merge()", ['tickets']],
    ["await trx('files').whereIn('id', trx('recordings').select('file_id')).delete()", ['files']],
    ['await trx.raw(`update products p set title = ? where p.id = ?`, [])', ['products']],
    ["await trx.raw('insert into orders (id) values (?)', [id])", ['orders']],
    ["prepared(knex, 'x', `with gone as (delete from tickets returning id) select 1`)", ['tickets']],
    ["const text = 'please update products soon'", ['products']],
    ["await trx('uploads').forUpdate().first()", []],
  ])('the scan reads %s', (text, written) => {
    expect(writesOf(text, tables)).toEqual(written)
  })

  it('a planted write of another domain is found', () => {
    const planted = new Map([
      ['api/src/domains/storefront/shop/repository.ts', "await knex('orders').insert(row)"],
      ['api/src/domains/sales/orders/repository.ts', "await knex('orders').insert(row)"],
      ['api/src/flows/settle-payment/settle.ts', 'await trx.raw(`update payments set state = ?`, [])'],
    ])
    expect(crossingWrites(planted)).toEqual({
      'api/src/domains/storefront/shop/repository.ts': ['orders'],
      'api/src/flows/settle-payment/settle.ts': ['payments'],
    })
  })
})
