import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestApi } from '../../../api/src/testing/test-api.ts'
import { until } from '../sfu/support.ts'

export interface ApiProcess {
  child: ChildProcess & { pid: number }
  /** `http://127.0.0.1:port` */
  url: string
}

/** Another api, as a process of its own, on the database, Redis and storage of this one. */
export async function startApiProcess(t: TestApi, env: Record<string, string> = {}): Promise<ApiProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../../api/src/main.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      API_HOST: '127.0.0.1',
      API_PORT: '0',
      DATABASE_URL: t.env.DATABASE_URL,
      REDIS_URL: t.env.REDIS_URL,
      STORAGE_DIR: t.storageDir,
      STORAGE_RESERVE_BYTES: '0',
      RATE_LIMIT_FACTOR: '100000',
      API_BACKGROUND: 'false',
      ACCESS_TOKEN_SECRET: t.env.ACCESS_TOKEN_SECRET,
      NOTIFICATIONS_API_KEY: t.env.NOTIFICATIONS_API_KEY,
      ...env,
    },
  })
  let url: string | undefined
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Failures that nobody expected stand beside those of the test.
    if (line.includes('"level":"error"')) process.stderr.write(`${line}\n`)
    if (line.includes('api is listening')) url = (JSON.parse(line) as { url: string }).url
  })
  const origin = await until('another api is up', () => url, 60_000)
  if (child.pid === undefined) throw new Error('the api did not start')
  return { child: child as ApiProcess['child'], url: origin }
}
