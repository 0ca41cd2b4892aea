import { z } from 'zod'
import { instant } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'

/** Invoice or credit note of an order, as lists link it. */
export const invoiceRefSchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(['invoice', 'credit_note']),
    /** Running number of its seller and year: '2026-000012'; credit notes count by themselves: 'R2026-000003'. */
    number: z.string(),
    issuedAt: instant,
  })
  .meta({ id: 'InvoiceRef' })
export type InvoiceRef = z.infer<typeof invoiceRefSchema>

export const invoices = {
  download: endpoint({
    method: 'GET',
    path: '/invoices/:id/pdf',
    summary: 'An invoice or credit note as PDF, for its buyer, its seller and administrators; in the language of the order',
    access: { kind: 'session' },
    params: z.strictObject({ id: z.uuid() }),
    produces: 'file',
    errors: ['NOT_FOUND'],
    rateLimit: 'export',
  }),
} as const
