/**
 * Lines of a statement: each is the sum of those entries of the organizer's account that carry its name. `takings` are
 * net prices, fees and charges are negative.
 */
export const statementLines = [
  'takings',
  'support',
  'percent_fee',
  'ticket_fee',
  'refund',
  'refunded_fees',
  'dispute',
  'live_hours',
  'private_access',
  'private_hours',
  'rehearsal_hours',
  'recording',
  'correction',
] as const
export type StatementLine = (typeof statementLines)[number]

/** Why nothing is paid yet, in the order in which screens say it. */
export const payoutHolds = ['event_ahead', 'refund_pending', 'disputed', 'negative', 'no_iban', 'iban_changed'] as const
export type PayoutHold = (typeof payoutHolds)[number]

/**
 * coming: its month is ahead. due: paid with the next run. held: due, and something is in the way. carried: it went on
 * into the next month. The others are states of its payout.
 */
export const statementStates = ['coming', 'due', 'held', 'carried', 'processing', 'paid'] as const
export type StatementState = (typeof statementStates)[number]
