import { createSecurityLog } from '@e-events/shared/node/security-log.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Redis } from 'ioredis'
import type { Knex } from 'knex'
import type { Clock } from './adapters/clock.ts'
import type { Log } from './adapters/log.ts'
import { createDevelopmentMailbox, createSmtpTransport } from './adapters/mail.ts'
import { createMediaAddresses } from './adapters/media-addresses.ts'
import type { MediaQueues } from './adapters/media-queues.ts'
import { createSecretBox } from './adapters/secret-box.ts'
import type { Env } from './env.ts'
import { createEvents } from './events/domain-events.ts'
import { createOutbox } from './events/outbox.ts'
import { createMetrics } from './http/metrics.ts'
import { createRateLimits } from './http/rate-limit.ts'
import { createResponseCache } from './http/response-cache.ts'
import { createMailer } from './mail/mailer.ts'

export interface PlatformDeps {
  env: Env
  knex: Knex
  /** For requests: fails fast while Redis is away. */
  redis: Redis
  /** For the realtime stream: waits while Redis is away. */
  streamRedis: Redis
  queues: MediaQueues
  storage: Storage
  clock: Clock
  log: Log
  /** Collect metrics of the process too (once per process). */
  processMetrics?: boolean
  /** True unless false: tests see their writes at once. */
  cachesResponses?: boolean
}
export type Base = ReturnType<typeof createBase>

/** Background work of the api: runs every `periodMs`, never twice at the same time in one process. */
export interface Timer {
  name: string
  periodMs: number
  run(): Promise<unknown>
}

/**
 * Everything that a domain stands on: connections, clock, mail, limits, and the events by which domains reach each
 * other.
 */
export function createBase(deps: PlatformDeps) {
  const { env, knex, redis, clock, log, cachesResponses = true } = deps
  const metrics = createMetrics({ defaults: deps.processMetrics ?? false })
  const secretBox = createSecretBox(env.DATA_ENCRYPTION_KEY)
  const mailbox = env.SMTP_URL === undefined ? createDevelopmentMailbox(redis, clock.nowMs) : undefined
  const mailTransport =
    mailbox ??
    createSmtpTransport({ url: env.SMTP_URL ?? '', from: env.MAIL_FROM, origin: env.PUBLIC_ORIGIN, requireTls: env.reach === 'production' })
  const events = createEvents()
  const mailer = createMailer({ transport: mailTransport, secretBox, origin: env.PUBLIC_ORIGIN, clock })
  return {
    ...deps,
    metrics,
    cachesResponses,
    responses: createResponseCache({ clock, isOff: !cachesResponses, onHit: metrics.countCached }),
    rateLimits: createRateLimits(redis, { factor: env.RATE_LIMIT_FACTOR }),
    secretBox,
    security: createSecurityLog(log),
    /** The built-in test provider sells: cards that cost nothing are not there where others reach the site. */
    takesPayments: env.reach !== 'production',
    /** Undefined where mails leave through a mail server. */
    mailbox,
    mailTransport,
    mailer,
    events,
    outbox: createOutbox({ knex, redis, mailer, events, clock, log }),
    addresses: createMediaAddresses({ publicUrl: env.MEDIA_PUBLIC_URL, secret: env.MEDIA_TOKEN_SECRET }),
  }
}
