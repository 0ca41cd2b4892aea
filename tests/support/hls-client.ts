import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ffprobeBin, runProgram } from './programs.ts'

/** An HLS client that shares no line with the player or the packager: it reads what was published as RFC 8216 says. */
export interface Variant {
  url: string
  widthPx: number
  heightPx: number
  bandwidthBps: number
  codecs: string
}

export interface Master {
  variants: Variant[]
  audioUrl: string | null
}

export interface Segment {
  url: string
  durationSec: number
  mapUrl: string | null
  /** Segments between two discontinuities belong to one run of the encoder. */
  run: number
  programDateTimeMs: number | null
}

export interface MediaPlaylist {
  targetDurationSec: number
  isEnded: boolean
  segments: Segment[]
}

export async function fetchMaster(url: string): Promise<Master> {
  const lines = await fetchLines(url)
  const variants: Variant[] = []
  let audioUrl: string | null = null
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('#EXT-X-MEDIA:') && attribute(line, 'TYPE') === 'AUDIO') audioUrl = new URL(attribute(line, 'URI'), url).href
    if (!line.startsWith('#EXT-X-STREAM-INF:')) continue
    const [width, height] = attribute(line, 'RESOLUTION').split('x').map(Number)
    variants.push({
      url: new URL(lines[index + 1] ?? '', url).href,
      widthPx: width ?? 0,
      heightPx: height ?? 0,
      bandwidthBps: Number(attribute(line, 'BANDWIDTH')),
      codecs: attribute(line, 'CODECS'),
    })
  }
  return { variants: variants.toSorted((a, b) => b.heightPx - a.heightPx), audioUrl }
}

export async function fetchPlaylist(url: string): Promise<MediaPlaylist> {
  const lines = await fetchLines(url)
  const segments: Segment[] = []
  let durationSec = 0
  let mapUrl: string | null = null
  let programDateTimeMs: number | null = null
  let run = 0
  for (const line of lines) {
    if (line.startsWith('#EXTINF:')) durationSec = Number.parseFloat(line.slice(8))
    else if (line.startsWith('#EXT-X-MAP:')) mapUrl = new URL(attribute(line, 'URI'), url).href
    else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) programDateTimeMs = Date.parse(line.slice(line.indexOf(':') + 1))
    else if (line === '#EXT-X-DISCONTINUITY') run += segments.length > 0 ? 1 : 0
    else if (line !== '' && !line.startsWith('#')) {
      segments.push({ url: new URL(line, url).href, durationSec, mapUrl, run, programDateTimeMs })
      programDateTimeMs = null
    }
  }
  return {
    targetDurationSec: Number(lines.find((line) => line.startsWith('#EXT-X-TARGETDURATION:'))?.split(':')[1]),
    isEnded: lines.includes('#EXT-X-ENDLIST'),
    segments,
  }
}

/** Duration of the whole playlist, or of one run in it. */
export function durationOf({ segments }: MediaPlaylist, run?: number): number {
  return segments.reduce((sum, segment) => sum + (run === undefined || segment.run === run ? segment.durationSec : 0), 0)
}

export function runsOf({ segments }: MediaPlaylist): number[] {
  return [...new Set(segments.map((segment) => segment.run))]
}

/** One run of a playlist as one file: its initialization and its segments in a row, timestamps untouched. */
export async function downloadRun(playlist: MediaPlaylist, run: number, folder: string, name: string): Promise<string> {
  const segments = playlist.segments.filter((segment) => segment.run === run)
  const addresses = [segments[0]?.mapUrl ?? null, ...segments.map((segment) => segment.url)].filter((url) => url !== null)
  const parts: Buffer[] = []
  for (const url of addresses) parts.push(await fetchBytes(url))
  const file = path.join(folder, `${name}.mp4`)
  await writeFile(file, Buffer.concat(parts))
  return file
}

/** Times of the key frames of a file, seconds. */
export async function keyFrameTimes(file: string): Promise<number[]> {
  const packets = await probe(file, ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time,flags'])
  return packets.packets.filter((packet) => packet.flags?.startsWith('K')).map((packet) => Number(packet.pts_time))
}

export interface ProbedStream {
  codec_type: string
  codec_name: string
  width?: number
  height?: number
}
interface Probed {
  streams: ProbedStream[]
  packets: { pts_time?: string; flags?: string }[]
  format: { duration?: string }
}

export async function probe(input: string, argv: readonly string[]): Promise<Probed> {
  const { stdout } = await runProgram(ffprobeBin(), ['-v', 'error', '-of', 'json', ...argv, input])
  const found = JSON.parse(stdout.toString('utf8')) as Partial<Probed>
  return { streams: found.streams ?? [], packets: found.packets ?? [], format: found.format ?? {} }
}

async function fetchLines(url: string): Promise<string[]> {
  return (await fetchBytes(url)).toString('utf8').split(/\r?\n/)
}

async function fetchBytes(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} for ${url}`)
  return Buffer.from(await response.arrayBuffer())
}

/** An attribute of a tag; quotes are taken off. */
function attribute(line: string, name: string): string {
  const match = new RegExp(`[:,]${name}=(?:"([^"]*)"|([^,]*))`).exec(line)
  return match?.[1] ?? match?.[2] ?? ''
}
