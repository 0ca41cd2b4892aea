import { z } from 'zod'

/**
 * Every refusal the platform can give, with the HTTP status the api answers it with. The set is closed: an unknown
 * failure is INTERNAL. 401 and 403 log the user out, so they only mean 'no valid session' and 'this role may never come
 * here'.
 */
export const errorStatus = {
  // platform
  BAD_REQUEST: 400,
  VALIDATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN_ROLE: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  STATE_CONFLICT: 409,
  EDIT_CONFLICT: 409,
  SLUG_TAKEN: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,

  // people
  INVALID_LOGIN: 401,
  /** The password is right, the second factor is missing: nobody is logged in yet, so nobody is logged out. */
  TWO_FACTOR_REQUIRED: 400,
  TWO_FACTOR_WRONG: 400,
  TWO_FACTOR_STATE: 409,
  /** The session is right and its log-in too long ago for this call; it stays, so no 401 or 403. */
  STEP_UP_REQUIRED: 409,
  PASSWORD_WRONG: 400,
  /** An address of a mail that is unknown, used before or too old. */
  LINK_INVALID: 400,
  EMAIL_DOMAIN_REFUSED: 400,
  EMAIL_TAKEN: 409,
  /** The form shows an older wording than the one that is in force. */
  PRIVACY_CHANGED: 409,
  USER_STATE: 409,
  UPGRADE_STATE: 409,
  LAST_ADMIN: 409,

  // settings
  MODULE_INACTIVE: 409,
  PAID_CONTENT_OFF: 409,
  SUBSCRIPTIONS_OFF: 409,
  /** The site takes no coupons and no codes for now. */
  COUPONS_OFF: 409,

  // media
  /** A file of a kind that is not handed out. */
  FILE_FORMAT: 400,
  IMAGE_FORMAT: 400,
  /** Small as a file, too large decoded. */
  IMAGE_DIMENSIONS: 400,
  VIDEO_FORMAT: 400,
  AUDIO_FORMAT: 400,
  /**
   * The share of one organizer in storage, processing or uploads of a day is used up (`limits.owner…`,
   * `limits.newcomer…`).
   */
  QUOTA_BYTES: 413,
  QUOTA_MINUTES: 413,
  QUOTA_FILES: 413,
  QUOTA_IMAGES: 413,
  /** Another file took its place, or its time ran out. */
  UPLOAD_GONE: 410,
  /** Another request writes it, maybe in another process. */
  UPLOAD_BUSY: 423,
  /** tus: a part does not match its checksum. */
  CHECKSUM_MISMATCH: 460,
  STORAGE_FULL: 507,

  // catalogue
  CHANNEL_REQUIRED: 409,
  CHANNEL_NOT_APPROVED: 409,
  CHANNEL_STATE: 409,
  SPEAKER_IN_USE: 409,
  PRODUCT_NOT_PUBLISHED: 409,
  PRODUCT_FROZEN: 409,
  /** The site does not let organizers make this type. */
  TYPE_NOT_AVAILABLE: 409,
  FAKE_LIVE_BY_SUPPORT: 409,
  SESSION_REQUIRED: 409,
  MOVE_LIMIT: 409,
  /** Activating an active bundle, or deactivating one that is not active. */
  BUNDLE_STATE: 409,
  /** Fewer than two of its products are published, or one cannot be sold in it. */
  BUNDLE_INCOMPLETE: 409,
  /** A private podcast feed that its owner ended or gave a new address. */
  FEED_REVOKED: 410,

  // live
  PRODUCT_NOT_LIVE: 409,
  BROADCAST_STATE: 409,
  BROADCAST_NO_SESSION: 409,
  SESSION_FINISHED: 409,
  FEED_LIMIT: 409,
  NO_MEDIA_NODE: 503,
  /** The ticket plays on as many devices as it may; the issue names the one that a take-over would stop. */
  PLAYING_ELSEWHERE: 409,
  /** A viewing tells of more than can have happened since it began. */
  VIEWING_IMPOSSIBLE: 409,
  CHAT_DISABLED: 409,
  /** A moderator took away the right to write, for some minutes or for the event. */
  CHAT_MUTED: 409,
  /** No account with this address can be a moderator. */
  CHAT_MODERATOR_UNKNOWN: 409,
  CHAT_QUESTIONS_OPEN: 409,
  /** The account has sent its share of files, or the organizer has no storage left. */
  CHAT_FILES_FULL: 409,
  SIGNAL_MALFORMED: 400,
  SIGNAL_UNKNOWN_METHOD: 400,
  SIGNAL_OUT_OF_ORDER: 409,
  SIGNAL_TOKEN_INVALID: 401,
  SIGNAL_NOT_ALLOWED: 404,
  SIGNAL_LIMIT: 429,
  SIGNAL_CODEC_UNSUPPORTED: 415,
  FEED_NOT_FOUND: 404,
  /** Another device sends this feed, or took it over. */
  FEED_TAKEN: 409,
  ROOM_CLOSED: 410,
  NODE_DRAINING: 503,

  // sales
  TICKET_REQUIRED: 402,
  /** The ticket is limited to a session on another day. */
  TICKET_OF_SESSION: 409,
  PAYMENT_REQUIRED: 402,
  SUBSCRIPTION_REQUIRED: 402,
  /** The subscription runs already, is cancelled already, or has ended. */
  SUBSCRIPTION_STATE: 409,
  PAYMENT_FAILED: 402,
  /** Too many refused attempts to pay, of the account or of the card. */
  TOO_MANY_DECLINES: 429,
  CARD_GONE: 409,
  /** Less than the payment service takes. */
  AMOUNT_TOO_SMALL: 409,
  /** The payment service does not answer, or not as it should. */
  PAYMENT_SERVICE_DOWN: 503,
  /** A payment of the caller for the same product is being settled. */
  PAYMENT_PENDING: 409,
  /** The price is another one than the caller saw. */
  PRICE_CHANGED: 409,
  SEVERAL_SELLERS: 409,
  /** The buyer's country decides the tax, and the account has none. */
  COUNTRY_REQUIRED: 409,
  ONE_PER_ACCOUNT: 409,
  /** The site takes no payments now. */
  PAYMENTS_OFF: 409,
  /** The run to approve is another one than the caller saw. */
  PAYOUTS_CHANGED: 409,
  /** The account that payouts are drawn from is not configured. */
  PAYOUT_DEBTOR_MISSING: 409,
  ALREADY_HAS_TICKET: 409,
  SOLD_OUT: 409,
  /** The person gets no promotions. */
  FOLLOW_UP_NO_CONSENT: 409,
  /** The person got a mail of this kind not long ago. */
  FOLLOW_UP_RECENT: 409,
  /** There is no line for what can be bought. */
  NOT_SOLD_OUT: 409,
  /** Goods are not sent to this country. */
  NOT_SHIPPED_THERE: 409,
  /** Goods need an address. */
  ADDRESS_REQUIRED: 400,
  /** Access that begins at once asks for the waiver of the withdrawal. */
  WAIVER_REQUIRED: 400,
  SALE_NOT_OPEN: 409,
  NOT_PURCHASABLE: 409,
  /** Nothing is left to give back, it was asked for before, or its time is over. */
  REFUND_NOT_POSSIBLE: 409,
  /** No prepaid minutes are left. */
  PREPAID_EMPTY: 409,
  /** The site sells no prepaid hours. */
  PREPAID_OFF: 409,
  COUPON_INVALID: 400,
  COUPON_NOT_FOUND: 404,
  COUPON_REDEEMED: 409,

  // learning
  /** Somebody else changed it since it was read. */
  CURRICULUM_CHANGED: 409,
  /** As many modules or lessons as a course can have. */
  CURRICULUM_FULL: 409,
  NOTES_FULL: 409,
  /** As many links and files as a lesson can have. */
  RESOURCES_FULL: 409,
  /** As many replies as a post can have. */
  DISCUSSION_FULL: 409,
  /** The product that a lesson names is not the organizer's, or of another type. */
  LESSON_SOURCE: 409,
  /** Less than a minute after the last report of the account. */
  PROGRESS_TOO_SOON: 409,
  /** More than can have been played since the last report, or beyond the end. */
  PROGRESS_IMPOSSIBLE: 409,
  /** A lesson that counts by what was played is not marked by hand. */
  WATCHED_BY_PLAYING: 409,
  NOT_WATCHED_YET: 409,
  /** `issues` names the lesson to finish first (`lesson`) and the moment that it opens at (`opensAt`). */
  LESSON_LOCKED: 409,
  /** The quiz was changed since it was read. */
  QUIZ_CHANGED: 409,
  /** All attempts of the account are used. */
  QUIZ_ATTEMPTS_USED: 409,
  COURSE_TWICE: 409,
  COURSE_NOT_OWN: 409,
  /** The course or master gives no certificates, or not to its own organizer. */
  CERTIFICATE_NOT_OFFERED: 409,
  /** Not every lesson counts as watched, or the money went back. */
  CERTIFICATE_NOT_EARNED: 409,
  /** Revoked, or not what was signed. */
  CERTIFICATE_NOT_VALID: 409,
  /** No WebVTT that every player understands whole; `issues` names the line. */
  CAPTIONS_INVALID: 422,
  DATASHEET_EXISTS: 409,
  /** A published datasheet has an abstract, resources or links. */
  DATASHEET_EMPTY: 409,

  // meetings
  /** It has not started, has started already, or has ended. */
  MEET_STATE: 409,
  MEET_FULL: 409,
  /** A host locked it: nobody else comes in. */
  MEET_LOCKED: 409,
  /** A host put the account out of this meeting. */
  MEET_REMOVED: 409,

  // engagement
  AUDIENCE_EMPTY: 409,
  /** Key of the notification service; logs nobody out. */
  API_KEY_INVALID: 401,
} as const

export type ErrorCode = keyof typeof errorStatus

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

/**
 * One thing wrong in a request: where (`body.email`, `query.limit`) and what, as a stable rule name that clients
 * translate.
 */
export const issueSchema = z.object({
  path: z.string(),
  rule: z.string(),
  message: z.string(),
})
export type Issue = z.infer<typeof issueSchema>

/** The one error body of the platform. `message` is in the caller's language; branch on `code`. */
export const errorBodySchema = z
  .object({
    code: z.enum(errorCodes),
    message: z.string(),
    issues: z.array(issueSchema).optional(),
    /** Titles of the products that are not left, where an order has several of them or a bundle has parts. */
    soldOut: z.array(z.string()).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBodySchema>

/** An expected refusal. Thrown by services and flows, translated in one place per edge. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  readonly soldOut: string[] | undefined
  constructor(code: ErrorCode, options: { detail?: string; issues?: Issue[]; soldOut?: string[]; cause?: unknown } = {}) {
    super(options.detail ?? code, { cause: options.cause })
    this.code = code
    this.issues = options.issues
    this.soldOut = options.soldOut
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value)
}
