import { z } from 'zod'
import { orderId } from '../../../domain/ids.ts'
import { moneySchema } from '../../../domain/money.ts'
import { limits } from '../../../limits.ts'
import { instant, pageOf, pageQuery } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { problemCategorySchema } from '../../live/problem-reports.ts'

/** Who caused it: who bears the refund follows. `none`: nobody; the sale is undone. */
export const refundFaults = ['organizer', 'provider', 'viewer', 'none'] as const
export const refundFaultSchema = z.enum(refundFaults)
export type RefundFault = z.infer<typeof refundFaultSchema>

/** Reasons that a buyer may give. */
export const askedReasons = ['not_held', 'interrupted', 'connection', 'not_as_described', 'changed_mind', 'other'] as const
export const askedReasonSchema = z.enum(askedReasons)
export type AskedReason = z.infer<typeof askedReasonSchema>

const ms = z.int().min(0)

/** Facts that the platform holds about what was shown and watched, as they were when the buyer asked. */
export const refundEvidenceSchema = z
  .object({
    /** The date that took place last; null for what has no date, or none yet. */
    show: z
      .object({
        startsAt: instant,
        endsAt: instant,
        /** The event or this date was called off. */
        isCancelled: z.boolean(),
        /** First and last moment of the show; null where nothing was ever sent. */
        airedFrom: instant.nullable(),
        airedUntil: instant.nullable(),
        endReason: z.string().nullable(),
        onAirMs: ms,
        /** Time lost: interruptions, and what was missing at the end of a show that broke off. */
        offAirMs: ms,
        interruptions: z.array(
          z.object({
            from: instant,
            until: instant.nullable(),
            /** Another media server carried on: the platform's fault. */
            changedServer: z.boolean(),
          }),
        ),
      })
      .nullable(),
    viewer: z.object({
      watchedMs: ms,
      firstSeenAt: instant.nullable(),
      lastSeenAt: instant.nullable(),
      /** Times that somebody began to watch. */
      visits: z.int(),
    }),
    boughtAt: instant,
    /** Percent of a course or master, as whoever has it reads it; left out for other types. */
    progressPercent: z.int().min(0).max(100).optional(),
    /** Reported from the player by the buyer; left out in proposals that are older than reports. */
    problems: z.array(z.object({ at: instant, category: problemCategorySchema, text: z.string() })).optional(),
  })
  .meta({ id: 'RefundEvidence' })
export type RefundEvidence = z.infer<typeof refundEvidenceSchema>

export const proposalStates = ['open', 'approved', 'refused'] as const

const answeredSchema = z.object({
  status: z.enum(proposalStates),
  reason: askedReasonSchema,
  text: z.string(),
  askedAt: instant,
  /** Given back; null until it is approved, and where it is refused. */
  amount: moneySchema.nullable(),
  answer: z.string().nullable(),
  decidedAt: instant.nullable(),
})

/**
 * Whether a buyer may ask for a refund of an item now. `not_yet`: its event is to come and it was bought a while ago;
 * `used`: it was watched; `progressed`: too much of a course or master was watched (`limits.refundBelowPercent`);
 * `none`: nothing is left to give back.
 */
export const askStates = ['open', 'asked', 'not_yet', 'too_late', 'used', 'progressed', 'none'] as const
export type AskState = (typeof askStates)[number]

export const askableItemSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  total: moneySchema,
  refunded: moneySchema,
  ask: z.enum(askStates),
  /** How much of a course or master was watched, and until when it can be given back; null for other types. */
  progress: z.object({ percent: z.int(), until: instant }).nullable(),
  /** The buyer's request with its answer. */
  request: answeredSchema.nullable(),
})
export type AskableItem = z.infer<typeof askableItemSchema>
const askableItems = z.object({ items: z.array(askableItemSchema) })

export const refundProposalSchema = z
  .object({
    id: z.uuid(),
    /** Number of the order. */
    number: z.int(),
    product: z.object({ slug: z.string(), title: z.string() }),
    channel: z.object({ slug: z.string(), title: z.string() }),
    buyer: z.object({ name: z.string(), email: z.string() }),
    /** The most that can be given back for it now. */
    refundable: moneySchema,
    total: moneySchema,
    evidence: refundEvidenceSchema,
    fault: refundFaultSchema,
    proposed: moneySchema,
    /** Who decided, and for whose fault; null while it is open. */
    decision: z.object({ by: z.string().nullable(), fault: refundFaultSchema.nullable() }).nullable(),
    isPaidOut: z.boolean(),
    /** Faults that this caller may give; empty where the decision is not theirs. */
    allowed: z.object({ faults: z.array(refundFaultSchema) }),
  })
  .extend(answeredSchema.shape)
  .meta({ id: 'RefundProposal' })
export type RefundProposal = z.infer<typeof refundProposalSchema>

/** Refunds of a cancelled event on their way. */
export const refundRunSchema = z
  .object({
    product: z.object({ slug: z.string(), title: z.string() }),
    channel: z.object({ slug: z.string(), title: z.string() }),
    reason: z.enum(['organizer', 'provider']),
    startedAt: instant,
    dueAt: instant,
    total: z.int(),
    done: z.int(),
    /** Tried and not paid out: they are tried again. */
    failing: z.int(),
    amounts: z.array(moneySchema),
    isOverdue: z.boolean(),
  })
  .meta({ id: 'RefundRun' })
export type RefundRun = z.infer<typeof refundRunSchema>

export const overdueRefundSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  product: z.string(),
  channel: z.string(),
  email: z.string(),
  amount: moneySchema,
  dueAt: instant,
  /** Working days over the deadline. */
  daysOver: z.int(),
  failure: z.string().nullable(),
})
export type OverdueRefund = z.infer<typeof overdueRefundSchema>

const proposalsQuery = pageQuery.omit({ language: true }).extend({ status: z.enum(proposalStates).default('open') })
const runs = z.object({ items: z.array(refundRunSchema) })
const answerText = z.string().trim().max(2000)
const params = z.strictObject({ id: z.uuid() })
const session = { kind: 'session' } as const
const producer = { kind: 'role', role: 'PRODUCER' } as const
const admin = { kind: 'role', role: 'ADMIN' } as const

export const refunds = {
  items: endpoint({
    method: 'GET',
    path: '/orders/:id/refunds',
    summary: "Items of one of the caller's orders: what was given back, and whether a refund may be asked for",
    access: session,
    params: z.strictObject({ id: orderId }),
    response: askableItems,
    errors: ['NOT_FOUND'],
  }),
  ask: endpoint({
    method: 'POST',
    path: '/orders/:id/refunds',
    summary: 'Ask for the refund of an item, once. The platform adds what it knows of the show and proposes an amount; a person decides',
    access: session,
    params: z.strictObject({ id: orderId }),
    body: z.strictObject({
      itemId: z.uuid(),
      reason: askedReasonSchema,
      text: z.string().trim().max(limits.refundTextChars).default(''),
    }),
    response: askableItems,
    status: 201,
    errors: ['NOT_FOUND', 'REFUND_NOT_POSSIBLE'],
    rateLimit: 'write',
  }),
  list: endpoint({
    method: 'GET',
    path: '/refund-proposals',
    summary: 'Refunds that buyers asked for, with their evidence',
    access: admin,
    query: proposalsQuery,
    response: pageOf(refundProposalSchema),
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/producer/refund-proposals',
    summary: "Refunds that buyers of the caller's channels asked for, where the organizer would bear them",
    access: producer,
    query: proposalsQuery,
    response: pageOf(refundProposalSchema),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/refund-proposals/:id/approve',
    summary: 'Give money back as proposed, or another amount. Organizers decide what they bear alone; the rest is for administrators',
    access: producer,
    params,
    body: z.strictObject({ fault: refundFaultSchema, amountMinor: z.int().min(1), answer: answerText.default('') }),
    response: refundProposalSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT', 'REFUND_NOT_POSSIBLE'],
    rateLimit: 'write',
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/refund-proposals/:id/refuse',
    summary: 'Refuse a refund; the buyer reads why',
    access: producer,
    params,
    body: z.strictObject({ answer: answerText.min(1) }),
    response: refundProposalSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  runs: endpoint({
    method: 'GET',
    path: '/refund-runs',
    summary: 'Refunds of cancelled events: how many are paid out, and until when they must be',
    access: admin,
    response: runs,
  }),
  runsOwn: endpoint({
    method: 'GET',
    path: '/producer/refund-runs',
    summary: "Refunds of the caller's cancelled events",
    access: producer,
    response: runs,
  }),
  overdue: endpoint({
    method: 'GET',
    path: '/refunds/overdue',
    summary: 'Refunds that were not paid out within 20 business days, the oldest first; the counts of what waits for staff',
    access: admin,
    response: z.object({
      items: z.array(overdueRefundSchema),
      counts: z.object({ overdue: z.int(), proposals: z.int(), disputes: z.int() }),
    }),
  }),
} as const
