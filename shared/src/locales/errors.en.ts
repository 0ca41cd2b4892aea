import type { ErrorCode } from '../errors.ts'

export const errors: Record<ErrorCode, string> = {
  // platform
  BAD_REQUEST: 'The request cannot be read.',
  VALIDATION_FAILED: 'Check the marked fields.',
  UNAUTHENTICATED: 'Your session has ended. Log in again.',
  FORBIDDEN_ROLE: 'Your account cannot come in here.',
  NOT_FOUND: 'We cannot find that.',
  METHOD_NOT_ALLOWED: 'This address does not support that operation.',
  STATE_CONFLICT: 'That is not possible in the current state.',
  EDIT_CONFLICT: 'Somebody else has changed this in the meantime. Load it again before you save.',
  SLUG_TAKEN: 'The chosen slug already exists.',
  PAYLOAD_TOO_LARGE: 'The content is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'This type of content is not supported.',
  RATE_LIMITED: 'Too many attempts. Wait a moment.',
  INTERNAL: 'Something went wrong on our side.',
  UNAVAILABLE: 'The service is not available right now. Try again in a few seconds.',

  // people
  INVALID_LOGIN: 'The login details are incorrect or your credentials have not been approved yet.',
  TWO_FACTOR_REQUIRED: 'Enter the code of your authenticator app.',
  TWO_FACTOR_WRONG: 'That code is not right, or it has been used already.',
  TWO_FACTOR_STATE: 'The second factor is not in the state this needs.',
  STEP_UP_REQUIRED: 'Confirm with your password that it is you, then try again.',
  PASSWORD_WRONG: 'Password update error: the current password is not right.',
  LINK_INVALID: 'This link is no longer valid. Ask for a new one.',
  EMAIL_DOMAIN_REFUSED: 'Accounts with this e-mail domain are not accepted.',
  EMAIL_TAKEN: 'The email entered is already registered',
  USER_STATE: 'That is not possible in the present state of this account.',
  UPGRADE_STATE: 'There is no open request, or there is one already.',
  LAST_ADMIN: 'The site needs an administrator: you cannot do this to yourself or to the last one.',

  // settings
  MODULE_INACTIVE: 'This module is turned off.',
  PAID_CONTENT_OFF: 'This site sells nothing at the moment: a product cannot have a price.',
  SUBSCRIPTIONS_OFF: 'This site offers no channel subscriptions.',
  COUPONS_OFF: 'This site takes no coupons or codes for now.',

  // media
  IMAGE_FORMAT: 'Only .jpg and .png images are accepted.',
  IMAGE_DIMENSIONS: 'This picture has too many pixels: at most 50 megapixels are accepted.',
  VIDEO_FORMAT: 'Only MP4 videos are accepted.',
  AUDIO_FORMAT: 'Only MP3, M4A, WAV and MP4 files are accepted.',
  QUOTA_BYTES:
    'That is more than the storage you have left. Remove files that you no longer need; before a channel of yours is approved there is 1 GB.',
  QUOTA_MINUTES:
    'Today’s minutes of video are used up: 24 hours of video a day, 10 minutes before a channel of yours is approved. Upload the rest tomorrow.',
  QUOTA_FILES: 'Before a channel of yours is approved you can have 5 files. Remove one, or ask for approval first.',
  QUOTA_IMAGES: 'You have sent 500 pictures within 24 hours. Send the rest tomorrow.',
  UPLOAD_GONE: 'This upload has ended: another file took its place, or nobody went on with it for a day.',
  UPLOAD_BUSY: 'This file is being sent somewhere else right now. Try again in a few seconds.',
  CHECKSUM_MISMATCH: 'A part of the file arrived damaged. Send it again.',
  STORAGE_FULL: 'There is no storage space left.',

  // catalogue
  CHANNEL_REQUIRED: 'You must create a channel first.',
  CHANNEL_NOT_APPROVED: 'You must have an approved channel to publish.',
  CHANNEL_STATE: 'The channel is not in a state that allows this.',
  SPEAKER_IN_USE: 'Cannot remove a speaker in use',
  PRODUCT_NOT_PUBLISHED: 'Publish the product first.',
  PRODUCT_FROZEN: 'A published product cannot change that.',
  TYPE_NOT_AVAILABLE: 'This type of product is not available to organizers.',
  FAKE_LIVE_BY_SUPPORT: 'Fake live is set up by our support team: write to them.',
  SESSION_REQUIRED: 'A live product needs at least one session.',
  MOVE_LIMIT: 'The dates of this product were moved three times within 24 hours. Move them again tomorrow.',
  BUNDLE_STATE: 'Only an inactive bundle can be activated, and only an active one deactivated.',
  BUNDLE_INCOMPLETE: 'The bundle needs at least two of your published products, all in its currency and of types that are sold.',
  FEED_REVOKED: 'This podcast address no longer works: its owner changed or withdrew it',

  // live
  PRODUCT_NOT_LIVE: 'This type of product is not broadcast live.',
  BROADCAST_STATE: 'The broadcast is not in the state this needs.',
  BROADCAST_NO_SESSION: 'No session is near: you can go live from 60 minutes before one begins.',
  SESSION_FINISHED: 'This session has finished.',
  FEED_LIMIT: 'This broadcast already has the most feeds it can have.',
  NO_MEDIA_NODE: 'No media server is free. Try again in a few seconds.',
  CHAT_DISABLED: 'Chat temporarily disabled',
  SIGNAL_MALFORMED: 'The signalling message is not valid.',
  SIGNAL_UNKNOWN_METHOD: 'The media server does not know that request.',
  SIGNAL_OUT_OF_ORDER: 'The request came out of order.',
  SIGNAL_TOKEN_INVALID: 'The connection grant is not valid or has expired.',
  SIGNAL_NOT_ALLOWED: 'Your connection cannot do that.',
  SIGNAL_LIMIT: 'Too many requests to the media server.',
  SIGNAL_CODEC_UNSUPPORTED: 'The media server does not support that format.',
  FEED_NOT_FOUND: 'That feed is not part of the broadcast.',
  FEED_TAKEN: 'That feed is being sent from another device.',
  ROOM_CLOSED: 'The broadcast has ended.',
  NODE_DRAINING: 'The media server is in maintenance: connecting you to another one.',

  // sales
  TICKET_REQUIRED: 'You need a ticket to watch this.',
  PAYMENT_REQUIRED: 'This product has to be paid for.',
  SUBSCRIPTION_REQUIRED: 'You need an active subscription to this channel.',
  PAYMENT_FAILED: 'Payment error',
  TOO_MANY_DECLINES: 'Too many attempts to pay were refused. Wait an hour, or ask your bank.',
  AMOUNT_TOO_SMALL: 'The amount is less than the payment service takes.',
  PAYMENT_SERVICE_DOWN: 'The payment service does not answer. Nothing was charged. Try again in a moment.',
  PAYMENT_PENDING: 'A payment of yours for this product is under way. Wait until it ends.',
  PRICE_CHANGED: 'The price has changed. Check the summary before you pay.',
  SEVERAL_SELLERS: 'An order holds products of one organizer only. Order the others separately.',
  ONE_PER_ACCOUNT: 'Each account can hold this once.',
  PAYMENTS_OFF: 'This site takes no payments for now.',
  ALREADY_HAS_TICKET: 'You already have your ticket for this product.',
  SOLD_OUT: 'There are no tickets left.',
  SALE_NOT_OPEN: 'The sale has not started yet.',
  NOT_PURCHASABLE: 'This product can no longer be purchased.',
  COUPON_INVALID: 'Invalid coupon',
  COUPON_NOT_FOUND: 'No coupon found with this code',
  COUPON_REDEEMED: 'Coupon already redeemed',

  // meetings
  MEET_ENDED: 'Meet ended',
  MEET_FULL: 'This meeting is full.',

  // engagement
  AUDIENCE_EMPTY: 'Nobody matches this selection.',
  API_KEY_INVALID: 'The API key is not valid.',
}
