export interface StripeAccount {
  /** Empty: no new payments, but those there are go on. */
  publicKey: string
  secretKey: string
  /** Null: no notice is believed, and the reconciler asks. */
  signingKey: string | null
}
