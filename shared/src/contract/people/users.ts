import { z } from 'zod'
import { userId } from '../../domain/ids.ts'
import { languageSchema } from '../../domain/language.ts'
import { approvalStateSchema, roleSchema } from '../../domain/states.ts'
import { userActions } from '../../domain/users.ts'
import { limits } from '../../limits.ts'
import { billingFields, roleRequestSchema, socialLinks, timeZoneSchema } from './account.ts'
import { countryCode, emailSchema, givenInstant, instant, pageOf, personName, exportFormat } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const admin = { kind: 'role', role: 'ADMIN' } as const
const idParams = z.strictObject({ id: userId })

/** One row of the table of people. */
export const userRowSchema = z
  .object({
    id: userId,
    name: z.string(),
    surname: z.string(),
    email: z.string(),
    country: z.string().nullable(),
    roles: z.array(roleSchema),
    state: approvalStateSchema,
    activated: z.boolean(),
    approved: z.boolean(),
    blocked: z.boolean(),
    deleted: z.boolean(),
    external: z.boolean(),
    newsletter: z.boolean(),
    language: languageSchema,
    avatarUrl: z.string().nullable(),
    createdAt: instant,
    lastLoginAt: instant.nullable(),
    /** Acts that this caller may do with this account now; a screen shows no other button. */
    allowed: z.object({ approve: z.boolean(), disapprove: z.boolean(), block: z.boolean(), unblock: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'UserRow' })
export type UserRowView = z.infer<typeof userRowSchema>

/** Everything that staff sees of an account. */
export const userDetailSchema = userRowSchema
  .extend({
    recommendedBy: z.string().nullable(),
    company: z.string().nullable(),
    job: z.string().nullable(),
    timezone: z.string(),
    description: z.string(),
    publicProfile: z.boolean(),
    journalist: z.boolean(),
    youtube: z.string().nullable(),
    twitter: z.string().nullable(),
    facebook: z.string().nullable(),
    instagram: z.string().nullable(),
    linkedin: z.string().nullable(),
    web: z.string().nullable(),
    billingCompany: z.string().nullable(),
    billingNif: z.string().nullable(),
    billingAddress: z.string().nullable(),
    billingCity: z.string().nullable(),
    billingPostalCode: z.string().nullable(),
    billingCountry: z.string().nullable(),
    billingPrefix: z.string().nullable(),
    billingPhone: z.string().nullable(),
    twoFactor: z.boolean(),
    devices: z.int(),
    channels: z.array(z.object({ slug: z.string(), title: z.string(), status: z.string() })),
    tickets: z.int(),
    upgrade: roleRequestSchema.nullable(),
    privacyVersion: z.string().nullable(),
    deletionAt: instant.nullable(),
  })
  .meta({ id: 'UserDetail' })
export type UserDetail = z.infer<typeof userDetailSchema>

/** Filters of the table of users, for the list and for its exports. */
const userFilters = {
  /** Words of name, surname, e-mail or company. */
  search: z.string().trim().max(200).optional(),
  country: countryCode.optional(),
  role: roleSchema.optional(),
  /** Without it deleted accounts are left out. */
  state: approvalStateSchema.optional(),
  language: languageSchema.optional(),
  external: z.enum(['true', 'false']).optional(),
  newsletter: z.enum(['true', 'false']).optional(),
  upgrade: z.enum(['pending']).optional(),
  sort: z.enum(['createdAt', 'name', 'email', 'country', 'lastLoginAt']).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
}
export const usersQuery = z.strictObject({
  ...userFilters,
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
})

export const updateUserBody = z
  .strictObject({
    name: personName.min(1),
    surname: personName,
    email: emailSchema,
    country: countryCode.nullable(),
    language: languageSchema,
    timezone: timeZoneSchema,
    roles: z.array(roleSchema).min(1).max(3),
    journalist: z.boolean(),
    newsletter: z.boolean(),
    publicProfile: z.boolean(),
    recommendedBy: z.string().trim().max(200).nullable(),
    company: z.string().trim().max(200).nullable(),
    job: z.string().trim().max(200).nullable(),
    description: z.string().trim().max(2000),
    ...socialLinks,
    ...billingFields,
  })
  .partial()

const reason = z.strictObject({ reason: z.string().trim().max(2000).default('') })
export const userActionSchema = z.enum(userActions)
export { userActions, type UserAction } from '../../domain/users.ts'

function act(path: `/users/:id/${string}`, summary: string) {
  return endpoint({
    method: 'POST',
    path,
    summary,
    access: admin,
    params: idParams,
    body: reason,
    response: userDetailSchema,
    errors: ['USER_STATE', 'LAST_ADMIN'],
    rateLimit: 'write',
  })
}

/** A customer who is kept by name and e-mail; not an account. */
export const clientSchema = z
  .object({ id: z.uuid(), name: z.string(), surname: z.string(), email: z.string(), createdAt: instant })
  .meta({ id: 'Client' })
export const clientBody = z.strictObject({ name: personName.min(1), surname: personName.default(''), email: emailSchema })
/** Without the default of a new client: what is left out stays. */
const clientChange = z.strictObject({ name: personName.min(1), surname: personName, email: emailSchema }).partial()
const clientParams = z.strictObject({ id: z.uuid() })

export const auditEntrySchema = z
  .object({
    id: z.uuid(),
    at: instant,
    actor: z.object({ id: userId, name: z.string(), email: z.string() }).nullable(),
    action: z.string(),
    /** `name`: the present one, or the last one of what is gone; null where there is none. */
    subject: z.object({ type: z.string(), id: z.string(), name: z.string().nullable() }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    address: z.string().nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntrySchema>
const auditFilters = {
  actor: userId.optional(),
  action: z
    .string()
    .regex(/^[a-z_.]{1,80}$/)
    .optional(),
  subjectType: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  subjectId: z.string().max(80).optional(),
  from: givenInstant.optional(),
  to: givenInstant.optional(),
}

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'People, filtered, sorted and paged by the server; `total` counts what the filter leaves',
    access: admin,
    query: usersQuery,
    response: pageOf(userRowSchema).extend({ total: z.int() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/users/export',
    summary: 'Exactly what the filter leaves, as a file',
    access: admin,
    query: z.strictObject({ ...userFilters, ...exportFormat.shape }),
    produces: 'file',
    stepUp: 'always',
    rateLimit: 'export',
  }),
  get: endpoint({
    method: 'GET',
    path: '/users/:id',
    summary: 'An account as staff sees it',
    access: admin,
    params: idParams,
    response: userDetailSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/users/:id',
    summary: 'Change an account; what is left out stays',
    access: admin,
    params: idParams,
    body: updateUserBody,
    stepUp: { fields: ['email', 'roles'] },
    response: userDetailSchema,
    errors: ['USER_STATE', 'LAST_ADMIN', 'EMAIL_TAKEN'],
    rateLimit: 'write',
  }),
  approve: act('/users/:id/approve', 'pending or not approved becomes approved; a mail says so'),
  disapprove: act('/users/:id/disapprove', 'pending or approved becomes not approved; sessions end while approval is asked for'),
  block: act('/users/:id/block', 'Locks an account: its sessions and its playback end at once'),
  unblock: act('/users/:id/unblock', 'Back to the state before the block'),
  delete: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Deletes an account for good; orders and invoices stay',
    access: admin,
    params: idParams,
    body: reason,
    errors: ['USER_STATE', 'LAST_ADMIN'],
    rateLimit: 'write',
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/users/bulk',
    summary: 'One action on several accounts; each succeeds or is refused by itself',
    access: admin,
    body: z.strictObject({
      action: userActionSchema,
      ids: z.array(userId).min(1).max(200),
      reason: z.string().trim().max(2000).default(''),
    }),
    response: z.object({ results: z.array(z.object({ id: userId, code: z.string().nullable() })) }),
    rateLimit: 'write',
  }),
  decideUpgrade: endpoint({
    method: 'POST',
    path: '/users/:id/upgrade',
    summary: 'Approve or refuse the wish to become an organizer; a mail says so',
    access: admin,
    params: idParams,
    body: z.strictObject({ decision: z.enum(['approve', 'refuse']), reason: z.string().trim().max(2000).default('') }),
    response: userDetailSchema,
    errors: ['UPGRADE_STATE'],
    rateLimit: 'write',
    // Approving gives the role of an organizer.
    stepUp: 'always',
  }),
  clients: endpoint({
    method: 'GET',
    path: '/clients',
    summary: 'Clients by name',
    access: admin,
    query: z.strictObject({
      search: z.string().trim().max(200).optional(),
      cursor: z.string().max(512).optional(),
      limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
    }),
    response: pageOf(clientSchema),
  }),
  addClient: endpoint({
    method: 'POST',
    path: '/clients',
    summary: 'A new client',
    access: admin,
    body: clientBody,
    status: 201,
    response: clientSchema,
    errors: ['EMAIL_TAKEN'],
    rateLimit: 'write',
  }),
  updateClient: endpoint({
    method: 'PATCH',
    path: '/clients/:id',
    summary: 'Change a client',
    access: admin,
    params: clientParams,
    body: clientChange,
    response: clientSchema,
    errors: ['EMAIL_TAKEN'],
    rateLimit: 'write',
  }),
  removeClient: endpoint({
    method: 'DELETE',
    path: '/clients/:id',
    summary: 'Remove a client',
    access: admin,
    params: clientParams,
    rateLimit: 'write',
  }),
  audit: endpoint({
    method: 'GET',
    path: '/audit',
    summary: 'Who did what, before and after; the latest first',
    access: admin,
    query: z.strictObject({
      ...auditFilters,
      cursor: z.string().max(512).optional(),
      limit: z.coerce.number().int().min(1).max(limits.listPageSizeMax).default(limits.listPageSize),
    }),
    response: pageOf(auditEntrySchema),
  }),
  exportAudit: endpoint({
    method: 'GET',
    path: '/audit/export',
    summary: 'What the filter leaves of the audit log, as a file',
    access: admin,
    query: z.strictObject({ ...auditFilters, ...exportFormat.shape }),
    produces: 'file',
    stepUp: 'always',
    rateLimit: 'export',
  }),
} as const
