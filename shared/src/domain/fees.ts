/** Fees, caps and deadlines of the platform. Amounts are euro cents; texts and calculations read the same numbers. */
export const fees = {
  percent: 9,
  organizerSharePercent: 91,
  /** Euro cents; other currencies have their own amount (`currencies.ts`). */
  perTicketMinor: 45,
  /** Tax on what the platform itself sells. */
  platformTaxBasisPoints: 2_100,
  /** Becoming an organizer costs this. */
  producerPlanMinor: 0,
  liveIncludedMinutes: 90,
  liveExtraHourMinor: 45,
  privateAccessMinor: 195,
  privateIncludedMinutes: 120,
  privateExtraHourMinor: 29,
  /** Free only when a live is scheduled. */
  testRoomFreeMinutes: 60,
  testRoomHourMinor: 500,
  /** Nothing when the recording is published as VOD. */
  recordingMinor: 4_900,
  /** A show of the free option ends after this. */
  freeOptionMinutes: 15,
  /** Until an administrator sets another one. */
  promotionMaxPercent: 20,
  refundBusinessDays: 20,
  /** 'The first days' of the month after the event end with this one. */
  payoutLatestDay: 5,
  /** Nothing is paid to an account before it has stood in the channel for this long. */
  payoutAccountHoldHours: 72,
  /** Each side bears this part of a refund for a connection problem of the viewer. */
  viewerProblemSharePercent: 50,
  currency: 'EUR',
} as const

/** Who pays the fixed amount per ticket: it comes off the organizer's share, or on top of the buyer's price. */
export type TicketFeePayer = 'organizer' | 'buyer'
