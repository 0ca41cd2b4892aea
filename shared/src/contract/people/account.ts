import { z } from 'zod'
import { userId } from '../../domain/ids.ts'
import { languageSchema } from '../../domain/language.ts'
import type { Role } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { secondFactorCode, sessionUserSchema } from './auth.ts'
import { countryCode, emailSchema, httpUrl, instant, newPassword, personName } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** A currency that prices may be shown in beside their own. */
const currencyCode = z.string().regex(/^[A-Z]{3}$/)
/** A zone that this JavaScript knows (`Europe/Madrid`, `GMT`). */
export const timeZoneSchema = z
  .string()
  .max(60)
  .refine((name) => isTimeZone(name), { message: 'is not a time zone' })

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const socialLinks = {
  youtube: httpUrl.nullable(),
  twitter: httpUrl.nullable(),
  facebook: httpUrl.nullable(),
  instagram: httpUrl.nullable(),
  linkedin: httpUrl.nullable(),
  web: httpUrl.nullable(),
}

const billingText = z.string().trim().max(200).nullable()
export const billingFields = {
  billingCompany: billingText,
  billingNif: z.string().trim().max(40).nullable(),
  billingAddress: billingText,
  billingCity: billingText,
  billingPostalCode: z.string().trim().max(20).nullable(),
  billingCountry: countryCode.nullable(),
  billingPrefix: z
    .string()
    .regex(/^\+?\d{1,4}$/)
    .nullable(),
  billingPhone: z
    .string()
    .regex(/^[0-9 ]{4,20}$/)
    .nullable(),
}

/** A wish for a role, and what came of it. */
export const roleRequestSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(['pending', 'approved', 'refused', 'withdrawn']),
    message: z.string(),
    reason: z.string().nullable(),
    requestedAt: instant,
  })
  .meta({ id: 'RoleRequest' })

/** The whole account, for its owner alone (ID-029..032). */
export const myDataSchema = sessionUserSchema
  .extend({
    youtube: z.string().nullable(),
    twitter: z.string().nullable(),
    facebook: z.string().nullable(),
    instagram: z.string().nullable(),
    linkedin: z.string().nullable(),
    web: z.string().nullable(),
    publicProfile: z.boolean(),
    /** Told of events that are about to begin. */
    eventReminders: z.boolean(),
    currency: currencyCode,
    billingCompany: z.string().nullable(),
    billingNif: z.string().nullable(),
    billingAddress: z.string().nullable(),
    billingCity: z.string().nullable(),
    billingPostalCode: z.string().nullable(),
    billingCountry: z.string().nullable(),
    billingPrefix: z.string().nullable(),
    billingPhone: z.string().nullable(),
    twoFactor: z.object({ on: z.boolean(), required: z.boolean(), recoveryCodesLeft: z.int() }),
    /** The address that waits for its two confirmations. */
    newEmail: z.string().nullable(),
    upgrade: roleRequestSchema.nullable(),
    /** The account is deleted then, unless its owner changes their mind. */
    deletionAt: instant.nullable(),
    hasPassword: z.boolean(),
  })
  .meta({ id: 'MyData' })
export type MyData = z.infer<typeof myDataSchema>

export const updateMyDataBody = z
  .strictObject({
    name: personName.min(1),
    surname: personName,
    country: countryCode.nullable(),
    language: languageSchema,
    timezone: timeZoneSchema,
    currency: currencyCode,
    description: z.string().trim().max(2000),
    newsletter: z.boolean(),
    eventReminders: z.boolean(),
    publicProfile: z.boolean(),
    ...socialLinks,
    ...billingFields,
  })
  .partial()

export const deviceSchema = z
  .object({
    id: z.uuid(),
    label: z.string(),
    client: z.enum(['web', 'studio', 'api']),
    address: z.string().nullable(),
    lastUsedAt: instant,
    signedInAt: instant,
    isThisOne: z.boolean(),
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof deviceSchema>

export const linkedIdentitySchema = z
  .object({
    id: z.uuid(),
    /** As its button at log-in says. */
    label: z.string(),
    /** As the other service knew it when it was linked. */
    email: z.string().nullable(),
    linkedAt: instant,
  })
  .meta({ id: 'LinkedIdentity' })
export type LinkedIdentity = z.infer<typeof linkedIdentitySchema>

export const publicProfileSchema = z
  .object({
    id: userId,
    name: z.string(),
    surname: z.string(),
    avatarUrl: z.string().nullable(),
    description: z.string(),
    youtube: z.string().nullable(),
    twitter: z.string().nullable(),
    facebook: z.string().nullable(),
    instagram: z.string().nullable(),
    linkedin: z.string().nullable(),
    web: z.string().nullable(),
  })
  .meta({ id: 'PublicProfile' })
export type PublicProfile = z.infer<typeof publicProfileSchema>

/** Six digits of an authenticator app. */
export const totpCode = z.string().regex(/^\d{6}$/)
/** Both factors: what takes one of them away, or replaces it, asks for the two. */
const confirmedBody = z.strictObject({ password: z.string().min(1).max(limits.passwordMaxChars), code: secondFactorCode.min(6) })
export const stepUpBody = z.strictObject({ password: z.string().min(1).max(limits.passwordMaxChars), code: secondFactorCode.optional() })
const session = { kind: 'session' } as const

export const changePasswordBody = z
  .strictObject({ currentPassword: z.string().min(1).max(limits.passwordMaxChars), password: newPassword, passwordConfirm: z.string() })
  .refine((body) => body.password === body.passwordConfirm, {
    path: ['passwordConfirm'],
    message: 'the passwords differ',
    params: { rule: 'mismatch' },
  })

export const account = {
  me: endpoint({ method: 'GET', path: '/me', summary: 'The account of the session', access: session, response: myDataSchema }),
  update: endpoint({
    method: 'PATCH',
    path: '/me',
    summary: 'Change my data; what is left out stays',
    access: session,
    body: updateMyDataBody,
    response: myDataSchema,
    rateLimit: 'write',
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/me/password',
    summary: 'A new password; every other device is signed out',
    access: session,
    body: changePasswordBody,
    errors: ['PASSWORD_WRONG'],
    rateLimit: 'login',
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/me/email',
    summary: 'Ask for another e-mail: a link goes to both addresses, and both must be followed',
    access: session,
    body: z.strictObject({ email: emailSchema, password: z.string().min(1).max(limits.passwordMaxChars) }),
    status: 202,
    response: myDataSchema,
    errors: ['PASSWORD_WRONG', 'EMAIL_TAKEN', 'EMAIL_DOMAIN_REFUSED'],
    rateLimit: 'mail',
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/me/email',
    summary: 'Keep the present e-mail',
    access: session,
    response: myDataSchema,
    rateLimit: 'write',
  }),
  avatar: endpoint({
    method: 'PUT',
    path: '/me/avatar',
    summary: 'A picture of me: .jpg or .png by content, up to 8 MB; it is made square, and what the camera wrote into it is removed',
    access: session,
    upload: { contentTypes: ['image/jpeg', 'image/png'], maxBytes: limits.imageBytes },
    response: myDataSchema,
    errors: ['IMAGE_FORMAT', 'IMAGE_DIMENSIONS', 'UNAVAILABLE'],
    rateLimit: 'write',
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: '/me/avatar',
    summary: 'No picture of me',
    access: session,
    response: myDataSchema,
    rateLimit: 'write',
  }),
  devices: endpoint({
    method: 'GET',
    path: '/me/devices',
    summary: 'Where I am signed in, the latest first',
    access: session,
    response: z.object({ items: z.array(deviceSchema) }),
  }),
  signOutDevice: endpoint({
    method: 'DELETE',
    path: '/me/devices/:id',
    summary: 'Sign one device out',
    access: session,
    params: z.strictObject({ id: z.uuid() }),
    rateLimit: 'write',
  }),
  signOutOthers: endpoint({
    method: 'DELETE',
    path: '/me/devices',
    summary: 'Sign every device out but this one',
    access: session,
    rateLimit: 'write',
  }),
  identities: endpoint({
    method: 'GET',
    path: '/me/identities',
    summary: 'Accounts of other services that log in here',
    access: session,
    response: z.object({ items: z.array(linkedIdentitySchema) }),
  }),
  unlinkIdentity: endpoint({
    method: 'DELETE',
    path: '/me/identities/:id',
    summary: 'That account of another service logs in here no more',
    access: session,
    params: z.strictObject({ id: z.uuid() }),
    rateLimit: 'write',
  }),
  startTwoFactor: endpoint({
    method: 'POST',
    path: '/me/two-factor',
    summary: 'A new secret for an authenticator app; nothing changes until it is confirmed',
    access: session,
    body: z.strictObject({ password: z.string().min(1).max(limits.passwordMaxChars) }),
    /** `uri` is what the QR code says (otpauth://…), `secret` is for typing. */
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['PASSWORD_WRONG', 'TWO_FACTOR_STATE'],
    rateLimit: 'login',
  }),
  confirmTwoFactor: endpoint({
    method: 'POST',
    path: '/me/two-factor/confirm',
    summary: 'Turn the second factor on with its first code; the recovery codes are shown this once',
    access: session,
    body: z.strictObject({ code: totpCode }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['TWO_FACTOR_WRONG', 'TWO_FACTOR_STATE'],
    rateLimit: 'login',
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/me/two-factor/recovery-codes',
    summary: 'New recovery codes; the old ones end',
    access: session,
    body: confirmedBody,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['PASSWORD_WRONG', 'TWO_FACTOR_WRONG', 'TWO_FACTOR_STATE'],
    rateLimit: 'login',
  }),
  stopTwoFactor: endpoint({
    method: 'DELETE',
    path: '/me/two-factor',
    summary: 'Turn the second factor off',
    access: session,
    body: confirmedBody,
    errors: ['PASSWORD_WRONG', 'TWO_FACTOR_WRONG', 'TWO_FACTOR_STATE'],
    rateLimit: 'login',
  }),
  stepUp: endpoint({
    method: 'POST',
    path: '/me/step-up',
    summary:
      'Confirm with the password, and a code where there is a second factor, that this session is in the hands of its owner; for 5 minutes',
    access: session,
    body: stepUpBody,
    errors: ['PASSWORD_WRONG', 'TWO_FACTOR_REQUIRED', 'TWO_FACTOR_WRONG'],
    rateLimit: 'login',
  }),
  requestUpgrade: endpoint({
    method: 'POST',
    path: '/me/upgrade',
    summary: 'Ask to become an organizer; staff decides',
    access: session,
    body: z.strictObject({ message: z.string().trim().max(2000).default('') }),
    status: 201,
    response: myDataSchema,
    errors: ['UPGRADE_STATE'],
    rateLimit: 'write',
  }),
  withdrawUpgrade: endpoint({
    method: 'DELETE',
    path: '/me/upgrade',
    summary: 'Take the wish back',
    access: session,
    response: myDataSchema,
    errors: ['UPGRADE_STATE'],
    rateLimit: 'write',
  }),
  exportData: endpoint({
    method: 'GET',
    path: '/me/export',
    summary: 'Everything the platform knows about me, as one JSON file',
    access: session,
    produces: 'file',
    rateLimit: 'export',
  }),
  requestDeletion: endpoint({
    method: 'POST',
    path: '/me/deletion',
    summary: 'Delete my account after 14 days; invoices stay without my name where the law wants them kept',
    access: session,
    body: z.strictObject({ password: z.string().min(1).max(limits.passwordMaxChars) }),
    response: myDataSchema,
    errors: ['PASSWORD_WRONG', 'LAST_ADMIN'],
    rateLimit: 'write',
  }),
  cancelDeletion: endpoint({
    method: 'DELETE',
    path: '/me/deletion',
    summary: 'Keep my account',
    access: session,
    response: myDataSchema,
    rateLimit: 'write',
  }),
  tours: endpoint({
    method: 'GET',
    path: '/me/tours',
    summary: 'Guided tours that I have seen',
    access: session,
    response: z.object({ finished: z.array(z.string()) }),
  }),
  finishTour: endpoint({
    method: 'PUT',
    path: '/me/tours/:tour',
    summary: 'I have seen this tour',
    access: session,
    params: z.strictObject({ tour: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/) }),
    rateLimit: 'write',
  }),
  publicProfile: endpoint({
    method: 'GET',
    path: '/users/:id/public',
    summary: 'What somebody shows of themselves; absent unless they do',
    access: session,
    params: z.strictObject({ id: userId }),
    response: publicProfileSchema,
    errors: ['NOT_FOUND'],
  }),
} as const

/** Roles that somebody may choose at sign-up. */
export const signUpRoles = { attendee: 'VIEWER', organizer: 'PRODUCER' } as const satisfies Record<string, Role>
