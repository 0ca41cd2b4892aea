import type { ExchangeRate } from '@e-events/shared/domain/exchange.ts'

export type DailyRates = () => Promise<ExchangeRate[]>

const timeoutMs = 10_000
const maxChars = 256 * 1024

/**
 * Rates of the euro as the European Central Bank publishes them every working day (eurofxref-daily.xml), from the
 * address that the installation names.
 * @throws Error where nothing readable comes
 */
export function createDailyRates(url: string): DailyRates {
  return async () => {
    const reply = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/xml, text/xml' },
    })
    if (reply.status !== 200) throw new Error(`the list of rates answered ${reply.status}`)
    const text = await readBounded(reply)
    const rates = parseRates(text)
    if (rates.length === 0) throw new Error('the list of rates holds none')
    return rates
  }
}

/** Dated cubes with a currency and a rate each; everything else in the document is left alone. */
export function parseRates(xml: string): ExchangeRate[] {
  const asOf = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(xml)?.[1]
  if (asOf === undefined || Number.isNaN(Date.parse(asOf))) return []
  return [...xml.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"](\d{1,10}(?:\.\d{1,8})?)['"]/g)]
    .map(([, currency = '', rate = '']) => ({ currency, perEuro: Number(rate), asOf }))
    .filter(({ perEuro }) => perEuro > 0)
}

async function readBounded(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of reply.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true })
    if (text.length > maxChars) throw new RangeError('the list of rates is too large')
  }
  return text
}
