/** Why somebody who went to log in elsewhere comes back without a session; the log-in screen has words for each. */
export const singleSignOnReasons = [
  /** The provider is not offered, does not answer, or answers something that cannot be read. */
  'unavailable',
  /** Begun too long ago, elsewhere, or twice. */
  'expired',
  'cancelled',
  /** The answer of the provider does not hold: signature, issuer, audience, nonce or time. */
  'unproven',
  'email',
  'domain',
  'consent',
  'not-activated',
  'pending',
  'refused',
  /** The account belongs to somebody else at the same provider. */
  'other-identity',
  /** An account has that e-mail, and its password has to be typed once before it is linked. */
  'link',
  'two-factor',
  'rate-limited',
  'failed',
] as const
export type SingleSignOnReason = (typeof singleSignOnReasons)[number]
