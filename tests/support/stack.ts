import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createKnex } from '../../api/src/db/knex.ts'
import { createTestDatabase } from '../../api/src/testing/database.ts'
import { createFactories, type Factories } from '../../api/src/testing/factories.ts'
import { buildApp, buildServices } from '../../scripts/lib/builds.mjs'
import { startPlatform } from '../../scripts/lib/platform.mjs'
import { findRedis } from '../../scripts/lib/redis.mjs'
import { descendantsOf, type RunningProcess } from './process-tree.ts'

export type ServiceName = 'api' | 'sfu' | 'transcoder' | 'gateway'

export interface Stack {
  /** Where browsers go: http://localhost:PORT. */
  origin: string
  /** Environment of every service. */
  env: Record<string, string>
  knex: ReturnType<typeof createKnex>
  factories: Factories
  /** Folder with one log file per service. */
  logDir: string
  pidOf(service: ServiceName): number
  /** Children of a service whose command matches, oldest first: its ffmpegs, its media workers. */
  childrenOf(service: ServiceName, command: RegExp): RunningProcess[]
  stop(): Promise<void>
}

/**
 * The whole platform as real processes on free ports, with a database and a Redis of its own and nothing in them but,
 * where asked for, the demo. Web and studio are built when their sources changed, unless WEB_DIST and STUDIO_DIST name
 * builds that are there already. TEST_DATABASE_URL is used where it is given; otherwise a throw-away PostgreSQL is
 * started.
 */
export async function startStack(options: {
  logDir: string
  env?: Record<string, string>
  /** The demo's people, catalogue and broadcast are in it. */
  demo?: boolean
  /** A PostgreSQL of its own, which a test may end: it is started again as on any machine. */
  ownDatabase?: boolean
}): Promise<Stack> {
  const silent = { note: () => undefined }
  const { WEB_DIST: webDist, STUDIO_DIST: studioDist } = process.env
  await buildServices(silent)
  if (!webDist) await buildApp('web', silent)
  if (!studioDist) await buildApp('studio', silent)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'e-events-e2e-'))
  await mkdir(options.logDir, { recursive: true })
  const given = process.env['TEST_DATABASE_URL'] && !options.ownDatabase ? await createTestDatabase({ poolMax: 4 }) : undefined
  const platform = await startPlatform({
    dataDir,
    tools: {
      ffmpeg: process.env['FFMPEG_BIN'] || 'ffmpeg',
      ffprobe: process.env['FFPROBE_BIN'] || 'ffprobe',
      worker: process.env['MEDIASOUP_WORKER_BIN'] ?? '',
    },
    redis: await findRedis(),
    ...(given ? { databaseUrl: given.url } : {}),
    durable: false,
    demo: options.demo ?? false,
    nodeEnv: 'test',
    ports: { gateway: 0, api: 0, sfu: 0, transcoder: 0, postgres: 0, redis: 0 },
    env: {
      ...inheritedEnv(),
      ...(webDist ? { WEB_DIST: webDist } : {}),
      ...(studioDist ? { STUDIO_DIST: studioDist } : {}),
      LOG_LEVEL: 'info',
      RATE_LIMIT_FACTOR: '50',
      // HLS, unless a test chooses otherwise: most of them look at it.
      LOW_LATENCY_VIEWERS: '0',
      ...rtcPorts(),
      ...options.env,
    },
  })
  const knex = given?.knex ?? createKnex(String(platform.env['DATABASE_URL']), { poolMax: 4, applicationName: 'e-events-e2e' })
  const pidOf = (service: ServiceName) => {
    const pid = platform.services[service]?.pid()
    if (pid === undefined) throw new Error(`${service} does not run`)
    return pid
  }
  return {
    origin: platform.origin,
    env: platform.env,
    knex,
    factories: createFactories(knex),
    logDir: path.join(dataDir, 'logs'),
    pidOf,
    childrenOf: (service, command) => descendantsOf(pidOf(service)).filter((one) => command.test(one.command)),
    async stop() {
      await platform.stop()
      if (given) await given.drop()
      else await knex.destroy()
      await keepLogs(path.join(dataDir, 'logs'), options.logDir)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A stack of a developer may run beside, and one of another worker: media ports of our own. */
function rtcPorts(): Record<string, string> {
  const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % 2
  const first = 41_000 + worker * 4_000 + Math.floor(Math.random() * 40) * 100
  return { SFU_RTC_MIN_PORT: String(first), SFU_RTC_MAX_PORT: String(first + 99) }
}

/** Programs and folders come from outside; addresses and secrets of other installations must not. */
function inheritedEnv(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_EXTRA_CA_CERTS', 'FFMPEG_BIN', 'FFPROBE_BIN', 'MEDIASOUP_WORKER_BIN']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

async function keepLogs(from: string, to: string): Promise<void> {
  const { cp } = await import('node:fs/promises')
  await cp(from, to, { recursive: true, force: true }).catch(() => undefined)
}
