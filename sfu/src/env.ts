import { availableParallelism, hostname } from 'node:os'
import { z } from 'zod'
import { limits } from '@e-events/shared/limits.ts'
import { deploymentProblems, reachOf } from '@e-events/shared/node/deployment.ts'

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const port = z.coerce.number().int().min(0).max(65_535)
const rtcPort = z.coerce.number().int().min(1024).max(65_535)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const url = z.string().transform((text) => text.replace(/\/+$/, ''))
const milliseconds = z.coerce.number().int().min(0)

const developmentSecret = (name: string) => `development-only-${name}-change-me-before-production`

/**
 * Every variable the sfu reads. Defaults work on one machine; where others reach it, the secrets among them are
 * refused.
 */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** pino level. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Where signalling, health and metrics listen; a gateway or nginx stands in front of it. */
  SFU_HOST: z.string().default('127.0.0.1'),
  SFU_PORT: port.default(4100),
  /** Name of this node among several; must differ between replicas and may stay the same over restarts. */
  SFU_NODE_ID: z
    .string()
    .min(1)
    .max(60)
    .default(`sfu-${hostname().slice(0, 40)}-${process.pid}`),
  /** Where browsers reach it, absolute or relative to the platform's origin; socket.io lives below it. */
  SFU_PUBLIC_URL: url.default('/sfu'),
  /** Where services reach it; by default the address it listens on. */
  SFU_CONTROL_URL: url.optional(),

  /** Address that WebRTC media binds to. */
  SFU_LISTEN_IP: z.string().default('127.0.0.1'),
  /** Address in ICE candidates: the public one behind NAT or in a container. Empty: the listen address. */
  SFU_ANNOUNCED_ADDRESS: z.string().optional(),
  /** UDP (and TCP) ports of media, both ends included. */
  SFU_RTC_MIN_PORT: rtcPort.default(40_000),
  SFU_RTC_MAX_PORT: rtcPort.default(40_199),
  /** Offers ICE over TCP where UDP is blocked. */
  SFU_ENABLE_TCP: flag.default(true),
  /**
   * Address that plain RTP from and to services binds to: a private network, never the internet, since it is not
   * encrypted.
   */
  SFU_PLAIN_LISTEN_IP: z.string().default('127.0.0.1'),
  /** Address to which plain-RTP publishers send. Empty: the plain listen address. */
  SFU_PLAIN_ANNOUNCED_ADDRESS: z.string().optional(),
  /**
   * UDP ports of plain RTP, both ends included: never published, since the first to send to an ingest port is its
   * publisher.
   */
  SFU_PLAIN_MIN_PORT: rtcPort.default(44_000),
  SFU_PLAIN_MAX_PORT: rtcPort.default(45_999),

  /** Media worker processes; 0 means one per core. */
  SFU_WORKERS: z.coerce.number().int().min(0).max(128).default(0),
  /** The worker program, where it is not the one inside the mediasoup package. */
  MEDIASOUP_WORKER_BIN: z.string().optional(),
  /** Capacity of this machine for sending; the used share counts as load. */
  SFU_MAX_EGRESS_MBPS: z.coerce.number().positive().default(1_000),

  REDIS_URL: z.string().default('redis://127.0.0.1:63790'),
  /** Checks the grants of studios and viewers, which the api signs. */
  SFU_TOKEN_SECRET: z.string().min(32).default(developmentSecret('sfu')),
  /** Checks the grants of services: transcoder (egress) and server-side publishers (ingest). */
  INTERNAL_SECRET: z.string().min(32).default(developmentSecret('internal')),
  /** Origins whose pages may open signalling besides the sfu's own host. Comma separated. */
  SFU_ALLOWED_ORIGINS: list.default(['app://studio']),
  /** Trusts X-Forwarded-For from every address; otherwise only from this machine. */
  SFU_TRUST_PROXY: flag.default(false),

  /** No media for this long closes a broadcast. */
  SFU_IDLE_CUTOFF_MS: milliseconds.min(1_000).default(limits.idleCutoffMs),
  /** No media for this long warns the organizer. */
  SFU_IDLE_WARNING_MS: milliseconds.default(limits.idleWarningMs),
  /** After SIGTERM peers get this long to move to another node. */
  SFU_DRAIN_MS: milliseconds.default(5_000),
})

export interface Env extends Omit<z.infer<typeof schema>, 'SFU_CONTROL_URL' | 'SFU_ANNOUNCED_ADDRESS' | 'SFU_PLAIN_ANNOUNCED_ADDRESS'> {
  SFU_CONTROL_URL: string | undefined
  SFU_ANNOUNCED_ADDRESS: string | undefined
  SFU_PLAIN_ANNOUNCED_ADDRESS: string | undefined
}

/** @throws Error whose message lists everything that is wrong, not only the first */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  // An empty variable is an unset one: compose files pass `${X:-}` through.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  const problems = parsed.success ? refusals(parsed.data) : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (!parsed.success || problems.length > 0) throw new Error(`The sfu cannot start:\n  ${problems.join('\n  ')}`)
  const env = parsed.data
  return {
    ...env,
    SFU_WORKERS: env.SFU_WORKERS === 0 ? availableParallelism() : env.SFU_WORKERS,
    SFU_CONTROL_URL: env.SFU_CONTROL_URL,
    SFU_ANNOUNCED_ADDRESS: env.SFU_ANNOUNCED_ADDRESS,
    SFU_PLAIN_ANNOUNCED_ADDRESS: env.SFU_PLAIN_ANNOUNCED_ADDRESS,
  }
}

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')

function refusals(env: z.infer<typeof schema>): string[] {
  const problems: string[] = []
  if (env.SFU_RTC_MAX_PORT - env.SFU_RTC_MIN_PORT < 15) problems.push('SFU_RTC_MAX_PORT: the range needs at least 16 ports')
  if (env.SFU_PLAIN_MAX_PORT - env.SFU_PLAIN_MIN_PORT < 15) problems.push('SFU_PLAIN_MAX_PORT: the range needs at least 16 ports')
  const overlap = env.SFU_PLAIN_MIN_PORT <= env.SFU_RTC_MAX_PORT && env.SFU_RTC_MIN_PORT <= env.SFU_PLAIN_MAX_PORT
  if (overlap && !isLoopback(env.SFU_PLAIN_LISTEN_IP))
    problems.push(
      'SFU_PLAIN_MIN_PORT: plain RTP may not share ports with the range that is published (SFU_RTC_MIN_PORT to SFU_RTC_MAX_PORT)',
    )
  if (env.SFU_IDLE_WARNING_MS >= env.SFU_IDLE_CUTOFF_MS && env.SFU_IDLE_CUTOFF_MS >= limits.idleCutoffMs)
    problems.push('SFU_IDLE_WARNING_MS: must be below SFU_IDLE_CUTOFF_MS')
  if (env.SFU_LISTEN_IP === '0.0.0.0' && !env.SFU_ANNOUNCED_ADDRESS)
    problems.push('SFU_ANNOUNCED_ADDRESS: listening on every address needs the one that browsers can reach')
  const reach = reachOf({
    nodeEnv: env.NODE_ENV,
    origins: [env.SFU_PUBLIC_URL],
    listens: [env.SFU_HOST, env.SFU_LISTEN_IP],
    announces: [env.SFU_ANNOUNCED_ADDRESS],
  })
  const { SFU_TOKEN_SECRET, INTERNAL_SECRET, SFU_PUBLIC_URL } = env
  problems.push(...deploymentProblems(reach, { secrets: { SFU_TOKEN_SECRET, INTERNAL_SECRET }, origins: { SFU_PUBLIC_URL } }))
  return problems
}
