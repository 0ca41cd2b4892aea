import { z } from 'zod'
import { shownCurrencies } from '../../domain/exchange.ts'
import { calendarDay } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const exchangeRateSchema = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  perEuro: z.number().min(0.000_001).max(1_000_000_000),
  asOf: calendarDay,
})
export const exchangeRatesSchema = z
  .object({
    rates: z.array(exchangeRateSchema),
    /**
     * They are read every day from the list that the installation names; what is typed for a currency of that list
     * lasts until the next one.
     */
    daily: z.boolean(),
  })
  .meta({ id: 'ExchangeRates' })
export type ExchangeRates = z.infer<typeof exchangeRatesSchema>

const currencies = shownCurrencies.filter((code) => code !== 'EUR')
export const exchangeRatesBody = z.strictObject({
  rates: z
    .array(exchangeRateSchema.extend({ currency: z.enum(currencies) }))
    .max(currencies.length)
    .refine((rates) => new Set(rates.map(({ currency }) => currency)).size === rates.length, { message: 'a currency stands there twice' }),
})

export const exchangeRates = {
  get: endpoint({
    method: 'GET',
    path: '/config/exchange-rates',
    summary: 'Rates for approximate prices, each with its day; what is charged stays in the product’s own currency',
    access: { kind: 'public' },
    response: exchangeRatesSchema,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/config/exchange-rates',
    summary: 'Set rates for approximate prices; those that are not named stay as they are',
    access: { kind: 'role', role: 'ADMIN' },
    body: exchangeRatesBody,
    response: exchangeRatesSchema,
    errors: ['EDIT_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
