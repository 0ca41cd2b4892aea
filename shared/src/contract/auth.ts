import { z } from 'zod'
import { userId } from '../domain/ids.ts'
import { languageSchema } from '../domain/language.ts'
import { roleSchema } from '../domain/states.ts'
import { limits } from '../limits.ts'
import { instant } from './common.ts'
import { endpoint } from './endpoint.ts'

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
  })
  .meta({ id: 'SessionUser' })
export type SessionUser = z.infer<typeof sessionUserSchema>

export const sessionSchema = z
  .object({
    authToken: z.string(),
    authTokenExpiresAt: instant,
    /** Only for client 'studio', which keeps it in the system key store; the web's refresh token is an HttpOnly cookie. */
    refreshToken: z.string().nullable(),
    user: sessionUserSchema,
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof sessionSchema>

export const loginBodySchema = z.strictObject({
  user: z.email().max(limits.emailChars),
  password: z.string().min(1).max(limits.passwordMaxChars),
  client: z.enum(['web', 'studio']).default('web'),
})

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in with e-mail and password',
    access: { kind: 'public' },
    body: loginBodySchema,
    response: sessionSchema,
    errors: ['INVALID_LOGIN'],
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
  me: endpoint({
    method: 'GET',
    path: '/me',
    summary: 'The account of the session',
    access: { kind: 'session' },
    response: sessionUserSchema,
  }),
} as const
