import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import { shippingZones, type ShippingZone } from '@e-events/shared/contract/sales/shipping.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { basisPointsText, minorText, parseBasisPoints, parseMinor } from '../../../lib/money.ts'

/** A zone as it is typed. */
export interface ZoneFields {
  /** For React: zones have no id of their own. */
  key: string
  name: string
  /** Every country that no other zone names. */
  isRest: boolean
  countries: string[]
  currency: string
  net: string
  next: string
  tax: string
  freeFrom: string
}
export type ZoneFault = 'required' | 'number' | 'decimals' | 'repeated'
export type ZoneFaults = Partial<Record<'name' | 'countries' | 'net' | 'next' | 'tax' | 'freeFrom', ZoneFault>>

export const newZone = (key: string, isFirst: boolean): ZoneFields => ({
  key,
  name: '',
  isRest: false,
  countries: isFirst ? ['ES'] : [],
  currency: 'EUR',
  net: '',
  next: '0',
  tax: '21',
  freeFrom: '',
})

export function toFields(zone: ShippingZone, key: string, language: Language): ZoneFields {
  return {
    key,
    name: zone.name,
    isRest: zone.countries.length === 0,
    countries: zone.countries,
    currency: zone.currency,
    net: minorText(zone.netMinor, language, decimalsOf(zone.currency)),
    next: minorText(zone.nextNetMinor, language, decimalsOf(zone.currency)),
    tax: basisPointsText(zone.taxBasisPoints, language),
    freeFrom: zone.freeFromMinor === null ? '' : minorText(zone.freeFromMinor, language, decimalsOf(zone.currency)),
  }
}

/** Zones as they are saved, or the faults of each one that keep them from it. */
export function readZones(all: readonly ZoneFields[]): { zones: ShippingZone[] } | { faults: ZoneFaults[] } {
  const faults = all.map((zone, at) => faultsOf(zone, all.slice(0, at)))
  if (faults.some((one) => Object.keys(one).length > 0)) return { faults }
  const minor = (text: string, currency: string) => {
    const parsed = parseMinor(text, decimalsOf(currency))
    return 'minor' in parsed ? parsed.minor : 0
  }
  const zones = all.map(({ name, isRest, countries, currency, net, next, tax, freeFrom }) => ({
    name: name.trim(),
    countries: isRest ? [] : countries,
    currency,
    netMinor: minor(net, currency),
    nextNetMinor: minor(next, currency),
    taxBasisPoints: parseBasisPoints(tax) ?? 0,
    freeFromMinor: freeFrom.trim() === '' ? null : minor(freeFrom, currency),
  }))
  return shippingZones.safeParse(zones).success ? { zones } : { faults }
}

function faultsOf(zone: ZoneFields, before: readonly ZoneFields[]): ZoneFaults {
  const faults: ZoneFaults = {}
  if (zone.name.trim() === '') faults.name = 'required'
  if (!zone.isRest && zone.countries.length === 0) faults.countries = 'required'
  const others = before.filter(({ currency }) => currency === zone.currency)
  const isRepeated = zone.isRest
    ? others.some(({ isRest }) => isRest)
    : others.some(({ isRest, countries }) => !isRest && countries.some((code) => zone.countries.includes(code)))
  if (isRepeated) faults.countries = 'repeated'
  for (const name of ['net', 'next', 'freeFrom'] as const) {
    if (name === 'freeFrom' && zone.freeFrom.trim() === '') continue
    const parsed = parseMinor(zone[name], decimalsOf(zone.currency))
    if ('fault' in parsed) faults[name] = parsed.fault
  }
  if (parseBasisPoints(zone.tax) === undefined) faults.tax = 'number'
  return faults
}
