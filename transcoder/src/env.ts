import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { readStorageConfig } from '@e-events/shared/node/create-storage.ts'
import { deploymentProblems, reachOf } from '@e-events/shared/node/deployment.ts'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const secret = z.string().min(32)
/** The same words as in the other services, so that they understand each other without any set-up on one machine. */
const developmentSecret = (name: string) => `development-only-${name}-change-me-before-production`

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Where the service listens: playlists, segments, health and metrics; 0 takes a free port. */
  TRANSCODER_PORT: port.default(4200),
  /** Where playlists are answered by FastCGI, for nginx; left out, they are answered by HTTP alone. */
  TRANSCODER_FASTCGI_PORT: port.optional(),
  TRANSCODER_HOST: z.string().default('127.0.0.1'),
  /** Names this process in events; one that starts again is a new one. */
  TRANSCODER_NODE_ID: z.string().default(`transcoder-${hostname()}-${randomUUID().slice(0, 8)}`),
  REDIS_URL: z.url().default('redis://127.0.0.1:63790'),
  /** Signs this service's permission to join rooms; the same for api, sfu and transcoder. */
  INTERNAL_SECRET: secret.default(developmentSecret('internal')),
  /** Checks playback tokens; the same for api and transcoder. */
  MEDIA_TOKEN_SECRET: secret.default(developmentSecret('media')),
  /**
   * The origin of the pages, where it is not that of the media (a CDN, another host): these may read what accounts
   * watch.
   */
  PUBLIC_ORIGIN: z.url().optional(),
  /** Where ffmpeg runs write; on the storage's file system segments are moved in without a copy. */
  TRANSCODER_WORK_DIR: z.string().default('.data/transcoder'),
  FFMPEG_BIN: z.string().min(1).optional(),
  FFPROBE_BIN: z.string().min(1).optional(),
  PATH: z.string().default(''),
  /** Address at which the sfu's plain RTP reaches this service; loopback where both run on one machine. */
  TRANSCODER_RTP_IP: z.ipv4().default('127.0.0.1'),
  /** Even ports from here on receive RTP, each with RTCP on the next one. */
  TRANSCODER_RTP_MIN_PORT: port.default(42_000),
  TRANSCODER_RTP_MAX_PORT: port.default(43_999),
  /** Feeds, uploads and MP4s that this process works on at the same time. */
  LIVE_CONCURRENCY: z.coerce.number().int().min(0).default(16),
  VOD_CONCURRENCY: z.coerce.number().int().min(0).default(1),
  MP4_CONCURRENCY: z.coerce.number().int().min(0).default(1),
  /** x264 speed of live rungs. */
  X264_PRESET: z.enum(['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium']).default('superfast'),
  /**
   * Internal nginx location that serves the storage folder (`/internal-media`): nginx then sends the bytes of segments
   * and recordings.
   */
  MEDIA_ACCEL_REDIRECT_PREFIX: z
    .string()
    .regex(/^\/[\w-]+(\/[\w-]+)*$/)
    .optional(),
  /**
   * Folder for one empty file per revoked access (`account.product`, `account.all`, `all.product`, `session.device`):
   * nginx looks there when it checks the token of a segment.
   */
  MEDIA_REVOKED_DIR: z.string().min(1).optional(),
  /** Viewers who play an unrecorded show get this long for its last seconds before its segments are deleted. */
  UNRECORDED_KEEP_MS: z.coerce.number().int().min(0).default(30_000),
})

export type Env = ReturnType<typeof readEnv>

/** @throws Error with every variable that is wrong */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new Error(`environment:\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  const reach = reachOf({ nodeEnv: env.NODE_ENV, origins: [env.PUBLIC_ORIGIN], listens: [env.TRANSCODER_HOST, env.TRANSCODER_RTP_IP] })
  const { INTERNAL_SECRET, MEDIA_TOKEN_SECRET } = env
  const problems = deploymentProblems(reach, { secrets: { INTERNAL_SECRET, MEDIA_TOKEN_SECRET } })
  if (env.TRANSCODER_RTP_MAX_PORT - env.TRANSCODER_RTP_MIN_PORT < 20)
    problems.push('TRANSCODER_RTP_MIN_PORT to MAX_PORT: at least 20 ports')
  // STORAGE_DRIVER, STORAGE_DIR and S3_*: the same for every service that touches media.
  const storage = readStorageConfig(given)
  if (problems.length > 0) throw new Error(`environment:\n${problems.join('\n')}`)
  // In a bucket there is no file that nginx could send.
  if (storage.kind !== 'disk') env.MEDIA_ACCEL_REDIRECT_PREFIX = undefined
  return { ...env, TRANSCODER_WORK_DIR: resolve(env.TRANSCODER_WORK_DIR), storage }
}
