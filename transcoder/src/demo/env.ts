import { resolve } from 'node:path'
import { readStorageConfig } from '@e-events/shared/node/create-storage.ts'
import { z } from 'zod'

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** File written by the seed: accounts, the show's product, films to make. */
  DEMO_FILE: z.string().default('.data/demo.json'),
  API_PORT: z.coerce.number().int().min(1).max(65_535).default(4000),
  /** Where services reach the sfu, for a grant that only names the platform's own origin. */
  SFU_CONTROL_URL: z.url().default('http://127.0.0.1:4100'),
  REDIS_URL: z.url().default('redis://127.0.0.1:63790'),
  /** Signs the permission to send plain RTP; the same for api, sfu and transcoder. */
  INTERNAL_SECRET: z.string().min(16).default('development-only-internal-change-me-before-production'),
  TRANSCODER_WORK_DIR: z.string().default('.data/transcoder'),
  FFMPEG_BIN: z.string().min(1).optional(),
  FFPROBE_BIN: z.string().min(1).optional(),
  PATH: z.string().default(''),
  /** A show ends after this long and begins anew. */
  DEMO_SHOW_MS: z.coerce
    .number()
    .int()
    .min(10_000)
    .default(30 * 60_000),
  /** The zone of the clock in the picture. */
  DEMO_TIME_ZONE: z.string().default('Europe/Madrid'),
})

export type DemoEnv = ReturnType<typeof readDemoEnv>

/** @throws Error with every variable that is wrong */
export function readDemoEnv(source: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new Error(`environment:\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  if (env.NODE_ENV === 'production') throw new Error('the demo broadcaster never runs in production')
  return { ...env, folder: resolve(env.TRANSCODER_WORK_DIR, 'demo'), storage: readStorageConfig(given) }
}
