import { readEnv } from './env.ts'
import { createLog } from './log.ts'
import { startTranscoder } from './service.ts'

const env = readEnv()
const log = createLog(env.LOG_LEVEL, env.TRANSCODER_NODE_ID)
const service = await startTranscoder(env, log)

// Collects the garbage of loading the modules.
globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // Who asks twice does not want to wait.
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'draining: live feeds go to other workers')
    service.drain().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the transcoder did not stop cleanly')
        process.exit(1)
      },
    )
  })
}
