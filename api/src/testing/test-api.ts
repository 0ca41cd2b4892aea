import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Endpoint, UploadInput } from '@e-events/shared/contract/endpoint.ts'
import { announceNode, type SfuNode } from '@e-events/shared/node/registry.ts'
import { claimRedis } from '@e-events/shared/node/testing/claim-redis.ts'
import type { Redis } from 'ioredis'
import supertest from 'supertest'
import { createLog } from '../adapters/log.ts'
import { readEnv, type Env } from '../env.ts'
import { startApi, type RunningApi } from '../server.ts'
import { testSecrets } from './secrets.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createFactories, factoryPassword, type Factories } from './factories.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export interface TestApi {
  /** Origin it listens on: `http://127.0.0.1:port`. */
  url: string
  env: Env
  api: RunningApi
  database: TestDatabase
  /** Folder of the disk storage. */
  storageDir: string
  factories: Factories
  /** A client on the same Redis, with the prefix of this test api. */
  redis: Redis
  clock: TestClock
  http: supertest.Agent
  /** Logs a factory user in and answers its bearer token. */
  tokenOf(user: { email: string }): Promise<string>
  /** Calls an endpoint of the contract with supertest; `as` is a token. */
  call(
    endpoint: Endpoint,
    input?: {
      params?: Record<string, string>
      query?: Record<string, unknown>
      body?: unknown
      upload?: UploadInput
      as?: string | undefined
    },
  ): supertest.Test
  /** Registers a media node that says it is alive; answers it. */
  mediaNode(fields?: Partial<SfuNode>): Promise<SfuNode>
  stop(): Promise<void>
}

export interface TestApiOptions {
  env?: Record<string, string>
  /** Event consumer and sweepers; off by default, so that tests call them by hand. */
  background?: boolean
  /** Off by default: a test sees what it wrote at once. With it the clock stands still. */
  cachesResponses?: boolean
  log?: { level: string; destination?: { write(text: string): void } }
}

/** A whole api on a random port with a database and a Redis of its own. Needs TEST_DATABASE_URL and TEST_REDIS_URL. */
export async function createTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = await createTestDatabase()
  const redisDatabase = await claimRedis()
  const storageDir = await mkdtemp(path.join(tmpdir(), 'ee-api-test-'))
  const env = readEnv({
    NODE_ENV: 'test',
    API_PORT: '0',
    API_HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    REDIS_URL: redisDatabase.url,
    API_BACKGROUND: options.background ? 'true' : 'false',
    TRUSTED_PROXIES: '1',
    DRAIN_MS: '500',
    RATE_LIMIT_FACTOR: '100000',
    STORAGE_DIR: storageDir,
    ...testSecrets,
    ...options.env,
  })
  const { cachesResponses = false } = options
  const clock = createTestClock({ isStopped: cachesResponses })
  const log = createLog({ level: 'error', node: 'test', ...options.log })
  // Beside other suites a test has a tenth of a core for minutes: what is late then is no outage.
  const api = await startApi(env, { log, clock, nodeId: `test-${randomUUID()}`, cachesResponses, patienceMs: 60_000 })
  const http = supertest.agent(api.url)
  return {
    url: api.url,
    env,
    api,
    database,
    storageDir,
    factories: createFactories(database.knex),
    redis: redisDatabase.redis,
    clock,
    http,
    async tokenOf(user) {
      const reply = await supertest(api.url).post('/api/auth/login').send({ user: user.email, password: factoryPassword, client: 'studio' })
      if (reply.status !== 200) throw new Error(`log-in of ${user.email} answered ${reply.status} ${reply.text}`)
      return (reply.body as { authToken: string }).authToken
    },
    call(endpoint, input = {}) {
      const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
      const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
      // Not compressed and unpacked in one process: a twentieth of the time of the api's tests.
      let request = supertest(api.url)[method](`/api${path}`).set('accept-encoding', 'identity')
      if (input.query) request = request.query(input.query)
      if (endpoint.apiKey) request = request.set('x-api-key', env.NOTIFICATIONS_API_KEY)
      if (input.as !== undefined) request = request.set('authorization', `Bearer ${input.as}`)
      if (input.upload) return request.set('content-type', input.upload.contentType).send(Buffer.from(input.upload.bytes as Uint8Array))
      return input.body === undefined ? request : request.send(input.body as object)
    },
    async mediaNode(fields = {}) {
      const node: SfuNode = {
        nodeId: `sfu-${randomBytes(4).toString('hex')}`,
        publicUrl: '/sfu',
        controlUrl: 'http://127.0.0.1:4100',
        loadPercent: 10,
        egressMbps: 0,
        rooms: 0,
        peers: 0,
        draining: false,
        atMs: Date.now(),
        ...fields,
      }
      await announceNode(redisDatabase.redis, node)
      return node
    },
    async stop() {
      await api.stop()
      await redisDatabase.release()
      await database.drop()
      await rm(storageDir, { recursive: true, force: true })
    },
  }
}
