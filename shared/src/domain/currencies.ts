import { z } from 'zod'

/**
 * Fixed amount per ticket in minor units of each currency that can be sold in: about 0.45 euro on 2025-11-14, with two
 * figures (decision currencies). The keys are the ISO 4217 codes of money in use, without funds, metals and test codes.
 */
// prettier-ignore
export const perTicketMinor = {
  AED: 190, AFN: 3500, ALL: 4300, AMD: 20000, AOA: 48000, ARS: 74000, AUD: 80, AWG: 94, AZN: 89, BAM: 88,
  BBD: 100, BDT: 6400, BHD: 200, BIF: 1500, BMD: 52, BND: 68, BOB: 360, BRL: 280, BSD: 52, BTN: 4600, BWP: 700,
  BYN: 180, BZD: 100, CAD: 73, CDF: 120000, CHF: 41, CLP: 490, CNY: 370, COP: 200000, CRC: 26000, CUP: 1300,
  CVE: 5000, CZK: 1100, DJF: 93, DKK: 340, DOP: 3400, DZD: 6800, EGP: 2500, ERN: 780, ETB: 8100, EUR: 45,
  FJD: 120, FKP: 40, GBP: 40, GEL: 140, GHS: 570, GIP: 40, GMD: 3800, GNF: 4500, GTQ: 400, GYD: 11000,
  HKD: 410, HNL: 1400, HTG: 6800, HUF: 17000, IDR: 870000, ILS: 170, INR: 4600, IQD: 680000, IRR: 2200000,
  ISK: 66, JMD: 8400, JOD: 370, JPY: 81, KES: 6800, KGS: 4600, KHR: 210000, KMF: 220, KPW: 47000, KRW: 760,
  KWD: 160, KYD: 44, KZT: 27000, LAK: 1100000, LBP: 4700000, LKR: 16000, LRD: 9400, LSL: 890, LYD: 2800,
  MAD: 480, MDL: 880, MGA: 230000, MKD: 2800, MMK: 110000, MNT: 190000, MOP: 420, MRU: 2100, MUR: 2400,
  MVR: 810, MWK: 91000, MXN: 960, MYR: 220, MZN: 3300, NAD: 890, NGN: 75000, NIO: 1900, NOK: 530, NPR: 7400,
  NZD: 92, OMR: 200, PAB: 52, PEN: 180, PGK: 220, PHP: 3100, PKR: 15000, PLN: 190, PYG: 3700, QAR: 190,
  RON: 230, RSD: 5300, RUB: 4200, RWF: 760, SAR: 200, SBD: 430, SCR: 730, SDG: 31000, SEK: 500, SGD: 68,
  SHP: 40, SLE: 1200, SOS: 30000, SRD: 2000, SSP: 240000, STN: 1100, SVC: 460, SYP: 580000, SZL: 890,
  THB: 1700, TJS: 480, TMT: 180, TND: 1500, TOP: 130, TRY: 2200, TTD: 350, TWD: 1600, TZS: 130000, UAH: 2200,
  UGX: 1900, USD: 52, UYU: 2100, UZS: 630000, VED: 12000, VES: 12000, VND: 14000, VUV: 64, WST: 140, XAF: 300,
  XCD: 140, XCG: 94, XOF: 300, XPF: 54, YER: 12000, ZAR: 890, ZMW: 1200, ZWG: 1400,
} as const
export type Currency = keyof typeof perTicketMinor
export const currencies = Object.keys(perTicketMinor) as Currency[]

export const defaultCurrency = 'EUR' satisfies Currency

const isKnown = new Set<string>(currencies)
export const isCurrency = (code: string): code is Currency => isKnown.has(code)

/** Older money than the list bears the amount of the euro. */
export const perTicketMinorOf = (code: string): number => (isCurrency(code) ? perTicketMinor[code] : perTicketMinor.EUR)

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

/** Largest price that is sold: about 100,000 euros in any currency. */
export const dearestMinor = (code: string): number => Math.round((10_000_000 * perTicketMinorOf(code)) / perTicketMinor.EUR)
