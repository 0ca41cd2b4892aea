import { site } from '@e-events/shared/domain/site.ts'
import { readStorageConfig, type StorageConfig } from '@e-events/shared/node/create-storage.ts'
import { deploymentProblems, reachOf, type Reach } from '@e-events/shared/node/deployment.ts'
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { z } from 'zod'

const origin = z.url({ protocol: /^https?$|^app$/ }).transform((url) => url.replace(/\/+$/, ''))
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const developmentSecret = (name: string) => `development-only-${name}-change-me-before-production`
const developmentDataKey = Buffer.from('development-only-key-change-me!!').toString('base64')

/**
 * Every variable the api reads. Defaults work on one machine; where others reach it, the secrets among them are
 * refused.
 */
const schema = z.object({
  /** `production` is also assumed where PUBLIC_ORIGIN is an https address of another machine. */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** pino level. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Where the api listens; a gateway or nginx stands in front of it. */
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(4000),
  /** How many proxies in front of the api append to X-Forwarded-For; 0 when browsers reach it directly. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(1),
  /** The one origin browsers see. https turns on Secure cookies. */
  PUBLIC_ORIGIN: origin.default('http://localhost:8080'),
  /** Other origins that may call the api: the packaged Electron studio. Comma separated. */
  CORS_ORIGINS: list.default(['app://studio']),
  /**
   * Where else than from PUBLIC_ORIGIN the video of a page's hero may come from; nginx and the gateway put them into
   * the policy of pages. Comma separated.
   */
  PAGE_MEDIA_ORIGINS: list.pipe(z.array(z.string().regex(/^https:\/\/[A-Za-z0-9.-]+(:\d+)?$/, 'is no https origin'))).default([]),
  /** Told by /healthz: which of several installations this is. */
  BUILD_PROFILE: z.string().min(1).max(60).default(site.buildProfile),
  /** Where the main data lies; object storage is told it unless S3_REGION says otherwise. */
  DATA_REGION: z.string().min(1).max(60).default(site.dataRegion),
  /** Where notifications and chat run. */
  REALTIME_REGION: z.string().min(1).max(60).default(site.realtimeRegion),
  /** Name of this process among several; must differ between replicas. */
  API_NODE_ID: z.string().min(1).max(60).optional(),

  DATABASE_URL: z.string().default('postgres://postgres@127.0.0.1:54320/e_events'),
  /** Connections to PostgreSQL this process may hold. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
  REDIS_URL: z.string().default('redis://127.0.0.1:63790'),

  /** Signs access tokens (HS256). During a change the new one, a comma, the old one, which is still believed. */
  ACCESS_TOKEN_SECRET: z
    .string()
    .refine((secrets) => secrets.split(',').every((secret) => secret.length >= 32), { message: 'is shorter than 32 characters' })
    .default(developmentSecret('access')),
  /** Signs the token in the path of media addresses; the transcoder's delivery has the same one. */
  MEDIA_TOKEN_SECRET: z.string().min(32).default(developmentSecret('media')),
  /** Signs grants to join a room; the sfu has the same one. */
  SFU_TOKEN_SECRET: z.string().min(32).default(developmentSecret('sfu')),

  /**
   * Encrypts secrets in the database (payment keys, second factors): 32 bytes as base64. Losing it loses them; it is
   * part of every backup. During a change the new one, a comma, the old one, which still opens (`npm run admin --
   * reseal`).
   */
  DATA_ENCRYPTION_KEY: z
    .string()
    .refine((keys) => keys.split(',').every((key) => Buffer.from(key, 'base64').length === 32), {
      message: 'is not 32 bytes of base64 (openssl rand -base64 32)',
    })
    .default(developmentDataKey),

  /** Asked for by the notification service, and told to every browser: it keeps strangers' programs out, not people. */
  NOTIFICATIONS_API_KEY: z.string().min(16).max(200).default(developmentSecret('notifications')),

  /** Prefix of media addresses: a path on the public origin, or the address of a CDN. */
  MEDIA_PUBLIC_URL: z
    .string()
    .default('/media')
    .transform((url) => url.replace(/\/+$/, '')),

  /** Where pictures (posters, logos) lie: the storage of the transcoder. */
  STORAGE_DRIVER: z.enum(['disk', 's3']).default('disk'),
  STORAGE_DIR: z.string().default('.data/storage'),
  /** Uploads are refused that would leave less than this free on the disk. */
  STORAGE_RESERVE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(1024 * 1024 * 1024),
  /** An upload whose sender falls silent for this long is cut; what came stays, and the sender may go on. */
  UPLOAD_STALL_MS: z.coerce.number().int().min(100).default(60_000),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),

  /**
   * A show of up to this many viewers plays below a second by itself, where its media node has room; 0 leaves it to
   * each viewer.
   */
  LOW_LATENCY_VIEWERS: z.coerce.number().int().min(0).default(100),

  /** STUN servers for browsers, comma separated: `stun:stun.example.org:3478`. */
  STUN_URLS: list.default([]),
  /** TURN servers, comma separated: `turn:turn.example.org:3478?transport=udp,turns:…`. */
  TURN_URLS: list.default([]),
  /**
   * Shared secret of the TURN server (coturn `static-auth-secret`): grants carry credentials that end by themselves.
   */
  TURN_SECRET: z.string().optional(),
  /** Fixed TURN account, where the server has no shared secret. */
  TURN_USERNAME: z.string().optional(),
  TURN_CREDENTIAL: z.string().optional(),

  /**
   * Mail server: `smtps://user:password@host` or `smtp://host:587`. Unset on one machine alone, mails go to GET
   * /api/dev/mailbox.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Sender of every mail. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]{3,300}$/)
    .default('e-events <no-reply@e-events.example>'),

  /** Shown where something is misconfigured; the site settings win over it. */
  SUPPORT_EMAIL: z.email().default('support@e-events.example'),
  /** Who runs this installation, as the legal notice names them. Missing values are shown as not given. */
  OPERATOR_NAME: z.string().max(200).optional(),
  OPERATOR_TAX_ID: z.string().max(60).optional(),
  OPERATOR_ADDRESS: z.string().max(300).optional(),
  OPERATOR_REGISTRY: z.string().max(300).optional(),
  /**
   * The operator's account that organizers are paid from, for files that a bank reads (pain.001). Unset: payouts leave
   * as CSV only.
   */
  PAYOUT_IBAN: z
    .string()
    .transform((text) => electronicFormatIBAN(text) ?? '')
    .refine((iban) => isValidIBAN(iban), { message: 'is no valid IBAN' })
    .optional(),
  /** BIC of that account, for banks that ask for it. */
  PAYOUT_BIC: z
    .string()
    .refine((bic) => isValidBIC(bic), { message: 'is no valid BIC' })
    .optional(),
  /** Where people write about their personal data; the support address when left out. */
  DATA_PROTECTION_EMAIL: z.email().optional(),
  /**
   * Daily list of the euro's rates (https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml), for approximate
   * prices. Unset: nothing is fetched.
   */
  EXCHANGE_RATES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Address of the payment service Stripe; tests and their double have another one. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  /** How long a payment service may take to answer; a call that failed is tried once more. */
  PAYMENT_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /**
   * Register of VAT ids (https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number). Unset, or while it does
   * not answer: ids are judged by their format alone.
   */
  VAT_REGISTER_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Multiplies every rate limit: load tests raise it. */
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.1).max(1_000_000).default(1),
  /** Requests in hand get this long to finish after SIGTERM. */
  DRAIN_MS: z.coerce.number().int().min(0).default(8_000),
  /** False keeps background work (event consumer, sweepers) out of this process. */
  API_BACKGROUND: flag.default(true),
})

/**
 * `storage` is what STORAGE_DRIVER and its companions say, read the same way by every service; `reach` follows from the
 * addresses.
 */
export type Env = z.infer<typeof schema> & { storage: StorageConfig; reach: Reach }

/** @throws Error whose message lists everything that is wrong, not only the first */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  // An empty variable is an unset one: compose files pass `${X:-}` through.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const reach = parsed.success ? judge(parsed.data, problems) : 'local'
  const storage = readStorage(given, problems)
  if (!parsed.success || !storage || problems.length > 0) throw new Error(`The api cannot start:\n  ${problems.join('\n  ')}`)
  return { ...parsed.data, storage, reach }
}

function judge(env: z.infer<typeof schema>, problems: string[]): Reach {
  const reach = reachOf({ nodeEnv: env.NODE_ENV, origins: [env.PUBLIC_ORIGIN], listens: [env.API_HOST] })
  const { ACCESS_TOKEN_SECRET, MEDIA_TOKEN_SECRET, SFU_TOKEN_SECRET, DATA_ENCRYPTION_KEY, NOTIFICATIONS_API_KEY } = env
  problems.push(
    ...deploymentProblems(reach, {
      secrets: { ACCESS_TOKEN_SECRET, MEDIA_TOKEN_SECRET, SFU_TOKEN_SECRET, DATA_ENCRYPTION_KEY, NOTIFICATIONS_API_KEY },
      origins: { PUBLIC_ORIGIN: env.PUBLIC_ORIGIN, MEDIA_PUBLIC_URL: env.MEDIA_PUBLIC_URL, STRIPE_API_URL: env.STRIPE_API_URL },
    }),
  )
  if (reach === 'production' && env.SMTP_URL === undefined)
    problems.push('SMTP_URL: production needs a mail server, since nobody can sign up without one')
  if (env.PAYOUT_IBAN !== undefined && env.OPERATOR_NAME === undefined)
    problems.push('PAYOUT_IBAN: a bank asks for the name of its owner, OPERATOR_NAME')
  return reach
}

function readStorage(given: Record<string, string | undefined>, problems: string[]): StorageConfig | undefined {
  try {
    return readStorageConfig(given)
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
    return undefined
  }
}
