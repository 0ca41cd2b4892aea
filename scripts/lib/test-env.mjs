// Environment of tests and benchmarks: throw-away data stores, and the programs that the set-up found.
import path from 'node:path'
import { root } from './paths.mjs'
import { freePort } from './ports.mjs'
import { startPostgres } from './postgres.mjs'
import { startRedis } from './redis.mjs'

/**
 * Starts a PostgreSQL and a Redis that keep nothing.
 * @param {{ folder: string, redis: Parameters<typeof startRedis>[0]['redis'], watcher: ReturnType<typeof
 * import('./guard.mjs').guard>, throwAway: string[], step: ReturnType<typeof
 * import('./progress.mjs').createProgress>['step'] }} options throwAway: gets the folder of the cluster, which may lie
 * elsewhere
 * @returns {Promise<{ env: Record<'TEST_DATABASE_URL' | 'TEST_REDIS_URL', string>, pids: (number | undefined)[] }>}
 * pids: each leads a session of its own
 */
export async function startTestStores({ folder, redis, watcher, throwAway, step }) {
  const postgres = await step('PostgreSQL', async () =>
    startPostgres({ dataDir: path.join(folder, 'postgres'), port: await freePort(0), durable: false }),
  )
  watcher.add(postgres.child, 'SIGINT')
  throwAway.push(postgres.dataDir)
  const queue = await step('Redis', async () =>
    startRedis({ redis, port: await freePort(0), dataDir: path.join(folder, 'redis'), durable: false }),
  )
  watcher.add(queue.child, 'SIGTERM')
  return { env: { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: queue.url }, pids: [postgres.child.pid, queue.child.pid] }
}

/** The tests see the programs that the set-up found, and nothing of the developer's own services. */
export function testEnv({ ffmpeg, ffprobe, worker, chromium, headlessShell, nginx }) {
  return {
    NODE_ENV: 'test',
    FFMPEG_BIN: ffmpeg,
    FFPROBE_BIN: ffprobe,
    MEDIASOUP_WORKER_BIN: worker,
    CHROMIUM_BIN: chromium ?? '',
    HEADLESS_SHELL_BIN: headlessShell ?? '',
    NGINX_BIN: nginx?.bin ?? '',
    NGINX_MODULES: nginx?.modules ?? '',
    WEB_DIST: path.join(root, 'web/dist'),
    STUDIO_DIST: path.join(root, 'studio/dist'),
    DATABASE_URL: '',
    REDIS_URL: '',
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`, // `node` means ours
  }
}
