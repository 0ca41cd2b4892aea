/** Price of sending to some countries, set by the organizer for a channel. */
export interface ShippingPrice {
  /** ISO 3166-1 alpha-2. Empty: every country that no other zone of its currency names. */
  countries: readonly string[]
  currency: string
  /** For an order, its first piece included. */
  netMinor: number
  /** For each further piece. */
  nextNetMinor: number
  taxBasisPoints: number
  /** Goods of this price (tax included) travel free; null: none do. */
  freeFromMinor: number | null
}

/** Goods of one product in an order. */
export interface ShippedGoods {
  quantity: number
  /** Own postage of one piece of a bulky product, on top of the zone's. */
  surchargeNetMinor: number
  /** Price of all its pieces, tax included. */
  grossMinor: number
}

/** The zone of a country: the one that names it, else the one of all others. Undefined where nothing is sent. */
export function zoneOf<Z extends Pick<ShippingPrice, 'countries' | 'currency'>>(
  zones: readonly Z[],
  { country, currency }: { country: string; currency: string },
): Z | undefined {
  const priced = zones.filter((zone) => zone.currency === currency)
  return priced.find(({ countries }) => countries.includes(country)) ?? priced.find(({ countries }) => countries.length === 0)
}

/** Net price of sending goods together, in minor units. */
export function shippingNetOf(zone: ShippingPrice, goods: readonly ShippedGoods[]): number {
  const pieces = goods.reduce((sum, { quantity }) => sum + quantity, 0)
  if (pieces === 0) return 0
  const grossMinor = goods.reduce((sum, line) => sum + line.grossMinor, 0)
  if (zone.freeFromMinor !== null && grossMinor >= zone.freeFromMinor) return 0
  const surcharges = goods.reduce((sum, { quantity, surchargeNetMinor }) => sum + quantity * surchargeNetMinor, 0)
  return zone.netMinor + (pieces - 1) * zone.nextNetMinor + surcharges
}
