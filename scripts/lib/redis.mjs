// Redis for one machine: redis-server or valkey-server of the system, else Debian's packages unpacked into the user's
// cache (no root needed, nothing changed in the system, no service that lingers). REDIS_URL wins over it (see
// platform.mjs).
import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { cacheDir, isExecutable, onPath } from './paths.mjs'
import { hasEnded, run, until } from './processes.mjs'
import { libraryTriplet, unpackDebian } from './unpack.mjs'

const ADVICE = `No Redis was found and none could be fetched. Any of these helps:
  Debian/Ubuntu:  sudo apt-get install -y redis-server
  macOS:          brew install redis
  Docker:         docker compose up -d redis, then REDIS_URL=redis://127.0.0.1:6379 npm start
  elsewhere:      REDIS_URL=redis://host:6379 npm start`

/**
 * Finds or fetches the server.
 * @returns {Promise<{ bin: string, env: NodeJS.ProcessEnv, how: string }>}
 */
export async function findRedis() {
  const given = process.env.REDIS_SERVER_BIN
  if (given && (await works(given, process.env))) return { bin: given, env: process.env, how: given }
  for (const name of ['redis-server', 'valkey-server']) {
    const bin = onPath(name)
    if (bin && (await works(bin, process.env))) return { bin, env: process.env, how: bin }
  }
  const found = await unpacked()
  if (found) return found
  throw new Error(ADVICE)
}

/**
 * @param {{ redis: { bin: string, env: NodeJS.ProcessEnv }, port: number, dataDir: string, durable: boolean, log?:
 * (text: string) => void }} options
 * @returns {Promise<{ url: string, child: import('node:child_process').ChildProcess }>}
 */
export async function startRedis({ redis, port, dataDir, durable, log = () => {} }) {
  mkdirSync(dataDir, { recursive: true })
  const keep = durable ? ['--appendonly', 'yes', '--appendfsync', 'everysec'] : ['--appendonly', 'no']
  const child = spawn(
    redis.bin,
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      dataDir,
      '--save',
      '',
      ...keep,
      '--maxmemory-policy',
      'noeviction',
      '--daemonize',
      'no',
    ],
    { env: redis.env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  const onData = (chunk) => {
    output = (output + chunk).slice(-4000)
    log(String(chunk))
  }
  child.stdout.on('data', onData)
  child.stderr.on('data', onData)
  await until(
    () => {
      if (hasEnded(child)) throw new Error(`Redis ended with ${child.exitCode ?? child.signalCode}:\n${output}`)
      return answersPing(port)
    },
    { timeoutMs: 20_000, everyMs: 25, what: 'Redis' },
  )
  return { url: `redis://127.0.0.1:${port}`, child }
}

function answersPing(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    const finish = (ok) => {
      socket.destroy()
      resolve(ok)
    }
    socket.setTimeout(1000, () => finish(false))
    socket.on('data', (chunk) => finish(String(chunk).startsWith('+PONG')))
    socket.on('error', () => finish(false))
  })
}

const works = async (bin, env) => (await run(bin, ['--version'], { env, timeoutMs: 30_000 })).code === 0

async function unpacked() {
  const home = path.join(cacheDir, 'redis')
  const bin = path.join(home, 'redis-server')
  const env = { ...process.env, LD_LIBRARY_PATH: path.join(home, 'root/usr/lib', libraryTriplet) }
  const found = { bin, env, how: 'unpacked Debian packages' }
  if (isExecutable(bin) && (await works(bin, env))) return found
  // The server is the multi-call binary in redis-tools.
  const made = await unpackDebian({
    name: 'redis',
    packages: ['redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1', 'libhiredis0.14', 'libhiredis1.1.0'],
    needed: 'redis-tools',
    finish: (folder) => {
      copyFileSync(path.join(folder, 'root/usr/bin/redis-check-rdb'), path.join(folder, 'redis-server'))
      chmodSync(path.join(folder, 'redis-server'), 0o755)
    },
  })
  return made && (await works(bin, env)) ? found : null
}
