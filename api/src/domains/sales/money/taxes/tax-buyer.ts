import type { PlaceProof } from '@e-events/shared/domain/tax.ts'

/** Buyer as taxes see it, frozen in the order. */
export interface TaxBuyer {
  /** Country, or the part of one that lies outside of the area. */
  place: string
  /** A company whose VAT id holds, and how it was checked. */
  vatCheck: 'format' | 'register' | null
  proofs: PlaceProof[]
}
