import { z } from 'zod'
import { userId } from '../../domain/ids.ts'
import { languageSchema } from '../../domain/language.ts'
import { roleSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { countryCode, emailSchema, instant, localPath, newPassword, personName } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const sessionUserSchema = z
  .object({
    id: userId,
    /** The e-mail. */
    user: z.string(),
    roles: z.array(roleSchema),
    name: z.string(),
    surname: z.string(),
    newsletter: z.boolean(),
    country: z.string().nullable(),
    language: languageSchema,
    timezone: z.string(),
    avatarUrl: z.string().nullable(),
    description: z.string(),
    /** Marked by an administrator: sees the press area. */
    journalist: z.boolean(),
    /** The site asks one of its roles for a second factor; what the role may do waits until it has one. */
    lacksTwoFactor: z.boolean().optional(),
  })
  .meta({ id: 'SessionUser' })
export type SessionUser = z.infer<typeof sessionUserSchema>

export const sessionSchema = z
  .object({
    authToken: z.string(),
    authTokenExpiresAt: instant,
    /**
     * Only for client 'studio', which keeps it in the system key store; the web's refresh token is an HttpOnly cookie.
     */
    refreshToken: z.string().nullable(),
    user: sessionUserSchema,
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof sessionSchema>

/** Code of the authenticator app, or a recovery code. */
export const secondFactorCode = z.string().trim().max(40)

export const loginBodySchema = z.strictObject({
  user: z.email().max(limits.emailChars),
  password: z.string().min(1).max(limits.passwordMaxChars),
  client: z.enum(['web', 'studio']).default('web'),
  /** Asked for by TWO_FACTOR_REQUIRED. */
  code: secondFactorCode.optional(),
})

/** The known extra fields of the sign-up form; `config/register/fields` says which are shown and required. */
export const registerFieldNames = ['name', 'surname', 'country', 'language', 'company', 'job', 'recommendedBy'] as const

export const registerBody = z
  .strictObject({
    role: z.enum(['attendee', 'organizer']),
    email: emailSchema,
    emailConfirm: z.string(),
    password: newPassword,
    passwordConfirm: z.string(),
    privacyAccepted: z.literal(true),
    /** The wording that was accepted, as the form showed it. */
    privacyVersion: z.string().min(1).max(40),
    newsletter: z.boolean().default(false),
    name: personName.min(1),
    surname: personName.default(''),
    country: countryCode.nullable().default(null),
    language: languageSchema.default('es'),
    company: z.string().trim().max(200).nullable().default(null),
    job: z.string().trim().max(200).nullable().default(null),
    recommendedBy: z.string().trim().max(200).nullable().default(null),
    /** The page that was wanted when the sign-up began; the link of the mail leads back to it. */
    next: localPath.nullable().default(null),
  })
  .refine((body) => body.email.toLowerCase() === body.emailConfirm.trim().toLowerCase(), {
    path: ['emailConfirm'],
    message: 'the e-mails differ',
    params: { rule: 'mismatch' },
  })
  .refine((body) => body.password === body.passwordConfirm, {
    path: ['passwordConfirm'],
    message: 'the passwords differ',
    params: { rule: 'mismatch' },
  })

export const resetBody = z
  .strictObject({ password: newPassword, passwordConfirm: z.string() })
  .refine((body) => body.password === body.passwordConfirm, {
    path: ['passwordConfirm'],
    message: 'the passwords differ',
    params: { rule: 'mismatch' },
  })

const emailToken = z.strictObject({ token: z.string().regex(/^[\w-]{20,200}$/) })

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in with e-mail and password',
    access: { kind: 'public' },
    body: loginBodySchema,
    response: sessionSchema,
    errors: ['INVALID_LOGIN', 'TWO_FACTOR_REQUIRED', 'TWO_FACTOR_WRONG'],
    rateLimit: 'login',
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'A new access token; the refresh token rotates, and using an old one again ends the whole family',
    access: { kind: 'public' },
    body: z.strictObject({ refreshToken: z.string().max(512).optional() }),
    response: sessionSchema,
    errors: ['UNAUTHENTICATED'],
    rateLimit: 'write',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session',
    access: { kind: 'public' },
    body: z.strictObject({ refreshToken: z.string().max(512).optional() }),
    rateLimit: 'write',
  }),
} as const

export const signUp = {
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    summary: 'A new account; a link to its e-mail activates it',
    access: { kind: 'public' },
    body: registerBody,
    status: 201,
    response: z.object({ id: userId, user: z.string() }),
    errors: ['EMAIL_TAKEN', 'EMAIL_DOMAIN_REFUSED', 'PRIVACY_CHANGED'],
    rateLimit: 'mail',
  }),
  activate: endpoint({
    method: 'POST',
    path: '/auth/activate/:token',
    summary:
      'The e-mail is confirmed and a session begins; the link works once, for 24 hours, in the browser that signed up or with the password of the sign-up',
    access: { kind: 'public' },
    params: emailToken,
    body: z.strictObject({ password: z.string().min(1).max(limits.passwordMaxChars).optional() }),
    /**
     * active: the refresh cookie is set. pending: staff has to approve the account. password: nothing happened yet, it
     * has to be typed.
     */
    response: z.object({ state: z.enum(['active', 'pending', 'password']) }),
    errors: ['LINK_INVALID', 'PASSWORD_WRONG'],
    rateLimit: 'login',
  }),
  recovery: endpoint({
    method: 'POST',
    path: '/auth/recovery',
    summary:
      'Sends a link for a new password, or the activation link to an account that was never activated; the answer is always the same',
    access: { kind: 'public' },
    body: z.strictObject({ email: emailSchema }),
    response: z.object({ sent: z.literal(true) }),
    rateLimit: 'mail',
  }),
  reset: endpoint({
    method: 'POST',
    path: '/auth/reset/:token',
    summary: 'A new password by the link of a mail; it works once, for an hour, and signs every device out',
    access: { kind: 'public' },
    params: emailToken,
    body: resetBody,
    errors: ['LINK_INVALID'],
    rateLimit: 'login',
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/email/:token',
    summary: 'One of the two confirmations of a change of e-mail',
    access: { kind: 'public' },
    params: emailToken,
    response: z.object({ state: z.enum(['changed', 'waiting_for_other']) }),
    errors: ['LINK_INVALID', 'EMAIL_TAKEN'],
    rateLimit: 'login',
  }),
  optOut: endpoint({
    method: 'POST',
    path: '/auth/opt-out/:token',
    summary: 'No promotions any more, by the link of a mail; following it twice is no mistake',
    access: { kind: 'public' },
    params: emailToken,
    errors: ['LINK_INVALID'],
    rateLimit: 'login',
  }),
} as const
