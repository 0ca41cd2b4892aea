/** Kept without a minor unit everywhere else; the service counts hundredths that have to be zero. */
const inHundredths = new Set(['ISK', 'UGX'])

/** Amounts as the service counts them. */
export const toServiceAmount = (minor: number, currency: string): number => (inHundredths.has(currency) ? minor * 100 : minor)
export const fromServiceAmount = (amount: number, currency: string): number =>
  inHundredths.has(currency) ? Math.round(amount / 100) : amount

/**
 * A fee in the currency of its payment. The service keeps it in the currency of the account, together with what the
 * payment was worth there; rounded half up on the minor unit.
 */
export function feeOf(
  transaction: { amount: number; fee: number; currency: string },
  payment: { amountMinor: number; currency: string },
): number {
  if (transaction.currency.toUpperCase() === payment.currency) return fromServiceAmount(transaction.fee, payment.currency)
  const [fee, paid, worth] = [transaction.fee, payment.amountMinor, transaction.amount].map(BigInt) as [bigint, bigint, bigint]
  return worth <= 0n ? 0 : Number((2n * fee * paid + worth) / (2n * worth))
}
