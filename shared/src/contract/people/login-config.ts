import { z } from 'zod'
import { emailDomain } from '../settings/config.ts'
import { endpoint } from '../endpoint.ts'

const admin = { kind: 'role', role: 'ADMIN' } as const

export const twoFactorRoles = ['PRODUCER', 'ADMIN'] as const
export const twoFactorConfigSchema = z
  .strictObject({
    /** Roles that can do nothing before the account's second factor is on. */
    roles: z
      .array(z.enum(twoFactorRoles))
      .max(twoFactorRoles.length)
      .refine((roles) => new Set(roles).size === roles.length, {
        message: 'a role stands there twice',
      }),
  })
  .meta({ id: 'TwoFactorConfig' })
export type TwoFactorConfig = z.infer<typeof twoFactorConfigSchema>

/** Neither account nor query in it; whether it may be asked (https, or this machine) is for the server to say. */
const issuer = z
  .string()
  .trim()
  .max(500)
  .regex(/^https?:\/\/[a-z0-9]+([.-][a-z0-9]+)*(:[0-9]{2,5})?(\/[A-Za-z0-9._~-]+)*\/?$/)
const providerSlug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60)
const label = z.string().trim().min(1).max(60)
const clientId = z.string().trim().min(1).max(400)
/** An empty one keeps what there is. */
/** E-mails of these domains and of those below them are what a provider may vouch for; none: all. */
const emailDomains = z.array(emailDomain).max(50)
const clientSecret = z.string().trim().max(500).default('')

/** Another way to log in. Its secret is never answered: only whether there is one. */
export const signOnProviderSchema = z
  .object({
    provider: z.string(),
    label: z.string(),
    issuer: z.string(),
    clientId: z.string(),
    secretSet: z.boolean(),
    enabled: z.boolean(),
    emailDomains: z.array(z.string()),
    /** Redirect address to register with the provider. */
    redirectUri: z.string(),
    /** How many accounts log in with it. */
    accounts: z.int(),
  })
  .meta({ id: 'SignOnProvider' })
export type SignOnProvider = z.infer<typeof signOnProviderSchema>
export const signOnProvidersSchema = z.object({ items: z.array(signOnProviderSchema) }).meta({ id: 'SignOnProviders' })

export const addProviderBody = z.strictObject({
  provider: providerSlug,
  label,
  issuer,
  clientId,
  clientSecret,
  emailDomains: emailDomains.default([]),
})
/** Domains that are left out stay as they are. */
export const changeProviderBody = z.strictObject({
  label,
  issuer,
  clientId,
  clientSecret,
  emailDomains: emailDomains.optional(),
  enabled: z.boolean(),
})

/** Why an issuer cannot be used. */
export const issuerFaults = ['address', 'unreachable', 'no-document', 'other-issuer', 'foreign-endpoint'] as const
export type IssuerFault = (typeof issuerFaults)[number]
export const issuerCheckSchema = z
  .object({ fault: z.enum(issuerFaults).nullable(), authorizationEndpoint: z.string().nullable(), tokenEndpoint: z.string().nullable() })
  .meta({ id: 'IssuerCheck' })
export type IssuerCheck = z.infer<typeof issuerCheckSchema>

const providerParams = z.strictObject({ provider: providerSlug })

/** How people get in: for administrators alone. */
export const loginConfig = {
  twoFactor: endpoint({
    method: 'GET',
    path: '/config/two-factor',
    summary: 'Which roles must have a second factor',
    access: admin,
    response: twoFactorConfigSchema,
  }),
  updateTwoFactor: endpoint({
    method: 'PUT',
    path: '/config/two-factor',
    summary: 'Which roles must have a second factor; it counts with the next request of everybody who has none',
    access: admin,
    body: twoFactorConfigSchema,
    stepUp: 'always',
    response: twoFactorConfigSchema,
    errors: ['EDIT_CONFLICT'],
    rateLimit: 'write',
  }),
  providers: endpoint({
    method: 'GET',
    path: '/config/sign-on-providers',
    summary: 'OpenID Connect providers, without their secrets',
    access: admin,
    response: signOnProvidersSchema,
  }),
  addProvider: endpoint({
    method: 'POST',
    path: '/config/sign-on-providers',
    summary: 'Another provider; it is off until it is switched on',
    access: admin,
    body: addProviderBody,
    stepUp: 'always',
    response: signOnProviderSchema,
    status: 201,
    errors: ['SLUG_TAKEN'],
    rateLimit: 'write',
  }),
  checkIssuer: endpoint({
    method: 'POST',
    path: '/config/sign-on-providers/check',
    summary: 'Reads the discovery document of an issuer and says what is wrong with it; nothing is stored',
    access: admin,
    body: z.strictObject({ issuer }),
    response: issuerCheckSchema,
    rateLimit: 'write',
  }),
  changeProvider: endpoint({
    method: 'PUT',
    path: '/config/sign-on-providers/:provider',
    summary: 'Change a provider, switch it on or off; its issuer stays once accounts log in with it',
    access: admin,
    params: providerParams,
    body: changeProviderBody,
    stepUp: 'always',
    response: signOnProviderSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
