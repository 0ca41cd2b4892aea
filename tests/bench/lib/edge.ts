import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { signMediaToken } from '@e-events/shared/node/tokens.ts'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import { writeShippedNginx } from '../../support/shipped-nginx.ts'
import type { Watched, Watching } from '../servers/live-viewers.ts'
import type { Bench } from './bench.ts'
import { startChild, type Child } from './child.ts'
import { schedSecondsOf } from './cpu.ts'
import { until } from './rounds.ts'

const secret = 'a-secret-of-the-bench-that-is-long-enough'
const clipSec = 20
const script = (name: string) => fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url))

export type SegmentSec = 1 | 2

/** One way to serve a live show: the processes that have a part in it, and the lists of a new viewer. */
export interface EdgeSide {
  children: Child[]
  /** For what its viewers are told. */
  folder: string
  isHeld: boolean
  /** Lists come two in one answer, and the first part of each segment comes early. */
  isInParts?: boolean
  lists(): string[]
  /** Bytes of lists and records written to storage so far. */
  writtenBytes(): Promise<number>
  /** Connections for playlists that were opened to the delivery so far. */
  connections(): Promise<number>
}

/**
 * The same seconds of H264 and AAC for all: as fMP4 segments of 2 s, or as parts of segments of 1 s, and as one file
 * to be pushed.
 */
export async function makeClips(folder: string, { kbps, segmentSec = 2 }: { kbps: number; segmentSec?: SegmentSec }): Promise<string> {
  const show = path.join(folder, 'show.mp4')
  const source = `-f lavfi -i testsrc2=s=1280x720:r=30:d=${clipSec},noise=alls=12:allf=t -f lavfi -i sine=r=48000:d=${clipSec}`
  const encode = `-c:v libx264 -preset ultrafast -profile:v baseline -b:v ${kbps}k -maxrate ${kbps + 100}k -bufsize ${2 * kbps}k -g ${30 * segmentSec} -keyint_min ${30 * segmentSec} -sc_threshold 0 -pix_fmt yuv420p`
  await runProgram(ffmpegBin(), words(`-hide_banner -v error -y ${source} ${encode} -c:a aac -b:a 128k -ac 2 -shortest ${show}`))
  for (const [track, map] of [
    ['720p', '0:v'],
    ['audio', '0:a'],
  ] as const) {
    const cut = segmentSec === 2 ? '-hls_time 2' : '-hls_time 0.5 -hls_flags split_by_time'
    const hls = `-c copy -f hls ${cut} -hls_list_size 0 -hls_segment_type fmp4`
    const names = `-hls_fmp4_init_filename init_${track}.mp4 -hls_segment_filename ${folder}/${track}_%05d.m4s ${folder}/${track}.m3u8`
    await runProgram(ffmpegBin(), words(`-hide_banner -v error -y -i ${show} -map ${map} ${hls} ${names}`))
  }
  return show
}

interface EdgeShow {
  name: string
  ageSec: number
  phaseMs: number
  segmentSec?: SegmentSec
  isInParts?: boolean
}

/** As deployed but for TLS: the shipped nginx before the delivery of a feed that has been on air for so long. */
export async function startEdge(
  bench: Bench,
  clips: string,
  { name, ageSec, phaseMs, segmentSec = 2, isInParts = false }: EdgeShow,
): Promise<EdgeSide> {
  const folder = path.join(bench.folder, `edge-${name}`)
  const root = path.join(folder, 'media')
  await mkdir(root, { recursive: true })
  const prefix = `live/${randomUUID()}/${randomUUID()}`
  const node = startChild(
    process.execPath,
    [
      '--single-threaded-gc',
      '--disable-warning=ExperimentalWarning',
      script('live-origin'),
      root,
      clips,
      secret,
      prefix,
      String(ageSec),
      String(phaseMs),
      String(segmentSec),
      isInParts ? 'in-parts' : 'whole',
    ],
    { env: { PATH: process.env['PATH'], NODE_ENV: 'production' } },
  )
  const { port, fastCgiPort, figuresPort } = JSON.parse(await node.firstLine) as Record<'port' | 'fastCgiPort' | 'figuresPort', number>
  const plainPort = await freePort(0)
  const argv = await writeShippedNginx({ folder, plainPort, servicePort: port, mediaPort: port, fastCgiPort, mediaRoot: root })
  const nginx = startChild(process.env['NGINX_BIN'] ?? '', argv, { env: { PATH: process.env['PATH'], MEDIA_TOKEN_SECRET: secret } })
  const lists = () => {
    const claims = { userId: randomUUID(), productId: randomUUID(), prefixes: [prefix], expiresAtMs: Date.now() + 3_600_000 }
    const token = signMediaToken(claims, secret)
    return ['720p', 'audio'].map((track) => `http://127.0.0.1:${plainPort}/media/${token}/${prefix}/${track}.m3u8`)
  }
  await until('the shipped nginx answers', async () => (await fetch(lists()[0] ?? '').catch(() => undefined))?.ok, { timeoutMs: 15_000 })
  const figureOf = (name: 'writtenBytes' | 'connections') => async () => {
    const answer = await fetch(`http://127.0.0.1:${figuresPort}/`)
    return ((await answer.json()) as Record<typeof name, number>)[name]
  }
  const [writtenBytes, connections] = [figureOf('writtenBytes'), figureOf('connections')]
  return { children: [node, nginx], folder, isHeld: true, isInParts, lists, writtenBytes, connections }
}

export const partsOf = ({ children }: EdgeSide) => children.map(({ pid }) => schedSecondsOf(pid))
export const cpuOf = (side: EdgeSide) => partsOf(side).reduce((sum, seconds) => sum + seconds, 0)

/** Viewers who have all joined; `count` begins to count on all sides in the same moment. */
export async function join(side: EdgeSide, viewers: number, seconds: number): Promise<{ count(): Promise<Watched> }> {
  const watching: Watching = {
    viewers: Array.from({ length: viewers }, () => side.lists()),
    isHeld: side.isHeld,
    isInParts: side.isInParts,
    seconds,
  }
  // Addresses of a crowd are too long for the arguments of a program.
  const file = path.join(side.folder, `viewers-${randomUUID()}.json`)
  await writeFile(file, JSON.stringify(watching))
  const child = startChild(process.execPath, ['--disable-warning=ExperimentalWarning', script('live-viewers'), file])
  await child.firstLine
  return {
    async count() {
      const answered = child.secondLine
      // A child that has ended says why by its second line.
      child.signal('SIGUSR2')
      const text = await answered
      await child.end()
      return JSON.parse(text) as Watched
    },
  }
}
