import { fees } from '@e-events/shared/domain/fees.ts'
import { taxOf } from '@e-events/shared/domain/money.ts'
import { phoneCountry } from '@e-events/shared/domain/phone-countries.ts'
import { decideTax, placeProofs, rateOn, supplyOf, taxedUnit, territoryOf } from '@e-events/shared/domain/tax.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { readVatId } from '@e-events/shared/domain/vat-id.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { VatAnswer } from '../../../../adapters/vat-register.ts'
import type { VatId } from '@e-events/shared/domain/vat-id.ts'
import type { BuyerRow, OrderLine } from '../../orders/repository.ts'
import { dayOf, toRates } from './policy.ts'
import type { TaxBuyer } from './tax-buyer.ts'
import type { TaxRepository } from './repository.ts'

/** A line of a channel (null: of the platform), with or without a product behind it. */
interface TaxableLine extends Pick<OrderLine, 'kind' | 'price' | 'tax'> {
  product: { channel_id: string | null; type?: ProductType | null }
}

export type TaxLines = ReturnType<typeof createTaxLines>

/** Puts tax on lines: rate, place and reason by the buyer, the seller and the day. */
export function createTaxLines(deps: { repository: TaxRepository; askRegister(id: VatId): Promise<VatAnswer>; clock: Clock }) {
  const { repository } = deps

  /** Territory of the platform; null while it is not known. */
  async function platformPlace(db: Knex): Promise<string | null> {
    const { country, postalCode } = await repository.sellerOf(db, null)
    return territoryOf(country, postalCode)
  }

  return {
    /**
     * Reads the buyer's place and kind; undefined while the account has no country. It may ask the register of VAT ids:
     * call it outside of transactions.
     * @param region country that the buyer's browser is set to
     */
    async buyerOf(buyer: BuyerRow, region: string | null): Promise<TaxBuyer | undefined> {
      const country = buyer.billing_country ?? buyer.country
      if (country === null) return undefined
      const id = buyer.billing_company ? readVatId(buyer.billing_nif, country) : undefined
      const answer = id && (await deps.askRegister(id))
      return {
        place: territoryOf(country, buyer.billing_postal_code) ?? country,
        vatCheck: answer === undefined || answer === 'invalid' ? null : answer === 'valid' ? 'register' : 'format',
        proofs: placeProofs(country, {
          billing_country: buyer.billing_country,
          phone_prefix: buyer.billing_phone === null ? null : phoneCountry(buyer.billing_prefix, country),
          account_country: buyer.country,
          browser_region: region,
        }),
      }
    },

    platformPlace,

    /** Rate of what the platform itself sells at home; that of `fees` while its place is not known. */
    async platformRate(db: Knex, day = dayOf(deps.clock.now())): Promise<number> {
      const place = await platformPlace(db)
      if (place === null) return fees.platformTaxBasisPoints
      return rateOn(toRates(await repository.rules(db)), { place, productType: null, day })?.basisPoints ?? 0
    },

    /**
     * Lines of one seller with the rates of this buyer. The gross price stays, unless a business pays the net price
     * (`keepsGross`: not even then).
     */
    async apply<L extends TaxableLine>(
      db: Knex,
      lines: readonly L[],
      by: { buyer: TaxBuyer; now: Date; shippedTo?: string | null; keepsGross?: boolean },
    ): Promise<L[]> {
      const [first] = lines
      if (!first) return []
      const { rules, seller } = await repository.forSale(db, first.product.channel_id)
      const rates = toRates(rules)
      const place = territoryOf(seller.country, seller.postalCode)
      return lines.map((line) => {
        const { netMinor, taxBasisPoints, unitTaxMinor } = line.price
        const decision = decideTax(
          {
            supply: supplyOf(line.kind, line.product.type ?? null),
            productType: line.product.type ?? null,
            seller: { place, basisPoints: taxBasisPoints },
            buyer: { place: by.buyer.place, isBusiness: by.buyer.vatCheck !== null },
            shippedTo: by.shippedTo ?? null,
            day: dayOf(by.now),
          },
          rates,
        )
        const own = { netMinor, taxMinor: unitTaxMinor ?? taxOf(netMinor, taxBasisPoints) }
        const unit = taxedUnit(own, decision, { keepsGross: by.keepsGross ?? false })
        const tax = { reason: decision.reason, place: decision.place }
        if (unit === own) return { ...line, tax }
        return {
          ...line,
          tax,
          price: { ...line.price, netMinor: unit.netMinor, taxBasisPoints: decision.basisPoints, unitTaxMinor: unit.taxMinor },
        }
      })
    },
  }
}
