import { z } from 'zod'
import { moneySchema } from '../../../domain/money.ts'
import { productTypeSchema } from '../../../domain/states.ts'
import { taxReasonSchema } from '../../../domain/tax.ts'
import { calendarDay, countryCode, exportFormat } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'

/** A rate of tax from a day on; null is every country that has no rule, or every type of product. */
export const taxRuleSchema = z
  .object({
    id: z.uuid(),
    country: z.string().nullable(),
    productType: productTypeSchema.nullable(),
    basisPoints: z.int(),
    validFrom: z.iso.date(),
    note: z.string().nullable(),
    /** It has not begun yet. */
    isPlanned: z.boolean(),
    /** It is the one that counts today. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'TaxRule' })
export type TaxRule = z.infer<typeof taxRuleSchema>

export const taxRuleBody = z.strictObject({
  country: countryCode,
  /** A rate of this type alone; the standard rate where it is null. */
  productType: productTypeSchema.nullable().default(null),
  basisPoints: z.int().min(0).max(10_000),
  /** A day to come, in the platform's time zone: what was charged is never altered. */
  validFrom: calendarDay,
  note: z.string().trim().max(500).default(''),
})

/** A quarter of the calendar in the platform's time zone. */
export const quarterSchema = z.string().regex(/^(?:19|20|21)\d{2}-Q[1-4]$/)

/** `oss`: declared once for all member states, where the buyer is. `domestic`: in the seller's own country. */
export const taxSchemes = ['oss', 'domestic', 'abroad', 'untaxed'] as const
export const taxSchemeSchema = z.enum(taxSchemes)
export type TaxScheme = z.infer<typeof taxSchemeSchema>

/** Invoices and credit notes of a quarter for one place, reason and rate. */
export const taxRowSchema = z
  .object({
    scheme: taxSchemeSchema,
    sellerCountry: z.string().nullable(),
    /** Place of taxation: the member state of consumption. */
    place: z.string().nullable(),
    supply: z.enum(['goods', 'services']),
    reason: taxReasonSchema,
    rateType: z.enum(['standard', 'reduced', 'none']),
    basisPoints: z.int(),
    net: moneySchema,
    tax: moneySchema,
    lines: z.int(),
    /** Quarter of the invoices that these credit notes correct; null for sales and corrections of the same quarter. */
    corrects: quarterSchema.nullable(),
  })
  .meta({ id: 'TaxRow' })
export type TaxRow = z.infer<typeof taxRowSchema>

export const taxReportSchema = z
  .object({
    quarter: quarterSchema,
    /** Quarters with invoices and the running one, the latest first. */
    quarters: z.array(quarterSchema),
    rows: z.array(taxRowSchema),
    /** One per currency and scheme. */
    sums: z.array(z.object({ scheme: taxSchemeSchema, net: moneySchema, tax: moneySchema })),
  })
  .meta({ id: 'TaxReport' })
export type TaxReport = z.infer<typeof taxReportSchema>

const admin = { kind: 'role', role: 'ADMIN' } as const

export const taxes = {
  report: endpoint({
    method: 'GET',
    path: '/taxes',
    summary: 'Taxes of a quarter by country, reason and rate, from invoices and credit notes; the running quarter when none is named',
    access: admin,
    query: z.strictObject({ quarter: quarterSchema.optional() }),
    response: taxReportSchema,
  }),
  export: endpoint({
    method: 'GET',
    path: '/taxes/export',
    summary: 'Taxes of a quarter as a file; `scheme=oss` leaves what the one-stop shop asks for',
    access: admin,
    query: z.strictObject({ quarter: quarterSchema, scheme: z.enum(['all', 'oss']).default('all'), ...exportFormat.shape }),
    produces: 'file',
    rateLimit: 'export',
  }),
  listRules: endpoint({
    method: 'GET',
    path: '/taxes/rules',
    summary: 'Dated rates of tax by country',
    access: admin,
    response: z.object({ rules: z.array(taxRuleSchema) }),
  }),
  addRule: endpoint({
    method: 'POST',
    path: '/taxes/rules',
    summary: 'Add a rate that begins on a day to come',
    access: admin,
    body: taxRuleBody,
    response: taxRuleSchema,
    status: 201,
    errors: ['STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  removeRule: endpoint({
    method: 'DELETE',
    path: '/taxes/rules/:id',
    summary: 'Take back a rate that has not begun; what has begun stays',
    access: admin,
    params: z.strictObject({ id: z.uuid() }),
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
