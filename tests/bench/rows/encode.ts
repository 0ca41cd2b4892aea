import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { audioBps, rungs as ladder } from '@e-events/shared/domain/ladder.ts'
import { waitUntilBound } from '../../../transcoder/src/live/ports.ts'
import { durationOf } from '../../support/hls-client.ts'
import { ffmpegBin, words } from '../../support/programs.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { startChild } from '../lib/child.ts'
import { clipsOf, publish, sources, type Source } from '../lib/ingest.ts'
import { receivingSdp, sendArgv, framesPerSec, gridSec } from '../lib/clips.ts'
import { cpuDuring, interleave, until, waitSeconds } from '../lib/rounds.ts'
import { goLive } from '../lib/show.ts'

const heights = new Set([720, 540, 360])
const rungs = ladder.filter(({ height }) => heights.has(height))
/** The first seconds belong to the start, which is not what is measured. */
const settledAfterSec = 4
const ports = { audio: 46_900, video: 46_902 }

interface Cost {
  /** CPU seconds per minute of media. */
  perMinute: number
  /** Seconds of media that came out per second: below 1 it did not keep up. */
  pace: number
}

/**
 * One hand-written ffmpeg for the same rungs: the same x264 settings, RTP in, fMP4 HLS out, nobody who looks after it.
 */
function handTuned(sdp: string, folder: string): string[] {
  const chains = rungs.map(({ height }, index) => `[s${index}]scale=-2:${height}:flags=bilinear,format=yuv420p[v${index}]`)
  const split = `[0:v:0]fps=${framesPerSec},split=${rungs.length}${rungs.map((_, index) => `[s${index}]`).join('')}`
  return [
    ...words('-hide_banner -nostdin -nostats -loglevel error -threads 1 -protocol_whitelist file,udp,rtp'),
    ...words('-analyzeduration 5000000 -probesize 5000000 -fpsprobesize 0 -i'),
    sdp,
    ...words('-filter_complex_threads 1 -filter_complex'),
    [split, ...chains].join(';'),
    ...rungs.flatMap(({ height, videoBps }, index) => [
      ...words(`-map [v${index}] -c:v:${index} libx264 -preset:v:${index} superfast -profile:v:${index} main`),
      ...words(`-threads:v:${index} ${height > 600 ? 2 : 1} -sc_threshold:v:${index} 0 -g:v:${index} ${20 * framesPerSec}`),
      ...words(
        `-b:v:${index} ${videoBps} -maxrate:v:${index} ${videoBps} -bufsize:v:${index} ${videoBps} -rc_init_occupancy:v:${index} ${videoBps / 5}`,
      ),
      `-force_key_frames:v:${index}`,
      `expr:gte(t,n_forced*${gridSec})`,
    ]),
    ...words(`-map 0:a:0 -c:a aac -b:a ${audioBps} -ac 2 -ar 48000 -af aresample=async=1`),
    ...words(`-f hls -hls_time ${gridSec} -hls_list_size 60 -hls_flags independent_segments+temp_file -hls_segment_type fmp4`),
    ...words('-hls_fmp4_init_filename init_%v.mp4 -hls_segment_filename'),
    `${folder}/%v_%05d.m4s`,
    '-var_stream_map',
    [...rungs.map(({ name }, index) => `v:${index},agroup:aud,name:${name}`), 'a:0,agroup:aud,default:yes,name:audio'].join(' '),
    `${folder}/%v.m3u8`,
  ]
}

async function costOfBaseline(bench: Bench, source: Source): Promise<Cost> {
  const folder = path.join(bench.folder, 'hand-tuned')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const sdp = path.join(folder, 'in.sdp')
  await writeFile(sdp, receivingSdp(source.codec, ports))
  const ffmpeg = startChild(ffmpegBin(), handTuned(sdp, folder))
  try {
    await waitUntilBound([ports.audio, ports.video], { timeoutMs: 20_000, signal: AbortSignal.timeout(20_000) })
    const file = (await clipsOf(source)).at(-1) ?? ''
    const to = (port: number, ssrc: number) => ({ ip: '127.0.0.1', port, rtcpPort: port + 1, ssrc })
    const sender = startChild(ffmpegBin(), sendArgv([{ file, codec: source.codec, video: to(ports.video, 1), audio: to(ports.audio, 2) }]))
    try {
      const madeSec = async () => {
        const list = await readFile(path.join(folder, '720p.m3u8'), 'utf8').catch(() => '')
        return [...list.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0)
      }
      return await Promise.race([costOf(bench, ffmpeg.pid, madeSec), ffmpeg.failed, sender.failed])
    } finally {
      await sender.end()
    }
  } finally {
    await ffmpeg.end()
  }
}

async function costOfOurs(bench: Bench, source: Source): Promise<Cost> {
  const stack = await bench.stack()
  const show = await goLive(stack)
  const publishing = await publish(stack, { ...show, source })
  try {
    const rungNames = rungs.map(({ name }) => name)
    const made = new Set((await show.masterUrl()) ? await listedRungs(await show.masterUrl()) : [])
    if (rungNames.some((name) => !made.has(name))) throw new Error(`the ladder has ${[...made].join(', ')}`)
    return await costOf(bench, stack.pidOf('transcoder'), async () => durationOf(await show.track('720p')))
  } finally {
    await publishing.stop()
    await show.end()
    await until('its ffmpeg has ended', () => stack.childrenOf('transcoder', /ffmpeg/).length === 0)
  }
}

async function listedRungs(masterUrl: string): Promise<string[]> {
  const text = await (await fetch(masterUrl)).text()
  return [...text.matchAll(/^(\d+p)\.m3u8/gm)].map(([, name = '']) => name)
}

/**
 * From the moment a segment is listed to the moment another one is, some `bench.seconds` later: whole segments of
 * media, whatever a busy machine makes of real time.
 */
async function costOf(bench: Bench, pid: number, madeSec: () => Promise<number>): Promise<Cost> {
  const listedMore = (thanSec: number) =>
    until(
      'another segment is listed',
      async () => {
        const nowSec = await madeSec()
        return nowSec > thanSec && nowSec
      },
      { timeoutMs: 90_000 },
    )
  await listedMore(settledAfterSec)
  const fromSec = await listedMore(await madeSec())
  let toSec = fromSec
  const { cpuSec, wallSec } = await cpuDuring(pid, async () => {
    await waitSeconds(bench.seconds)
    toSec = await listedMore(await madeSec())
  })
  const mediaSec = toSec - fromSec
  return { perMinute: (cpuSec / mediaSec) * 60, pace: mediaSec / wallSec }
}

interface Comparison {
  id: string
  title: string
  source: Source
  ratioAtMost: number
  what: string
}

function encodeRow({ id, title, source, ratioAtMost, what }: Comparison): Row {
  return {
    id,
    title,
    async measure(bench) {
      await bench.stack()
      bench.say('encoding the clips that are sent')
      await clipsOf(source)
      const paces = { ours: [] as number[], baseline: [] as number[] }
      const side = (name: 'ours' | 'baseline', cost: (bench: Bench, source: Source) => Promise<Cost>) => async () => {
        const { perMinute, pace } = await cost(bench, source)
        paces[name].push(pace)
        return perMinute
      }
      const measured = await interleave(bench, id, { ours: side('ours', costOfOurs), baseline: side('baseline', costOfBaseline) })
      const slowest = (values: number[]) => Math.min(...values).toFixed(2)
      return {
        figures: [
          {
            name: title,
            unit: 'CPU s per minute of video',
            ...measured,
            goal: { ratioAtMost },
            note:
              `${what}; ${bench.seconds} s per round after a start of some ${settledAfterSec} s. ` +
              `Media per second of time, slowest round: ours ${slowest(paces.ours)}, baseline ${slowest(paces.baseline)} (below 1: packets were lost on a machine that was too busy).`,
          },
        ],
      }
    },
  }
}

const rungText = rungs.map(({ name }) => name).join(', ')

export const encodeRows: Row[] = [
  encodeRow({
    id: 'encode',
    title: 'Transcoder service, everything encoded',
    source: sources.vp8,
    ratioAtMost: 1.05,
    what: `VP8 720p30 in real time to ${rungText} and AAC; node and all ffmpegs against one hand-tuned ffmpeg on the same RTP`,
  }),
  encodeRow({
    id: 'copy-top',
    title: 'Transcoder service, H264 top rung copied',
    source: sources.h264,
    ratioAtMost: 0.52,
    what: `H264 720p30 in real time, 720p copied, 540p and 360p encoded; against the full encode of ${rungText} by the hand-tuned ffmpeg`,
  }),
  encodeRow({
    id: 'direct',
    title: 'Transcoder service, direct ladder',
    source: sources.simulcast,
    ratioAtMost: 0.15,
    what: `three H264 layers (${rungText}) copied, AAC encoded; against the full encode of the same rungs from the top layer`,
  }),
]
