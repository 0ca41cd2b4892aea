import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { hash } from '@node-rs/argon2'
import { createTestDatabase } from '../../../api/src/testing/database.ts'
import { freePort } from '../../../scripts/lib/ports.mjs'
import type { Bench, Row } from '../lib/bench.ts'
import { startChild, type Child } from '../lib/child.ts'
import { cpuSecondsOf } from '../lib/cpu.ts'
import type { Figure } from '../lib/figures.ts'
import { interleave, until } from '../lib/rounds.ts'

const people = 10_000
const connections = 8
const password = 'Abcdef1$'
const secret = randomBytes(32).toString('base64url')
const agent = new Agent({ keepAlive: true, maxSockets: connections })

interface Side {
  child: Child
  origin: string
  /** Of an administrator, made by this side. */
  token: string
}
interface Lab {
  ours: Side
  bare: Side
}

/** The api as it runs, and a bare server on the same ten thousand accounts. Made once for the three rows. */
let lab: Promise<Lab> | undefined
function openLab(bench: Bench): Promise<Lab> {
  lab ??= (async () => {
    bench.say(`${people} accounts, the api and a bare server`)
    const database = await createTestDatabase({ poolMax: 2 })
    bench.atEnd(() => database.drop())
    const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await database.knex.raw(
      `insert into users (email, email_verified_at, password_hash, name, surname, country, created_at, roles)
       select 'person-' || n || '@example.test', now(), ?, 'Persona ' || n, 'Apellido', 'ES', now() - n * interval '1 minute',
         case when n = 0 then array['VIEWER', 'ADMIN'] else array['VIEWER'] end
       from generate_series(0, ?::int) n`,
      [passwordHash, people - 1],
    )
    await database.knex.raw('analyze users')
    const ours = await startOurs(database.url)
    bench.atEnd(() => ours.child.end('SIGTERM'))
    const bare = await startBare(database.url)
    bench.atEnd(() => bare.child.end('SIGTERM'))
    for (const side of [ours, bare]) side.token = (JSON.parse(await login(side, 0)) as { authToken: string }).authToken
    return { ours, bare }
  })()
  return lab
}

async function startOurs(databaseUrl: string): Promise<Side> {
  const port = await freePort(0)
  const redis = (process.env['TEST_REDIS_URL'] ?? '').replace(/\/\d*$/, '')
  const child = startChild(process.execPath, ['--disable-warning=ExperimentalWarning', programOf('../../../api/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      API_PORT: String(port),
      DATABASE_URL: databaseUrl,
      REDIS_URL: `${redis}/5`,
      ACCESS_TOKEN_SECRET: secret,
      API_BACKGROUND: 'false',
      // The limits are counted as ever, and never reached.
      RATE_LIMIT_FACTOR: '1000000',
    },
  })
  const origin = `http://127.0.0.1:${port}`
  await Promise.race([child.failed, until('the api answers', () => send(origin, { path: '/healthz' }).catch(() => undefined))])
  return { child, origin, token: '' }
}

async function startBare(databaseUrl: string): Promise<Side> {
  const child = startChild(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', programOf('../servers/bare-accounts.ts'), databaseUrl, secret],
    {
      env: { PATH: process.env['PATH'] },
    },
  )
  const { port } = JSON.parse(await child.firstLine) as { port: number }
  return { child, origin: `http://127.0.0.1:${port}`, token: '' }
}

const programOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** @throws Error for anything but 200 */
function send(origin: string, { path, token, body }: { path: string; token?: string; body?: object }): Promise<string> {
  const text = body && JSON.stringify(body)
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const call = request(`${origin}${path}`, { agent, method: text === undefined ? 'GET' : 'POST', headers }, (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (answer += chunk))
      response.on('end', () =>
        response.statusCode === 200 ? resolve(answer) : reject(new Error(`${path} answered ${response.statusCode}: ${answer}`)),
      )
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(text)
  })
}

/** Somebody else each time: one account that logs in a thousand times is no everyday. */
function login(side: Side, index: number): Promise<string> {
  const user = `person-${index % people}@example.test`
  return send(side.origin, { path: '/api/auth/login', body: { user, password, client: 'studio' } })
}

let turn = 0
/** As fast as it goes on several connections. @returns CPU milliseconds of the server's process per request */
async function cost(side: Side, seconds: number, one: (side: Side, index: number) => Promise<string>): Promise<number> {
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

function row(options: { id: string; title: string; note: string; one: (side: Side, index: number) => Promise<string> }): Row {
  return {
    id: options.id,
    title: options.title,
    async measure(bench) {
      const { ours, bare } = await openLab(bench)
      const seconds = Math.min(bench.seconds, 5)
      // A first round for the compilers and caches of both.
      for (const side of [ours, bare]) await cost(side, 2, options.one)
      const measured = await interleave(bench, options.id, {
        ours: () => cost(ours, seconds, options.one),
        baseline: () => cost(bare, seconds, options.one),
      })
      const how = `${people} accounts, ${connections} connections, as fast as it goes, ${seconds} s a round; processor time of the Node process alone`
      const figure: Figure = { name: options.title, unit: 'CPU ms', ...measured, goal: {}, note: `${how}; ${options.note}` }
      return { figures: [figure] }
    },
  }
}

export const accountRows: readonly Row[] = [
  row({
    id: 'login',
    title: 'Log-in',
    note: 'against Koa and prepared statements with the same argon2id hash, session, refresh token and access token, but without limits, validation and contract; nearly all of both is the hash',
    one: login,
  }),
  row({
    id: 'session',
    title: 'Session check (GET /me)',
    note: 'against the verified token and one prepared statement that answers its row; ours also counts limits in Redis, reads the settings of the second factor and what waits for the account, and parses its reply by the contract',
    one: (side) => send(side.origin, { path: '/api/me', token: side.token }),
  }),
  row({
    id: 'people',
    title: `Page of ${people} users with its total`,
    note: 'against the verified token, one prepared statement for the session, one for the page and one for the total; ours also works out what may be done with each account and parses its reply by the contract',
    one: (side) => send(side.origin, { path: '/api/users', token: side.token }),
  }),
]
