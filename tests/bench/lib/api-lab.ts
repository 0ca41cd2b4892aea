import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { startChild, type Child } from './child.ts'
import { cpuSecondsOf } from './cpu.ts'
import { until } from './rounds.ts'

export const connections = 8
const productionSecrets = ['MEDIA_TOKEN_SECRET', 'SFU_TOKEN_SECRET', 'NOTIFICATIONS_API_KEY', 'DATA_ENCRYPTION_KEY']
export const accessTokenSecret = randomBytes(32).toString('base64url')
const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** A server that rows ask: the api as it runs, or a bare one on the same data. */
export interface Side {
  child: Child
  origin: string
  /** Token of an account that this side made; '' where the row needs none. */
  token: string
}

const programOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The api as it runs, on this database. @param more environment of its own */
export async function startApi(databaseUrl: string, more: Record<string, string> = {}): Promise<Side> {
  const port = await freePort(0)
  const redis = (process.env['TEST_REDIS_URL'] ?? '').replace(/\/\d*$/, '')
  const child = startChild(process.execPath, ['--disable-warning=ExperimentalWarning', programOf('../../../api/dist/main.mjs')], {
    env: {
      PATH: process.env['PATH'],
      // Options for tests and developers are off.
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...Object.fromEntries(productionSecrets.map((name) => [name, randomBytes(32).toString('base64')])),
      API_PORT: String(port),
      DATABASE_URL: databaseUrl,
      REDIS_URL: `${redis}/5`,
      ACCESS_TOKEN_SECRET: accessTokenSecret,
      API_BACKGROUND: 'false',
      // The limits are counted as ever, and never reached.
      RATE_LIMIT_FACTOR: '1000000',
      ...more,
    },
  })
  const origin = `http://127.0.0.1:${port}`
  await Promise.race([child.failed, until('the api answers', () => send(origin, { path: '/healthz' }).catch(() => undefined))])
  return { child, origin, token: '' }
}

/** One of `tests/bench/servers`, which prints its port. */
export async function startBare(program: string, argv: readonly string[], more: Record<string, string> = {}): Promise<Side> {
  const child = startChild(process.execPath, ['--disable-warning=ExperimentalWarning', programOf(`../servers/${program}`), ...argv], {
    env: { PATH: process.env['PATH'], ...more },
  })
  const { port } = JSON.parse(await child.firstLine) as { port: number }
  return { child, origin: `http://127.0.0.1:${port}`, token: '' }
}

/** @throws Error for anything but 200 and 201 */
export function send(
  origin: string,
  { path, token, body, apiKey, isReload }: { path: string; token?: string; body?: object; apiKey?: string; isReload?: boolean },
): Promise<string> {
  const text = body && JSON.stringify(body)
  const headers = {
    ...(token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` }),
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    // Skips the response cache.
    ...(isReload === true ? { 'cache-control': 'max-age=0' } : {}),
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const call = request(`${origin}${path}`, { agent, method: text === undefined ? 'GET' : 'POST', headers }, (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (answer += chunk))
      response.on('end', () =>
        response.statusCode === 200 || response.statusCode === 201
          ? resolve(answer)
          : reject(new Error(`${path} answered ${response.statusCode}: ${answer}`)),
      )
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(text)
  })
}

let turn = 0
/** As fast as it goes on several connections. @returns CPU milliseconds of the server's process per request */
export async function cost(side: Side, seconds: number, one: (side: Side, index: number) => Promise<string>): Promise<number> {
  const endsAtMs = performance.now() + seconds * 1000
  const before = cpuSecondsOf(side.child.pid)
  let count = 0
  const line = async () => {
    while (performance.now() < endsAtMs) {
      turn += 1
      await one(side, turn)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, line))
  return ((cpuSecondsOf(side.child.pid) - before) / count) * 1000
}
