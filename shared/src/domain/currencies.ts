import { z } from 'zod'
import { fees } from './fees.ts'

/** The day of the rates below. */
export const ratesAsOf = '2025-11-14'

/**
 * Units for one euro on that day, to three or four figures; money with a fixed rate has that one. The keys are the ISO
 * 4217 codes of money in use, without funds, metals and test codes.
 */
// prettier-ignore
export const perEuro = {
  AED: 4.26, AFN: 77.7, ALL: 96.5, AMD: 444, AOA: 1064, ARS: 1640, AUD: 1.78, AWG: 2.08, AZN: 1.97, BAM: 1.95583,
  BBD: 2.32, BDT: 142, BHD: 0.436, BIF: 3430, BMD: 1.16, BND: 1.51, BOB: 8.02, BRL: 6.15, BSD: 1.16, BTN: 103,
  BWP: 15.6, BYN: 3.96, BZD: 2.32, CAD: 1.63, CDF: 2550, CHF: 0.922, CLP: 1080, CNY: 8.24, COP: 4360, CRC: 582,
  CUP: 27.8, CVE: 110.265, CZK: 24.2, DJF: 206, DKK: 7.47, DOP: 74.6, DZD: 151, EGP: 54.7, ERN: 17.4, ETB: 179,
  EUR: 1, FJD: 2.64, FKP: 0.88, GBP: 0.88, GEL: 3.14, GHS: 12.7, GIP: 0.88, GMD: 84.1, GNF: 10080, GTQ: 8.89,
  GYD: 243, HKD: 9.02, HNL: 30.5, HTG: 152, HUF: 384, IDR: 19400, ILS: 3.75, INR: 103, IQD: 1520, IRR: 48700,
  ISK: 147, JMD: 186, JOD: 0.822, JPY: 180, KES: 150, KGS: 101, KHR: 4660, KMF: 491.96775, KPW: 1044, KRW: 1690,
  KWD: 0.356, KYD: 0.967, KZT: 606, LAK: 25200, LBP: 103800, LKR: 353, LRD: 210, LSL: 19.8, LYD: 6.33, MAD: 10.7,
  MDL: 19.6, MGA: 5200, MKD: 61.6, MMK: 2436, MNT: 4150, MOP: 9.29, MRU: 46.1, MUR: 53.2, MVR: 17.9, MWK: 2012,
  MXN: 21.3, MYR: 4.8, MZN: 74.1, NAD: 19.8, NGN: 1670, NIO: 42.7, NOK: 11.7, NPR: 165, NZD: 2.04, OMR: 0.446,
  PAB: 1.16, PEN: 3.92, PGK: 4.9, PHP: 68.4, PKR: 327, PLN: 4.23, PYG: 8180, QAR: 4.22, RON: 5.08, RSD: 117,
  RUB: 93.9, RWF: 1686, SAR: 4.35, SBD: 9.55, SCR: 16.2, SDG: 697, SEK: 11, SGD: 1.51, SHP: 0.88, SLE: 27,
  SOS: 663, SRD: 44.8, SSP: 5400, STN: 24.5, SVC: 10.2, SYP: 12830, SZL: 19.8, THB: 37.6, TJS: 10.7, TMT: 4.06,
  TND: 3.42, TOP: 2.76, TRY: 49.1, TTD: 7.87, TWD: 36.1, TZS: 2842, UAH: 48.9, UGX: 4210, USD: 1.16, UYU: 46.2,
  UZS: 13920, VED: 271, VES: 271, VND: 30600, VUV: 142, WST: 3.22, XAF: 655.957, XCD: 3.13, XCG: 2.08, XOF: 655.957,
  XPF: 119.332, YER: 277, ZAR: 19.8, ZMW: 26.3, ZWG: 30.6,
} as const
export type Currency = keyof typeof perEuro
export const currencies = Object.keys(perEuro) as Currency[]

export const defaultCurrency = 'EUR' satisfies Currency

export const isCurrency = (code: string): code is Currency => Object.hasOwn(perEuro, code)

/** A currency that something can be sold in. Its type stays text: what is stored may be older than the list. */
export const currencySchema = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .refine((code): boolean => isCurrency(code), { message: 'is no currency of ISO 4217', params: { rule: 'currency' } })

/** Currencies whose minor unit is not a hundredth. Browsers differ here: money never asks them. */
const decimals: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
])

/** Decimals of a currency by ISO 4217. */
export const decimalsOf = (code: string): number => decimals[code] ?? 2

/** Fixed amount per ticket of each currency: 0.45 euro at the rates above, to two figures (decision currencies). */
export const perTicketMinor = Object.fromEntries(currencies.map((code) => [code, worthOf(fees.perTicketMinor, code)])) as Record<
  Currency,
  number
>

export const perTicketMinorOf = (code: string): number => worthOf(fees.perTicketMinor, code)

/** Largest price that is sold: about 100,000 euros in any currency. */
export const dearestMinor = (code: string): number => worthOf(10_000_000, code)

/** Largest price in minor units, in the money with the most figures. */
export const dearestAnywhere = Math.max(...currencies.map(dearestMinor))

/** Minor units that so many euro cents are worth, to two figures; money that is not in the list counts as euros. */
export function worthOf(euroCents: number, code: string): number {
  if (!isCurrency(code) || code === 'EUR') return euroCents
  return Number(((euroCents / 100) * perEuro[code] * 10 ** decimalsOf(code)).toPrecision(2))
}
