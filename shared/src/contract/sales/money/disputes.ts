import { z } from 'zod'
import { moneySchema } from '../../../domain/money.ts'
import { instant, exportFormat } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'

/** inquiry: the bank asks, and took no money yet. open: it holds the money. The others are final. */
export const disputeStatuses = ['inquiry', 'open', 'won', 'lost', 'closed'] as const

/** Why a buyer disputes, in groups: what helps the seller depends on it. */
export const disputeGrounds = ['fraudulent', 'not_received', 'unacceptable', 'duplicate', 'not_refunded', 'cancelled', 'other'] as const

/** A dispute as its seller sees it. */
export const saleDisputeSchema = z.object({
  status: z.enum(disputeStatuses),
  ground: z.enum(disputeGrounds),
  /** Amount of the whole order. The bank holds it while the dispute is open. */
  amount: moneySchema,
  openedAt: instant,
  /** Last moment to send evidence; null where the bank names none. */
  dueAt: instant.nullable(),
  closedAt: instant.nullable(),
  /** Text of the seller for the bank: it is part of the evidence. */
  statement: z.string().nullable(),
})

export const disputeSchema = z
  .object({
    id: z.uuid(),
    /** Number of the order. */
    number: z.int(),
    product: z.string(),
    channel: z.string(),
    buyer: z.object({ name: z.string(), email: z.string() }),
    status: z.enum(disputeStatuses),
    /** As the provider names it. */
    reason: z.string(),
    amount: moneySchema,
    fee: moneySchema,
    openedAt: instant,
    /** Last moment to send the evidence. */
    dueAt: instant.nullable(),
    closedAt: instant.nullable(),
  })
  .meta({ id: 'Dispute' })
export type Dispute = z.infer<typeof disputeSchema>

export const evidenceKinds = [
  'account',
  'login',
  'terms',
  'waiver',
  'order',
  'paid',
  'invoice',
  'ticket',
  'mail',
  'visit',
  'refund_asked',
  'refunded',
  'dispute',
  'statement',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** One fact with its time: names, addresses and numbers that need no translation. */
export const evidenceFactSchema = z.object({
  at: instant,
  kind: z.enum(evidenceKinds),
  detail: z.string(),
  amount: moneySchema.nullable(),
  durationMs: z.int().nullable(),
})
export type EvidenceFact = z.infer<typeof evidenceFactSchema>

const params = z.strictObject({ id: z.uuid() })
const admin = { kind: 'role', role: 'ADMIN' } as const

export const disputes = {
  list: endpoint({
    method: 'GET',
    path: '/disputes',
    summary: 'Payments that their buyers dispute at a bank: those that run first, then the newest',
    access: admin,
    response: z.object({ items: z.array(disputeSchema) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/disputes/:id',
    summary: 'A dispute with its evidence: all that the platform knows of the buyer and the order, in the order of time',
    access: admin,
    params,
    response: z.object({ dispute: disputeSchema, facts: z.array(evidenceFactSchema) }),
    errors: ['NOT_FOUND'],
  }),
  evidence: endpoint({
    method: 'GET',
    path: '/disputes/:id/evidence',
    summary: 'The evidence of a dispute as a file for the bank',
    access: admin,
    params,
    query: exportFormat,
    produces: 'file',
    errors: ['NOT_FOUND'],
    rateLimit: 'export',
  }),
} as const
