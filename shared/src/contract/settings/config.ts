import { z } from 'zod'
import { limits } from '../../limits.ts'
import { registerFieldNames } from '../people/auth.ts'
import { currencySchema } from '../../domain/currencies.ts'
import { countryCode, httpsUrl } from '../common.ts'
import { endpoint, sharedResponse } from '../endpoint.ts'
import { sectionListSchema } from '../storefront/home-sections.ts'

const admin = { kind: 'role', role: 'ADMIN' } as const
const anyone = { kind: 'public' } as const

/** The nine switches of the site, in the order of the screen. */
export const configKeys = [
  'approveUsers',
  'typeTag',
  'freeTag',
  'coupons',
  'moderatedChat',
  'languages',
  'notifications',
  'currencies',
  'timezones',
] as const
export type ConfigKey = (typeof configKeys)[number]
export const siteConfigSchema = z
  .strictObject({
    approveUsers: z.boolean(),
    typeTag: z.boolean(),
    freeTag: z.boolean(),
    coupons: z.boolean(),
    moderatedChat: z.boolean(),
    languages: z.boolean(),
    notifications: z.boolean(),
    currencies: z.boolean(),
    timezones: z.boolean(),
  })
  .meta({ id: 'SiteConfig' })
export type SiteConfig = z.infer<typeof siteConfigSchema>

export const moduleIds = [
  'advertising',
  'leads',
  'surveys',
  'email_tracking',
  'notifications',
  'cognition',
  'datasheets',
  'meetings',
] as const
export const moduleIdSchema = z.enum(moduleIds)
export type ModuleId = z.infer<typeof moduleIdSchema>
export const modulesSchema = z.object({ modules: z.array(z.object({ id: moduleIdSchema, active: z.boolean() })) }).meta({ id: 'Modules' })
export type Modules = z.infer<typeof modulesSchema>

const moneyMinor = z.int().min(0).max(100_000_000)
const subscription = z.strictObject({
  active: z.boolean(),
  periodic: z.boolean(),
  interval: z.enum(['monthly', 'annual']),
  priceMinor: moneyMinor,
})
const paidSubscription = subscription.refine((wanted) => !wanted.active || wanted.priceMinor > 0, {
  path: ['priceMinor'],
  message: 'a subscription that is offered has a price',
  params: { rule: 'price_required' },
})
const monetize = z.strictObject({
  subscriptionChannels: z.boolean(),
  paidContent: z.boolean(),
  /** Offers lower a price by this much at most; coupons are free of it. */
  promotionMaxPercent: z.int().min(1).max(99),
})
/** An hour of broadcasting paid in advance, before tax; null: none is sold. */
const prepaidHourMinor = moneyMinor.min(1).nullable()
/** Place that the platform sells from, for taxes; the postal code tells parts of a country. */
const seller = z.strictObject({ country: countryCode.nullable(), postalCode: z.string().trim().min(1).max(20).nullable() })
const placedSeller = seller.refine(({ country, postalCode }) => country !== null || postalCode === null, {
  path: ['country'],
  message: 'a postal code belongs to a country',
  params: { rule: 'required' },
})
const currency = z.string().regex(/^[A-Z]{3}$/)

/** By card at a payment service, or at the card terminal of a bank. */
export const paymentWays = ['card', 'pos'] as const

export const paymentsSchema = z
  .object({
    payments: z.object({ currency, ways: z.array(z.enum(paymentWays)), subscription, monetize }),
  })
  .meta({ id: 'Payments' })
export type Payments = z.infer<typeof paymentsSchema>
export const stripeSchema = z.object({ publicKey: z.string(), currency, enabled: z.boolean() }).meta({ id: 'StripeConfig' })
export type StripeConfig = z.infer<typeof stripeSchema>

/** Keys are never answered: only whether there is one. */
export const mediaPaySchema = z
  .object({
    pos: z.object({ url: z.string(), code: z.string(), currency, keySet: z.boolean() }).nullable(),
    provider: z.object({ publicKey: z.string(), secretKeySet: z.boolean(), signingKeySet: z.boolean() }),
    subscription,
    monetize,
    prepaidHourMinor,
    seller,
  })
  .meta({ id: 'MediaPay' })
export type MediaPay = z.infer<typeof mediaPaySchema>
/** An empty key keeps the one there is. */
const secret = z.string().trim().max(500).default('')
export const mediaPayBody = z.strictObject({
  pos: z.strictObject({ url: httpsUrl, code: z.string().trim().min(1).max(80), currency: currencySchema, key: secret }).nullable(),
  provider: z.strictObject({ publicKey: z.string().trim().max(500), secretKey: secret, signingKey: secret }),
  subscription: paidSubscription,
  monetize,
  prepaidHourMinor,
  seller: placedSeller,
})
export type MediaPayBody = z.output<typeof mediaPayBody>

export const playbackConfigSchema = z
  .strictObject({
    /** On how many devices one ticket plays at a time. */
    playbacksPerTicket: z.int().min(1).max(limits.playbacksPerTicketMax),
  })
  .meta({ id: 'PlaybackConfig' })
export type PlaybackConfig = z.infer<typeof playbackConfigSchema>

/** The sections of the home page as they are stored: per language, with the ids of what they show. */
export const themeHomeSchema = z.strictObject({ sections: sectionListSchema }).meta({ id: 'ThemeHome' })
export type ThemeHome = z.infer<typeof themeHomeSchema>

export const registerFieldSchema = z.strictObject({
  name: z.enum(registerFieldNames),
  type: z.enum(['text', 'select']),
  required: z.boolean(),
  /** By language; the client has its own words where it is empty. */
  label: z.strictObject({ es: z.string().max(80), en: z.string().max(80), pt: z.string().max(80) }).nullable(),
  values: z.array(z.string().max(120)).max(300),
})
export const registerFieldsSchema = z
  .strictObject({
    fields: z
      .array(registerFieldSchema)
      .max(registerFieldNames.length)
      .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, { message: 'a field stands there twice' }),
  })
  .meta({ id: 'RegisterFields' })
export type RegisterFields = z.infer<typeof registerFieldsSchema>
export const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/)
export const registerDomainsSchema = z
  .strictObject({ allowed: z.array(emailDomain).max(500), forbidden: z.array(emailDomain).max(5000) })
  .meta({ id: 'RegisterDomains' })
export type RegisterDomains = z.infer<typeof registerDomainsSchema>
export const socialLoginsSchema = z
  .object({ social: z.array(z.object({ provider: z.string(), label: z.string(), clientId: z.string(), enabled: z.boolean() })) })
  .meta({ id: 'SocialLogins' })
export type SocialLogins = z.infer<typeof socialLoginsSchema>

export const config = {
  get: endpoint({
    method: 'GET',
    path: '/config',
    summary: 'The nine switches of the site',
    access: anyone,
    cache: sharedResponse,
    response: siteConfigSchema,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/config',
    summary: 'All nine switches; with If-Match (the ETag of the answer that was edited) somebody else’s newer edit is not overwritten',
    access: admin,
    body: siteConfigSchema,
    response: siteConfigSchema,
    errors: ['EDIT_CONFLICT'],
    rateLimit: 'write',
  }),
  payments: endpoint({
    method: 'GET',
    path: '/config/payments',
    summary: 'How one can pay here; no key of any kind',
    access: anyone,
    response: paymentsSchema,
  }),
  stripe: endpoint({
    method: 'GET',
    path: '/config/payments/stripe',
    summary: 'What the payment form needs',
    access: { kind: 'session' },
    response: stripeSchema,
  }),
  modules: endpoint({
    method: 'GET',
    path: '/config/modules',
    summary: 'Modules and whether they are on',
    access: anyone,
    cache: sharedResponse,
    response: modulesSchema,
  }),
  // Before `:id`: the router takes the first path that fits.
  mediaPay: endpoint({
    method: 'GET',
    path: '/config/modules/media-pay',
    summary: 'Payment settings, without the keys',
    access: admin,
    response: mediaPaySchema,
  }),
  updateMediaPay: endpoint({
    method: 'PUT',
    path: '/config/modules/media-pay',
    summary: 'Payment settings; keys are written here and never read again',
    access: admin,
    body: mediaPayBody,
    response: mediaPaySchema,
    errors: ['EDIT_CONFLICT'],
    stepUp: 'always',
    rateLimit: 'write',
  }),
  switchModule: endpoint({
    method: 'PUT',
    path: '/config/modules/:id',
    summary: 'Turn a module on or off; its data is kept',
    access: admin,
    params: z.strictObject({ id: moduleIdSchema }),
    body: z.strictObject({ active: z.boolean() }),
    response: modulesSchema,
    rateLimit: 'write',
  }),
  themeHome: endpoint({
    method: 'GET',
    path: '/config/theme/home',
    summary: 'The sections of the home page that were published, in order; hidden ones for administrators alone',
    access: anyone,
    response: themeHomeSchema,
  }),
  updateThemeHome: endpoint({
    method: 'PUT',
    path: '/config/theme/home',
    summary: 'Publish these sections; everybody who has the home page open hears of it',
    access: admin,
    body: themeHomeSchema,
    response: themeHomeSchema,
    errors: ['EDIT_CONFLICT'],
    rateLimit: 'write',
  }),
  playback: endpoint({
    method: 'GET',
    path: '/config/playback',
    summary: 'On how many devices one ticket plays at a time',
    access: admin,
    response: playbackConfigSchema,
  }),
  updatePlayback: endpoint({
    method: 'PUT',
    path: '/config/playback',
    summary: 'On how many devices one ticket plays at a time; what plays goes on',
    access: admin,
    body: playbackConfigSchema,
    response: playbackConfigSchema,
    errors: ['EDIT_CONFLICT'],
    rateLimit: 'write',
  }),
  realtime: endpoint({
    method: 'GET',
    path: '/config/realtime',
    summary: 'The publishable key that the notification service asks for; alone it opens nothing personal',
    access: anyone,
    cache: sharedResponse,
    response: z.object({ apiKey: z.string() }),
  }),
  registerFields: endpoint({
    method: 'GET',
    path: '/config/register/fields',
    summary: 'Extra fields of the sign-up form',
    access: anyone,
    response: registerFieldsSchema,
  }),
  updateRegisterFields: endpoint({
    method: 'PUT',
    path: '/config/register/fields',
    summary: 'Which extra fields the sign-up form has',
    access: admin,
    body: registerFieldsSchema,
    response: registerFieldsSchema,
    errors: ['EDIT_CONFLICT'],
    rateLimit: 'write',
  }),
  registerSocial: endpoint({
    method: 'GET',
    path: '/config/register/social',
    summary: 'Other ways to log in',
    access: anyone,
    response: socialLoginsSchema,
  }),
  registerDomains: endpoint({
    method: 'GET',
    path: '/config/register/domains',
    summary: 'E-mail domains that may or may not sign up',
    access: anyone,
    response: registerDomainsSchema,
  }),
  updateRegisterDomains: endpoint({
    method: 'PUT',
    path: '/config/register/domains',
    summary: 'Which e-mail domains may sign up (an empty list: all) and which may not; sub-domains count as theirs',
    access: admin,
    body: registerDomainsSchema,
    response: registerDomainsSchema,
    errors: ['EDIT_CONFLICT'],
    rateLimit: 'write',
  }),
} as const
