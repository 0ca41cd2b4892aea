import { paths } from '@e-events/shared/domain/addresses.ts'
import { localPath, slugSchema } from '@e-events/shared/contract/common.ts'
import { opportunityKinds } from '@e-events/shared/contract/sales/opportunities.ts'
import { contactTopics } from '@e-events/shared/contract/settings/site.ts'
import { orderItemKinds } from '@e-events/shared/domain/pricing.ts'
import { z } from 'zod'

const name = z.string()
/** The secret half of a link; only its hash is stored. */
const token = z.string().regex(/^[\w-]{20,200}$/)
const instant = z.iso.datetime({ offset: true })
/** The recipient's own zone. */
const timezone = z.string()
const reason = z.string().nullable()
/** Title and address of a channel. */
const channel = z.string()
const slug = slugSchema

/** Further dates of the same notice; `newAt` is null where one was called off. */
const otherDates = z.array(z.object({ at: instant.nullable(), newAt: instant.nullable() })).default([])
const event = { title: z.string(), slug, at: instant.nullable(), timezone, note: z.string().nullable(), others: otherDates }

/** `channel`: its title; null: the platform. Amounts in minor units; `until`: what is paid for ends then. */
const subscription = {
  channel: channel.nullable(),
  totalMinor: z.int(),
  currency: z.string(),
  period: z.enum(['monthly', 'annual']),
  isRenewed: z.boolean(),
  until: instant,
  timezone,
}

/** Data of each mail. A template without words in one of the three languages does not compile. */
export const mailData = {
  /** `next`: the page that was wanted when the sign-up began. */
  activation: z.object({ name, token, next: localPath.nullable().default(null) }),
  recovery: z.object({ name, token }),
  approval: z.object({ name }),
  rejection: z.object({ name, reason }),
  new_device: z.object({ name, device: z.string(), address: z.string(), at: instant, timezone }),
  /** A refresh token was used twice: the session of this device has ended. */
  session_reused: z.object({ name, device: z.string(), at: instant, timezone }),
  /** Many wrong passwords from many networks. */
  password_guessed: z.object({ name, at: instant, timezone }),
  password_changed: z.object({ name }),
  /** The name of another service. */
  identity_linked: z.object({ name, service: z.string() }),
  /** After a recovery. */
  password_reset: z.object({ name, twoFactorSince: instant.nullable(), timezone }),
  /** To the address that the account has, and to the one that it shall have: both must be followed. */
  email_change_old: z.object({ name, token, newEmail: z.string() }),
  email_change_new: z.object({ name, token, newEmail: z.string() }),
  email_changed: z.object({ name, newEmail: z.string() }),
  /** To every administrator. `by`: who did it. */
  administrator_made: z.object({ name, account: z.string(), by: z.string() }),
  /** To the owner. `ending`: the last characters of the new number; null where it was taken away. */
  payout_account_changed: z.object({ name, channel, slug, ending: z.string().nullable() }),
  two_factor_on: z.object({ name }),
  two_factor_off: z.object({ name }),
  deletion_requested: z.object({ name, at: instant, timezone }),
  deletion_cancelled: z.object({ name }),
  deletion_done: z.object({ name }),
  channel_received: z.object({ name, channel, slug, hours: z.int() }),
  channel_approved: z.object({ name, channel }),
  channel_rejected: z.object({ name, channel, slug, reason: z.string() }),
  channel_suspended: z.object({ name, channel, slug, reason: z.string() }),
  channel_banned: z.object({ name, channel, reason: z.string() }),
  channel_reinstated: z.object({ name, channel, slug }),
  /** For a ticket holder: `title` is the product's, `at` when it would have begun, in the zone it was announced in. */
  event_cancelled: z.object({ name, ...event, refundBy: instant.nullable() }),
  event_rescheduled: z.object({ name, ...event, newAt: instant.nullable() }),
  /** For somebody who got a ticket: `at`, when the next date begins, in the zone it was announced in. */
  ticket: z.object({ name, title: z.string(), slug, at: instant.nullable(), timezone, until: instant.nullable() }),
  /** For a buyer: what was paid, line by line. `at`: its next date, in the zone it was announced in. */
  order: z.object({
    name,
    orderId: z.uuid(),
    number: z.int(),
    paidAt: instant,
    timezone,
    currency: z.string(),
    lines: z.array(
      z.object({
        kind: z.enum(orderItemKinds),
        title: z.string(),
        quantity: z.int(),
        totalMinor: z.int(),
        /** Products of a bundle that came with it. */
        parts: z.array(z.string()),
        /** It could not be had any more, and is given back. */
        isMissing: z.boolean(),
        at: instant.nullable(),
        timezone,
        until: instant.nullable(),
      }),
    ),
    feeMinor: z.int(),
    supportMinor: z.int(),
    taxMinor: z.int(),
    totalMinor: z.int(),
    /** Page of the product, where the order has one. */
    slug: slug.nullable(),
    hasInvoice: z.boolean(),
  }),
  /** For the recipient of a gift. `from`: its buyer. */
  gift: z.object({ name, from: z.string(), title: z.string(), code: z.string(), message: z.string().nullable() }),
  /** For a buyer whose money is on its way back. `amount` in minor units. `hasEnded`: access ended with it. */
  refund: z.object({
    name,
    title: z.string(),
    amountMinor: z.int(),
    currency: z.string(),
    number: z.int(),
    hasEnded: z.boolean().default(true),
  }),
  /** To every administrator: the bank sent a refund back, and a person has to pay it out. */
  refund_returned: z.object({ name, number: z.int(), buyer: z.string(), amountMinor: z.int(), currency: z.string() }),
  /** To a seller: a buyer disputes an order at the bank. `until`: last moment for evidence. */
  sale_disputed: z.object({
    name,
    title: z.string(),
    number: z.int(),
    amountMinor: z.int(),
    currency: z.string(),
    until: z.string().nullable(),
    timezone: z.string(),
  }),
  /** For a buyer whose direct debit was returned: it can be paid another way until then. */
  payment_failed: z.object({
    name,
    title: z.string(),
    number: z.int(),
    amountMinor: z.int(),
    currency: z.string(),
    orderId: z.uuid(),
    until: instant,
    timezone,
  }),
  /** For a buyer who asked for a refund. `amountMinor`: null where it was refused. */
  refund_decided: z.object({
    name,
    title: z.string(),
    amountMinor: z.int().nullable(),
    currency: z.string(),
    number: z.int(),
    answer: z.string().nullable(),
  }),
  /** To the organizer of a course or master. `path`: its questions. */
  course_question: z.object({ name, title: z.string(), path: localPath }),
  /** To whoever asked or commented. `isQuestion`: of a question. `path`: where it stands. */
  discussion_reply: z.object({
    name,
    title: z.string(),
    from: z.string(),
    count: z.int().min(1),
    isQuestion: z.boolean(),
    path: localPath,
  }),
  /** To the holder of a certificate. `path`: where it is verified. */
  certificate_revoked: z.object({ name, title: z.string(), reason: z.string(), path: localPath }),
  certificate_restored: z.object({ name, title: z.string(), path: localPath }),
  /** For the first of a waiting list: one is held until then. */
  stock_offer: z.object({ name, title: z.string(), slug, isFree: z.boolean(), until: instant, timezone }),
  /**
   * For somebody who came close to buying and receives promotions. `title`: the product's; null: a subscription to the
   * channel. `until`: access ends or ended then. `path`: where it is bought. `optOut`: the secret half of a link.
   */
  follow_up: z.object({
    name,
    kind: z.enum(opportunityKinds),
    title: z.string().nullable(),
    channel,
    path: localPath,
    until: instant.nullable(),
    hasEnded: z.boolean(),
    timezone,
    optOut: token,
  }),
  /** `path`: where it is watched or bought. `optOut`: the secret half of a link. */
  event_reminder: z.object({
    name,
    title: z.string(),
    at: instant,
    timezone,
    moment: z.enum(['day', 'hour', 'minutes']),
    path: localPath,
    optOut: token,
  }),
  /** For a buyer whose goods are on their way. The carrier's own address stands in the list of orders. */
  shipment_sent: z.object({ name, title: z.string(), number: z.int(), carrier: z.string(), trackingCode: z.string().nullable() }),
  /** To an organizer: money is on its way to the account that ends so. */
  payout_paid: z.object({ name, channel, slug, amountMinor: z.int(), currency: z.string(), ending: z.string() }),
  /** The bank gave it back. */
  payout_failed: z.object({ name, channel, slug, amountMinor: z.int(), currency: z.string(), ending: z.string() }),
  subscription_started: z.object({ name, ...subscription }),
  subscription_renewed: z.object({ name, ...subscription }),
  /** A renewal was refused: it is tried again at `retryAt`. */
  subscription_failed: z.object({ name, ...subscription, retryAt: instant, accessUntil: instant }),
  subscription_price: z.object({ name, ...subscription, newTotalMinor: z.int(), newAt: instant }),
  subscription_ended: z.object({
    name,
    ...subscription,
    endReason: z.enum(['subscriber', 'payment', 'price', 'offer', 'account', 'refund', 'single']),
  }),
  /** To the support address: what somebody wrote on the site. */
  contact_message: z.object({
    name,
    topic: z.enum(contactTopics),
    from: z.string(),
    email: z.string(),
    company: z.string().nullable(),
    message: z.string(),
  }),
  upgrade_approved: z.object({ name }),
  upgrade_refused: z.object({ name, reason }),
} as const

export type MailTemplate = keyof typeof mailData
export type MailData = { [T in MailTemplate]: z.infer<(typeof mailData)[T]> }

/** Text of a template: plain text, escaped where it becomes HTML. */
export interface Letter {
  /** Never holds anything that a person typed. */
  subject: string
  lines: string[]
  /** Path below the public origin. */
  button?: { label: string; path: string }
  /** After the button. */
  notes?: string[]
  /** Promotions: the path that ends them, below the notes and in the head of the mail. */
  optOut?: { label: string; path: string }
  /** To somebody who may have no account here. */
  isToStranger?: true
}
export interface Formats {
  dateTime(iso: string, timezone: string): string
  money(minor: number, currency: string): string
}

/** A further date of a notice, in a sentence of its own. */
export type OtherDate = (
  timezone: string,
  dateTime: Formats['dateTime'],
) => (date: MailData['event_rescheduled']['others'][number]) => string[]

export type MailWords = { [T in MailTemplate]: (data: MailData[T], formats: Formats) => Letter } & {
  common: {
    /** `name` is empty for an account that never gave one. */
    greeting(name: string): string
    linkHint: string
    signature: string
    footer(origin: string): string
    strangerFooter(origin: string): string
  }
}

export const linkPaths = {
  activate: paths.activate,
  reset: paths.resetPassword,
  confirmEmail: paths.confirmEmail,
  optOut: paths.optOut,
  endReminders: paths.endReminders,
  login: paths.login(),
  recovery: paths.recovery,
  myData: paths.myData,
  product: paths.product,
  checkout: paths.checkout,
  orders: paths.myOrders,
  payment: paths.payment,
  sales: paths.manageSales,
  ownSales: paths.ownSales,
  redeem: paths.redeem,
  payouts: paths.ownPayouts,
  subscriptions: paths.mySubscriptions,
  channels: paths.ownChannels,
  channel: paths.ownChannel,
} as const
