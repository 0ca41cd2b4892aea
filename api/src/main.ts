import { hostname } from 'node:os'
import { createLog } from './adapters/log.ts'
import { readEnv } from './env.ts'
import { startApi } from './server.ts'

const env = readOrExit()
const nodeId = env.API_NODE_ID ?? `${hostname()}-${process.pid}`
const log = createLog({ level: env.LOG_LEVEL, node: nodeId })

const api = await startApi(env, { log, nodeId, processMetrics: true })
log.info({ url: api.url }, 'api is listening')

// Collects the garbage of loading the modules.
globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    log.info({ signal }, 'draining')
    void api.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  })
}
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

function readOrExit() {
  try {
    return readEnv()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return process.exit(1)
  }
}
