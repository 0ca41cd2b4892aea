import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { signMediaToken } from '@e-events/shared/node/tokens.ts'
import { Redis } from 'ioredis'
import { writeShippedNginx } from '../../support/shipped-nginx.ts'
import { freePort } from '../../../scripts/lib/ports.mjs'
import type { Stack } from '../../support/stack.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { startChild, type Child } from '../lib/child.ts'
import { cpuSecondsOf } from '../lib/cpu.ts'
import type { Figure, Missing } from '../lib/figures.ts'
import { interleave, until, waitSeconds } from '../lib/rounds.ts'

/** Two seconds of 720p. */
const segmentBytes = 700_000
const segmentCount = 20
const connections = 8
const secret = randomBytes(32).toString('base64url')
const prefix = 'live/bench'

interface Server {
  /** All processes that have a part in an answer. */
  children: Child[]
  /** Address of segment `index`. */
  url(index: number): string
}

const keyOf = (index: number) => `${prefix}/720p_${String(index % segmentCount).padStart(5, '0')}.m4s`

function tokenFor(storagePrefix: string, signedWith: string): string {
  const claims = { userId: randomUUID(), productId: randomUUID(), prefixes: [storagePrefix], expiresAtMs: Date.now() + 3_600_000 }
  return signMediaToken(claims, signedWith)
}

async function startNode(mode: 'ours' | 'behind-nginx' | 'no-token' | 'stream', root: string): Promise<Server> {
  const script = fileURLToPath(new URL('../servers/media-server.ts', import.meta.url))
  const child = startChild(process.execPath, ['--disable-warning=ExperimentalWarning', script, mode, root, secret], {
    env: { PATH: process.env['PATH'] },
  })
  const { port } = JSON.parse(await child.firstLine) as { port: number }
  const token = tokenFor(prefix, secret)
  return { children: [child], url: (index) => `http://127.0.0.1:${port}/media/${token}/${keyOf(index)}` }
}

/** NGINX_BIN, or the nginx of this machine. */
function findNginx(): string | undefined {
  const named = process.env['NGINX_BIN']
  for (const bin of named ? [named] : ['nginx', '/usr/sbin/nginx']) {
    if (spawnSync(bin, ['-v'], { stdio: 'ignore' }).status === 0) return bin
  }
  return undefined
}

/**
 * deploy/nginx as it is shipped, without TLS: it checks tokens of segments itself and sends them from the storage
 * folder.
 */
async function startShipped(bin: string, root: string, folder: string, delivery: Server): Promise<Server> {
  const own = path.join(folder, 'nginx-shipped')
  await mkdir(own, { recursive: true })
  const plainPort = await freePort(0)
  const mediaPort = Number(new URL(delivery.url(0)).port)
  const argv = await writeShippedNginx({
    folder: own,
    plainPort,
    servicePort: mediaPort,
    mediaPort,
    fastCgiPort: mediaPort,
    mediaRoot: root,
  })
  const child = startChild(bin, argv, { env: { PATH: process.env['PATH'], MEDIA_TOKEN_SECRET: secret } })
  const url = (index: number) => `http://127.0.0.1:${plainPort}${new URL(delivery.url(index)).pathname}`
  await until('nginx answers', () => fetchSegment(url(0)).catch(() => undefined), { timeoutMs: 10_000 })
  return { children: [child, ...delivery.children], url }
}

/** nginx with the storage folder, open to all. */
async function startNginx(bin: string, root: string, folder: string): Promise<Server> {
  const port = await freePort(0)
  const own = path.join(folder, 'nginx-alone')
  await mkdir(own, { recursive: true })
  const file = path.join(own, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${own}/${one};`).join(' ')
  await writeFile(
    file,
    `daemon off; pid ${own}/nginx.pid; error_log stderr warn; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000; ${temporary}
  types { video/mp4 m4s; } open_file_cache max=100;
  server { listen 127.0.0.1:${port}; root ${root}; } }
`,
  )
  const child = startChild(bin, ['-c', file, '-p', own, '-e', 'stderr'])
  const url = (index: number) => `http://127.0.0.1:${port}/${keyOf(index)}`
  await until('nginx answers', () => fetchSegment(url(0)).catch(() => undefined), { timeoutMs: 10_000 })
  return { children: [child], url }
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
  const cpuSec = () => server.children.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0)
  const before = cpuSec()
  const count = await load(server.url, seconds)
  return ((cpuSec() - before) / count) * 1000
}

/**
 * SQL statements and Redis commands of the whole platform while so many segments are fetched, less those of an idle
 * stretch as long.
 */
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
      const stream = await keep(startNode('stream', root))
      const behind = nginx ? await keep(startNode('behind-nginx', root)) : undefined
      const before = nginx && behind ? await keep(startShipped(nginx, root, bench.folder, behind)) : undefined
      const plain = nginx ? await keep(startNginx(nginx, root, bench.folder)) : undefined
      const seconds = Math.min(bench.seconds, 5)
      const cost = (server: Server) => () => costPerThousand(server, seconds)
      // A first round for the compilers and caches of all of them.
      for (const server of running) if (server !== behind) await load(server.url, 1)
      const unit = 'CPU s/1000'
      const load8 = `segments of ${segmentBytes / 1000} KB, ${connections} connections, as fast as it goes, ${seconds} s a round`
      const figures: Figure[] = []
      const compare = async (name: string, [one, other]: [Server, Server], goal: Figure['goal'], note: string) => {
        const measured = await interleave(bench, name, { ours: cost(one), baseline: cost(other) })
        figures.push({ name, unit, ...measured, goal, note: `${load8}; ${note}` })
      }
      const missing: Missing[] = []
      if (before && plain) {
        await compare(
          'Authenticated segment as deployed, against a Node file stream',
          [before, stream],
          { ratioAtMost: 0.6 },
          'the shipped nginx, which checks the token (njs), sees to revocations, writes its log and sends the file, against a few lines of Node that pipe it, without token, range or cache',
        )
        await compare(
          'The same as deployed, against nginx sendfile alone',
          [before, plain],
          {},
          'the price of the check and of the log: nginx without either is part of the chain itself, so 1 is the floor of this ratio',
        )
        await compare(
          'Authenticated segment from memory, against nginx sendfile alone',
          [ours, plain],
          { ratioAtMost: 0.6 },
          'the delivery without nginx; its bytes are copied into the socket, those of sendfile on a loopback are not copied at all, so what a byte costs decides here, not the token',
        )
      } else missing.push({ name: 'Authenticated segment as deployed', reason: 'nginx is not installed on this machine' })
      await compare(
        'Authenticated segment without nginx, against a Node file stream',
        [ours, stream],
        {},
        'the delivery alone, as on a developer’s machine',
      )
      await compare('Token check against none', [ours, open], { ratioAtMost: 1.1 }, 'the same file service without address and token check')
      try {
        figures.push(await callsPerSegment(bench, await bench.stack()))
      } catch (error) {
        missing.push({ name: 'No SQL or Redis call per segment', reason: `failed: ${String(error)}` })
      }
      return { figures, missing }
    } finally {
      for (const child of new Set(running.flatMap(({ children }) => children))) await child.end('SIGTERM')
    }
  },
}
