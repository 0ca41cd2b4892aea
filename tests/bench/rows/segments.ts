import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { signMediaToken } from '@e-events/shared/node/tokens.ts'
import { Redis } from 'ioredis'
import { freePort } from '../../../scripts/lib/ports.mjs'
import type { Stack } from '../../support/stack.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { startChild, type Child } from '../lib/child.ts'
import type { Figure, Missing } from '../lib/figures.ts'
import { cpuDuring, interleave, until, waitSeconds } from '../lib/rounds.ts'

/** Two seconds of 720p. */
const segmentBytes = 700_000
const segmentCount = 20
const connections = 8
const secret = randomBytes(32).toString('base64url')
const prefix = 'live/bench'

interface Server {
  child: Child
  /** Address of segment `index`. */
  url(index: number): string
}

const keyOf = (index: number) => `${prefix}/720p_${String(index % segmentCount).padStart(5, '0')}.m4s`

function tokenFor(storagePrefix: string, signedWith: string): string {
  const claims = { userId: randomUUID(), productId: randomUUID(), prefixes: [storagePrefix], expiresAtMs: Date.now() + 3_600_000 }
  return signMediaToken(claims, signedWith)
}

async function startNode(mode: 'ours' | 'no-token' | 'stream', root: string): Promise<Server> {
  const script = fileURLToPath(new URL('../servers/media-server.ts', import.meta.url))
  const child = startChild(process.execPath, ['--disable-warning=ExperimentalWarning', script, mode, root, secret], {
    env: { PATH: process.env['PATH'] },
  })
  const { port } = JSON.parse(await child.firstLine) as { port: number }
  const token = tokenFor(prefix, secret)
  return { child, url: (index) => `http://127.0.0.1:${port}/media/${token}/${keyOf(index)}` }
}

/** NGINX_BIN, or the nginx of this machine. */
function findNginx(): string | undefined {
  const named = process.env['NGINX_BIN']
  for (const bin of named ? [named] : ['nginx', '/usr/sbin/nginx']) {
    if (spawnSync(bin, ['-v'], { stdio: 'ignore' }).status === 0) return bin
  }
  return undefined
}

async function startNginx(bin: string, root: string, folder: string): Promise<Server> {
  const port = await freePort(0)
  const file = path.join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000; ${temporary}
  types { video/mp4 m4s; } open_file_cache max=100;
  server { listen 127.0.0.1:${port}; root ${root}; } }
`,
  )
  const child = startChild(bin, ['-c', file, '-p', folder, '-e', 'stderr'])
  const server = { child, url: (index: number) => `http://127.0.0.1:${port}/${keyOf(index)}` }
  await until('nginx answers', () => fetchSegment(server.url(0)).catch(() => undefined), { timeoutMs: 10_000 })
  return server
}

const agent = new Agent({ keepAlive: true, maxSockets: connections })

function fetchSegment(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`status ${response.statusCode} for ${url}`)),
      )
      response.on('error', reject)
    }).on('error', reject)
  })
}

/** Fetches as fast as it goes, on several connections. @returns how many segments came */
async function load(url: (index: number) => string, seconds: number): Promise<number> {
  const endsAtMs = performance.now() + seconds * 1000
  let count = 0
  const one = async () => {
    while (performance.now() < endsAtMs) {
      const bytes = await fetchSegment(url(count))
      if (bytes !== segmentBytes) throw new Error(`a segment of ${bytes} bytes`)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  return count
}

async function costPerThousand(server: Server, seconds: number): Promise<number> {
  let count = 0
  const { cpuSec } = await cpuDuring(server.child.pid, async () => {
    count = await load(server.url, seconds)
  })
  return (cpuSec / count) * 1000
}

/** SQL statements and Redis commands of the whole platform while so many segments are fetched, less those of an idle stretch as long. */
async function callsPerSegment(bench: Bench, stack: Stack): Promise<Figure> {
  const storagePrefix = 'vod/bench-segments'
  await writeSegments(path.join(String(stack.env['STORAGE_DIR']), storagePrefix))
  const token = tokenFor(storagePrefix, String(stack.env['MEDIA_TOKEN_SECRET']))
  const address = `http://127.0.0.1:${stack.env['TRANSCODER_PORT']}/media/${token}/${storagePrefix}/`
  const redis = new Redis(String(stack.env['REDIS_URL']))
  try {
    const redisCalls = async () => Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1])
    const sqlCalls = async () => {
      const { rows } = await stack.knex.raw<{ rows: { calls: string }[] }>(
        'select pg_stat_clear_snapshot(), xact_commit + xact_rollback as calls from pg_stat_database where datname = current_database()',
      )
      return Number(rows[0]?.calls)
    }
    const during = async (work: () => Promise<number>) => {
      const before = (await redisCalls()) + (await sqlCalls())
      const count = await work()
      // PostgreSQL hands in its figures with up to a second's delay.
      await waitSeconds(1.5)
      return { count, calls: (await redisCalls()) + (await sqlCalls()) - before }
    }
    const ours: number[] = []
    const baseline: number[] = []
    let segments = 0
    for (let round = 0; round < bench.rounds; round++) {
      const idle = await during(async () => {
        await waitSeconds(5)
        return 0
      })
      const busy = await during(() => load((index) => `${address}${path.basename(keyOf(index))}`, 5))
      segments += busy.count
      ours.push(busy.calls)
      baseline.push(idle.calls)
    }
    bench.say(`segments: ${segments} fetched from the running platform`)
    return {
      name: 'SQL + Redis calls of the whole platform in 5 s of serving',
      unit: 'calls',
      ours,
      baseline,
      goal: {},
      note: `baseline: 5 s without a viewer; ${segments} segments were fetched in all, so one call per segment would add ${Math.round(segments / bench.rounds)} a round. The process of the two rows above has neither address nor client of a database`,
    }
  } finally {
    redis.disconnect()
  }
}

async function writeSegments(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let index = 0; index < segmentCount; index++)
    await writeFile(path.join(folder, path.basename(keyOf(index))), randomBytes(segmentBytes))
}

export const segments: Row = {
  id: 'segments',
  title: 'Authenticated segments',
  async measure(bench) {
    const root = path.join(bench.folder, 'segments')
    await writeSegments(path.join(root, prefix))
    const nginx = findNginx()
    const running: Server[] = []
    const keep = async (starting: Promise<Server>) => {
      const server = await starting
      running.push(server)
      return server
    }
    try {
      const ours = await keep(startNode('ours', root))
      const open = await keep(startNode('no-token', root))
      const stream = nginx ? await keep(startNode('stream', root)) : undefined
      const plain = await keep(nginx ? startNginx(nginx, root, path.join(bench.folder)) : startNode('stream', root))
      const seconds = Math.min(bench.seconds, 5)
      const cost = (server: Server) => () => costPerThousand(server, seconds)
      // A first round for the compilers and caches of all three.
      for (const server of running) await load(server.url, 1)
      const unit = 'CPU s/1000'
      const against = nginx ? 'nginx sendfile' : 'a plain Node file stream (nginx is not installed on this machine)'
      const load8 = `segments of ${segmentBytes / 1000} KB, ${connections} connections, as fast as it goes, ${seconds} s a round`
      const figures: Figure[] = [
        {
          name: `Authenticated segment against ${nginx ? 'nginx sendfile' : 'a Node file stream'}`,
          unit,
          ...(await interleave(bench, 'segments', { ours: cost(ours), baseline: cost(plain) })),
          goal: { ratioAtMost: 0.6 },
          note: `${load8}; against ${against}`,
        },
        {
          name: 'Token check against none',
          unit,
          ...(await interleave(bench, 'token', { ours: cost(ours), baseline: cost(open) })),
          goal: { ratioAtMost: 1.1 },
          note: `${load8}; the same file service without address and token check`,
        },
      ]
      if (stream) {
        figures.splice(1, 0, {
          name: 'Authenticated segment against a Node file stream',
          unit,
          ...(await interleave(bench, 'stream', { ours: cost(ours), baseline: cost(stream) })),
          goal: {},
          note: `${load8}; a few lines of Node that pipe the file, without token, range or cache`,
        })
      }
      const missing: Missing[] = []
      try {
        figures.push(await callsPerSegment(bench, await bench.stack()))
      } catch (error) {
        missing.push({ name: 'No SQL or Redis call per segment', reason: `failed: ${String(error)}` })
      }
      return { figures, missing }
    } finally {
      for (const { child } of running) await child.end('SIGTERM')
    }
  },
}
