import { z } from 'zod'
import { moneySchema } from '../../../domain/money.ts'
import { payoutHolds, statementLines, statementStates } from '../../../domain/payouts.ts'
import { payoutStatusSchema } from '../../../domain/states.ts'
import { calendarDay, instant, pageOf, pageQuery, slugSchema, exportFormat } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { invoiceRefSchema } from './invoices.ts'

/** A month of the calendar: `2026-02`. */
const month = z.string().regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/)
const currency = z.string().regex(/^[A-Z]{3}$/)
const channel = z.object({ slug: z.string(), title: z.string() })
const hold = z.enum(payoutHolds)

const statementLine = z.object({
  line: z.enum(statementLines),
  /** Sales, refunds or charges behind it. */
  count: z.int(),
  /** As the organizer sees it: fees and refunds are negative. */
  amount: moneySchema,
})

/** Debt of the ledger to the organizer of a channel, by the month that it is paid in. */
export const statementSchema = z
  .object({
    channel,
    month,
    /** Last day on which it is paid. */
    dueBy: calendarDay,
    state: z.enum(statementStates),
    /** Why nothing is paid yet. */
    holds: z.array(hold),
    /** Left over from earlier months; negative where they cost more than they brought. */
    carried: moneySchema,
    lines: z.array(statementLine),
    /** Part of the lines: sales that their buyers dispute at a bank. They wait for its decision. */
    disputed: moneySchema,
    /** Sum of the lines. */
    total: moneySchema,
    /** Carried and total: paid, or to be paid. */
    amount: moneySchema,
    paidAt: instant.nullable(),
    /** Last characters of the account that it was or is being paid to. */
    ibanEnding: z.string().nullable(),
    /** Answer of the bank where an attempt to pay this month failed. */
    failure: z.string().nullable(),
    /** Invoices of the platform for the charges among the lines, and their credit notes. */
    invoices: z.array(invoiceRefSchema),
  })
  .meta({ id: 'Statement' })
export type Statement = z.infer<typeof statementSchema>

/** Where a channel's payouts go. */
const payoutAccount = z.object({
  channel,
  ibanEnding: z.string().nullable(),
  /** The account is new, and nothing is paid to it before; null where nothing holds it. */
  freeAt: instant.nullable(),
})
export type PayoutAccount = z.infer<typeof payoutAccount>

/** A line of the run of this month, before it is approved. */
export const proposedPayoutSchema = z
  .object({
    channel,
    owner: z.object({ name: z.string(), email: z.string() }),
    carried: moneySchema,
    total: moneySchema,
    amount: moneySchema,
    holds: z.array(hold),
    ibanEnding: z.string().nullable(),
    freeAt: instant.nullable(),
  })
  .meta({ id: 'ProposedPayout' })
export type ProposedPayout = z.infer<typeof proposedPayoutSchema>

const totals = z.array(z.object({ count: z.int(), amount: moneySchema }))
export const payoutRunSchema = z
  .object({
    id: z.uuid(),
    number: z.int(),
    month,
    approvedAt: instant,
    approvedBy: z.string().nullable(),
    totals,
    /** Payouts by state. */
    states: z.object({ processing: z.int(), paid: z.int(), failed: z.int() }),
  })
  .meta({ id: 'PayoutRun' })
export type PayoutRun = z.infer<typeof payoutRunSchema>

export const payoutSchema = z
  .object({
    id: z.uuid(),
    channel,
    beneficiary: z.string(),
    ibanEnding: z.string(),
    amount: moneySchema,
    status: payoutStatusSchema,
    paidAt: instant.nullable(),
    note: z.string().nullable(),
    /** States that it may be marked with. */
    allowed: z.array(z.enum(['paid', 'failed'])),
  })
  .meta({ id: 'Payout' })
export type Payout = z.infer<typeof payoutSchema>
const runDetail = payoutRunSchema.extend({ payouts: z.array(payoutSchema), canExportXml: z.boolean() })
export type PayoutRunDetail = z.infer<typeof runDetail>

/** Last match of the ledger with the books of a payment provider. */
export const ledgerCheckSchema = z
  .object({
    provider: z.string(),
    day: calendarDay,
    checkedAt: instant,
    provided: moneySchema,
    booked: moneySchema,
    /** Payments and refunds that do not agree; null where one side does not know it. */
    differences: z.array(
      z.object({
        kind: z.enum(['payment', 'refund']),
        reference: z.string(),
        provided: moneySchema.nullable(),
        booked: moneySchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'LedgerCheck' })
export type LedgerCheck = z.infer<typeof ledgerCheckSchema>

const producer = { kind: 'role', role: 'PRODUCER' } as const
const ownChannel = { ...producer, owner: { resource: 'channel', param: 'slug' } } as const
const admin = { kind: 'role', role: 'ADMIN' } as const
const monthParams = z.strictObject({ slug: slugSchema, month })
const runParams = z.strictObject({ id: z.uuid() })

export const payouts = {
  listOwn: endpoint({
    method: 'GET',
    path: '/producer/payouts',
    summary: "Statements of the caller's channels by month, what is coming among them, and the accounts that they are paid to",
    access: producer,
    response: z.object({ items: z.array(statementSchema), accounts: z.array(payoutAccount) }),
  }),
  getOwn: endpoint({
    method: 'GET',
    path: '/producer/payouts/:slug/:month',
    summary: 'Lines of a statement by product',
    access: ownChannel,
    params: monthParams,
    query: z.strictObject({ currency: currency.default('EUR') }),
    response: z.object({ items: z.array(statementLine.extend({ product: channel.nullable() })) }),
  }),
  exportOwn: endpoint({
    method: 'GET',
    path: '/producer/payouts/:slug/:month/export',
    summary: 'Every entry of a statement as a file: each sale once',
    access: ownChannel,
    params: monthParams,
    query: z.strictObject({ currency: currency.default('EUR'), ...exportFormat.shape }),
    produces: 'file',
    rateLimit: 'export',
  }),
  proposal: endpoint({
    method: 'GET',
    path: '/payouts/proposal',
    summary: 'What would be paid now, and what is held and why',
    access: admin,
    response: z.object({
      month,
      dueBy: calendarDay,
      lines: z.array(proposedPayoutSchema),
      /** Sums of what nothing holds: to be sent back with the approval. */
      totals,
      /** The account that pays; null where none is configured. */
      debtor: z.object({ name: z.string(), ibanEnding: z.string() }).nullable(),
    }),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/payouts/runs',
    summary: 'Approve what the proposal showed. The same key approves once; PAYOUTS_CHANGED where the amounts are not those any more',
    access: admin,
    body: z.strictObject({
      idempotencyKey: z.uuid(),
      month,
      expected: z
        .array(z.strictObject({ count: z.int().min(1).max(1_000_000), currency, minor: z.int().min(1) }))
        .min(1)
        .max(50),
    }),
    response: runDetail,
    status: 201,
    errors: ['PAYOUTS_CHANGED'],
    rateLimit: 'write',
    stepUp: 'always',
  }),
  listRuns: endpoint({
    method: 'GET',
    path: '/payouts/runs',
    summary: 'Approved runs, the latest first',
    access: admin,
    query: pageQuery.omit({ language: true }),
    response: pageOf(payoutRunSchema),
  }),
  getRun: endpoint({
    method: 'GET',
    path: '/payouts/runs/:id',
    summary: 'A run with its payouts',
    access: admin,
    params: runParams,
    response: runDetail,
    errors: ['NOT_FOUND'],
  }),
  exportRun: endpoint({
    method: 'GET',
    path: '/payouts/runs/:id/file',
    summary: 'A run for the bank: ISO 20022 (pain.001.001.09) or CSV. The same bytes every time',
    access: admin,
    params: runParams,
    query: z.strictObject({ format: z.enum(['xml', 'csv']) }),
    produces: 'file',
    errors: ['NOT_FOUND', 'PAYOUT_DEBTOR_MISSING'],
    rateLimit: 'export',
    stepUp: 'always',
  }),
  listChecks: endpoint({
    method: 'GET',
    path: '/payouts/checks',
    summary: 'Last match of the ledger with each payment provider, and what does not agree',
    access: admin,
    response: z.object({ items: z.array(ledgerCheckSchema) }),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/payouts/runs/:id/settle',
    summary: 'Mark payouts of a run as paid, which books them, or as failed, which makes their amounts due again',
    access: admin,
    params: runParams,
    body: z
      .strictObject({
        payoutIds: z.array(z.uuid()).min(1).max(1_000),
        outcome: z.enum(['paid', 'failed']),
        /** Answer of the bank. */
        note: z.string().trim().max(500).default(''),
      })
      .refine(({ outcome, note }) => outcome === 'paid' || note !== '', { path: ['note'], message: 'is asked for where a payout failed' }),
    response: runDetail,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
    stepUp: 'always',
  }),
} as const
