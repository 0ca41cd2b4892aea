import { taxOf } from '@e-events/shared/domain/money.ts'
import { phoneCountry } from '@e-events/shared/domain/phone-countries.ts'
import { decideTax, placeProofs, supplyOf, taxedUnit, territoryOf } from '@e-events/shared/domain/tax.ts'
import { readVatId } from '@e-events/shared/domain/vat-id.ts'
import type { Knex } from 'knex'
import type { VatAnswer } from '../../../../adapters/vat-register.ts'
import type { VatId } from '@e-events/shared/domain/vat-id.ts'
import type { BuyerRow, OrderLine } from '../../orders/repository.ts'
import { dayOf, toRates } from './policy.ts'
import type { TaxBuyer } from './tax-buyer.ts'
import type { TaxRepository } from './repository.ts'

export type TaxLines = ReturnType<typeof createTaxLines>

/** Puts tax on lines: rate, place and reason by the buyer, the seller and the day. */
export function createTaxLines(deps: { repository: TaxRepository; askRegister(id: VatId): Promise<VatAnswer> }) {
  const { repository } = deps

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

    /**
     * Lines of one seller with the rates of this buyer. The gross price stays, unless a business pays the net price.
     */
    async apply(
      db: Knex,
      lines: readonly OrderLine[],
      by: { buyer: TaxBuyer; now: Date; shippedTo?: string | null },
    ): Promise<OrderLine[]> {
      const [first] = lines
      if (!first) return []
      const rates = toRates(await repository.rules(db))
      const seller = await repository.sellerOf(db, first.product.channel_id)
      const place = territoryOf(seller.country, seller.postalCode)
      return lines.map((line) => {
        const { netMinor, taxBasisPoints } = line.price
        const decision = decideTax(
          {
            supply: supplyOf(line.kind, line.product.type),
            productType: line.product.type,
            seller: { place, basisPoints: taxBasisPoints },
            buyer: { place: by.buyer.place, isBusiness: by.buyer.vatCheck !== null },
            shippedTo: by.shippedTo ?? null,
            day: dayOf(by.now),
          },
          rates,
        )
        const own = { netMinor, taxMinor: taxOf(netMinor, taxBasisPoints) }
        const unit = taxedUnit(own, decision)
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
