#!/usr/bin/env node
// `npm run admin -- create EMAIL`: the command line of the api (api/src/cli/admin.ts), against DATABASE_URL, else the
// database of the running platform, else the local one, started for the moment.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { loadDotEnv, loadSecrets, serviceEnv, DEFAULT_PORTS } from './lib/env.mjs'
import { guard } from './lib/guard.mjs'
import { installPackages } from './lib/install.mjs'
import { findRunning } from './lib/instance.mjs'
import { dataDir, nodeBin, root } from './lib/paths.mjs'
import { task } from './lib/platform.mjs'
import { freePort } from './lib/ports.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { Advice } from './lib/progress.mjs'

loadDotEnv(path.join(root, '.env'))
const watcher = guard()
try {
  const running = findRunning(dataDir)
  const given = process.env.DATABASE_URL ?? running?.env?.DATABASE_URL
  if (!running) await installPackages({ note: () => {} })
  const databaseUrl = given ?? (await ownDatabase())
  const env = serviceEnv({
    dataDir,
    ports: running?.ports ?? DEFAULT_PORTS,
    host: 'localhost',
    databaseUrl,
    redisUrl: process.env.REDIS_URL ?? running?.env?.REDIS_URL ?? `redis://127.0.0.1:${DEFAULT_PORTS.redis}`,
    secrets: loadSecrets(path.join(dataDir, 'secrets.json')),
    tools: { ffmpeg: process.env.FFMPEG_BIN ?? 'ffmpeg', ffprobe: process.env.FFPROBE_BIN ?? 'ffprobe', worker: '' },
    nodeEnv: process.env.NODE_ENV,
  })
  if (!given) await task(['api/src/cli/migrate.ts'], env)
  process.exitCode = await new Promise((resolve, reject) => {
    // Our terminal is its terminal: it may ask for a password.
    const child = spawn(nodeBin, ['--disable-warning=ExperimentalWarning', 'api/src/cli/admin.ts', ...process.argv.slice(2)], {
      cwd: root,
      env,
      stdio: 'inherit',
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
} catch (error) {
  console.error(error instanceof Advice ? error.message : error.stack)
  process.exitCode = 1
} finally {
  await watcher.endAll()
}

async function ownDatabase() {
  const postgres = await startPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    port: await freePort(DEFAULT_PORTS.postgres),
    durable: true,
  })
  watcher.add(postgres.child, 'SIGINT')
  return postgres.url
}
