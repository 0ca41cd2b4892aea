#!/usr/bin/env node
// A throw-away PostgreSQL and Redis for running tests by hand: `npm run services`, then copy the two lines it prints
// into the terminal in which `npx vitest` is to run. Options: --postgres-port N, --redis-port N, --data DIR. Ends with
// Ctrl-C.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { guard } from './lib/guard.mjs'
import { freePort } from './lib/ports.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { findRedis, startRedis } from './lib/redis.mjs'
import { makeThrowAway } from './lib/throw-away.mjs'

const option = (name) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

const keep = option('data')
const folder = keep ?? makeThrowAway('services').folder
const watcher = guard()
const postgres = await startPostgres({
  dataDir: path.join(folder, 'postgres'),
  port: await freePort(Number(option('postgres-port') ?? 0)),
  durable: false,
})
watcher.add(postgres.child, 'SIGINT')
const redis = await startRedis({
  redis: await findRedis(),
  port: await freePort(Number(option('redis-port') ?? 0)),
  dataDir: path.join(folder, 'redis'),
  durable: false,
})
watcher.add(redis.child, 'SIGTERM')

console.log(`export TEST_DATABASE_URL=${postgres.url}`)
console.log(`export TEST_REDIS_URL=${redis.url}`)

let ending = false
const end = async () => {
  if (ending) return
  ending = true
  await watcher.endAll()
  if (!keep) {
    rmSync(folder, { recursive: true, force: true })
    rmSync(postgres.dataDir, { recursive: true, force: true })
  }
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end())
for (const { child } of [postgres, redis]) child.on('exit', () => void end())
