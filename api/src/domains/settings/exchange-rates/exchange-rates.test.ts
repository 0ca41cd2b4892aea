import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exchangeRates, type ExchangeRates } from '@e-events/shared/contract/settings/exchange-rates.ts'
import { firstRates } from '@e-events/shared/domain/exchange.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseRates } from '../../../adapters/daily-rates.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

/** Plays the central bank's list by a server of our own. */
const list = (day: string, rates: Record<string, string>) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube time='${day}'>${Object.entries(rates)
    .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
    .join('\n')}</Cube></Cube>
</gesmes:Envelope>`

let answer = { status: 200, body: '' }
const bank = createServer((_, reply) => {
  reply.writeHead(answer.status, { 'content-type': 'text/xml' })
  reply.end(answer.body)
})
let t: TestApi
let admin: string

beforeAll(async () => {
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/daily.xml`
  t = await createTestApi({ env: { EXCHANGE_RATES_URL: url } })
  admin = await t.tokenOf(await t.factories.admin())
})
afterAll(async () => {
  await t.stop()
  await new Promise((resolve) => bank.close(resolve))
})
afterEach(() => t.database.knex('exchange_rates').delete())

const get = async () => (await t.call(exchangeRates.get).expect(200)).body as ExchangeRates
const rateOf = async (currency: string) => (await get()).rates.find((rate) => rate.currency === currency)
const put = (rates: object[], ifMatch?: string) => {
  const call = t.call(exchangeRates.update, { body: { rates }, as: admin })
  return ifMatch === undefined ? call : call.set('if-match', ifMatch)
}

describe('rates for approximate prices', () => {
  it.each([
    ['zero', { currency: 'USD', perEuro: 0, asOf: '2026-11-20' }],
    ['a text', { currency: 'USD', perEuro: '1.1', asOf: '2026-11-20' }],
    ['no day', { currency: 'USD', perEuro: 1.1, asOf: '2026-02-31' }],
    ['the year 0', { currency: 'USD', perEuro: 1.1, asOf: '0000-02-29' }],
    ['a day to come', { currency: 'USD', perEuro: 1.1, asOf: new Date(Date.now() + 172_800_000).toISOString().slice(0, 10) }],
    ['a currency that is not shown', { currency: 'XAU', perEuro: 1.1, asOf: '2026-11-20' }],
    ['the euro itself', { currency: 'EUR', perEuro: 1, asOf: '2026-11-20' }],
  ])('refuse %s and keep what they were', async (_, rate) => {
    expect((await put([rate])).status).toBe(400)
    expect((await get()).rates).toEqual(firstRates)
  })

  it('are set by administrators one by one, each with its day; the log says what changed', async () => {
    const usd = { currency: 'USD', perEuro: 1.0825, asOf: '2026-11-20' }
    await put([usd]).expect(200)
    expect(await rateOf('USD')).toEqual(usd)
    expect(await rateOf('GBP')).toEqual(firstRates.find(({ currency }) => currency === 'GBP'))
    const entry = await t.database.knex('audit_log').orderBy('sequence', 'desc').first()
    expect(entry).toMatchObject({ action: 'exchange_rates.update', state_after: { USD: { perEuro: 1.0825, asOf: '2026-11-20' } } })
    expect(Object.keys(entry?.state_after ?? {})).toEqual(['USD'])
  })

  it('are not overwritten by an edit of an older answer', async () => {
    const { etag = '' } = (await t.call(exchangeRates.get)).headers as { etag?: string }
    await put([{ currency: 'USD', perEuro: 1.1, asOf: '2026-11-20' }], etag).expect(200)
    const late = await put([{ currency: 'USD', perEuro: 9, asOf: '2026-11-21' }], etag)
    expect([late.status, (late.body as { code: string }).code]).toEqual([409, 'EDIT_CONFLICT'])
    expect((await rateOf('USD'))?.perEuro).toBe(1.1)
  })

  it('follow the daily list where one is named: what is shown here, what is newer, and nothing else', async () => {
    await put([{ currency: 'GBP', perEuro: 0.9, asOf: '2026-11-21' }]).expect(200)
    answer = { status: 200, body: list('2026-11-20', { USD: '1.0816', GBP: '0.8312', JPY: '161.5', BRL: '6.27' }) }
    await t.api.platform.settings.exchangeRates.readDaily()
    const read = await get()
    expect(read.daily).toBe(true)
    expect(await rateOf('USD')).toEqual({ currency: 'USD', perEuro: 1.0816, asOf: '2026-11-20' })
    expect((await rateOf('BRL'))?.perEuro).toBe(6.27)
    // Newer than the list, not in it, not shown here.
    expect(await rateOf('GBP')).toEqual({ currency: 'GBP', perEuro: 0.9, asOf: '2026-11-21' })
    expect(await rateOf('COP')).toEqual(firstRates.find(({ currency }) => currency === 'COP'))
    expect(await rateOf('JPY')).toBeUndefined()
  })

  it.each([
    ['an error', { status: 503, body: '' }],
    ['a page instead of a list', { status: 200, body: '<html><body>Sorry</body></html>' }],
    ['a list without a day', { status: 200, body: list('soon', { USD: '1.08' }) }],
    ['a list without an end', { status: 200, body: `${list('2026-11-20', { USD: '1.08' })}${' '.repeat(300_000)}` }],
  ])('stay as they were when the list is %s', async (_, given) => {
    answer = given
    await expect(t.api.platform.settings.exchangeRates.readDaily()).rejects.toThrow(/list of rates/)
    expect((await get()).rates).toEqual(firstRates)
  })

  it('read of a list only what is a currency with a number', () => {
    expect(parseRates(list('2026-11-20', { USD: '1.08', EVIL: '1', GBP: '-3', BRL: '0' }))).toEqual([
      { currency: 'USD', perEuro: 1.08, asOf: '2026-11-20' },
    ])
  })
})
