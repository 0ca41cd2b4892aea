import { Redis } from 'ioredis'
import { systemClock } from './clock.ts'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'
import { startSfu } from './service.ts'

const env = readEnv()
const log = createLog(env.LOG_LEVEL, env.SFU_NODE_ID)
const redis = new Redis(env.REDIS_URL, { maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(100 * times, 2_000) })
redis.on('error', (error) => log.warn({ err: error }, 'redis'))

const service = await startSfu({ env, clock: systemClock, log, redis })

// Collects the garbage of loading the modules.
globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // Who asks twice does not want to wait.
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal, drainMs: env.SFU_DRAIN_MS }, 'draining')
    void stop()
  })
}

async function stop(): Promise<void> {
  try {
    await service.drain(env.SFU_DRAIN_MS)
    await service.close()
    redis.disconnect()
  } catch (error) {
    log.error({ err: error }, 'the sfu did not stop cleanly')
    process.exitCode = 1
  }
  process.exit()
}
