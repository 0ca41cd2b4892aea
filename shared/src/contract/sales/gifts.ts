import { z } from 'zod'
import { limits } from '../../limits.ts'
import { calendarDay, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const recipientEmail = z.email().max(254)

/** Recipient of a gift, as its buyer names it. */
export const giftWishSchema = z
  .strictObject({
    recipientName: z.string().trim().min(1).max(120),
    recipientEmail,
    message: z.string().trim().max(limits.giftMessageChars).default(''),
    /** Day in the platform's zone on which the code is mailed; null: at once. */
    deliverOn: calendarDay.nullable().default(null),
  })
  .meta({ id: 'GiftWish' })
export type GiftWish = z.infer<typeof giftWishSchema>

/** A gift as its buyer sees it. */
export const giftSchema = z
  .object({
    id: z.uuid(),
    /** void: refunded. */
    state: z.enum(['unpaid', 'scheduled', 'sent', 'redeemed', 'void']),
    recipientName: z.string(),
    recipientEmail: z.string(),
    message: z.string(),
    deliverAt: instant,
    mailedAt: instant.nullable(),
    redeemedAt: instant.nullable(),
    /** Redeemed by any account at `POST /codes/redeem`; null while it is not paid, and once it is void. */
    code: z.string().nullable(),
  })
  .meta({ id: 'Gift' })
export type Gift = z.infer<typeof giftSchema>

export const gifts = {
  resend: endpoint({
    method: 'POST',
    path: '/gifts/:id/resend',
    summary: 'Mail the code of a gift now, to another address where one is given; only its buyer, until it is redeemed',
    access: { kind: 'session' },
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ recipientEmail: recipientEmail.optional() }),
    response: giftSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'mail',
  }),
} as const
