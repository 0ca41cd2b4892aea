import { createSocket, type Socket } from 'node:dgram'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import { assetId as assetIdSchema } from '@e-events/shared/domain/ids.ts'
import { queues } from '@e-events/shared/jobs/queues.ts'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBinaries, type Binaries } from '../ffmpeg/binaries.ts'
import { probeRaw, runBatch, startLive } from '../ffmpeg/run.ts'
import { showArgv, slidesVideo, stageVideo, type RtpTarget, type ShowCommand } from './command.ts'
import { readDemoFile } from './demo-file.ts'
import { readDemoEnv } from './env.ts'
import { makeFilms } from './films.ts'
import { digitSize, makeShowFiles, panelSize, type ShowFiles } from './strips.ts'

let folder: string
let files: ShowFiles
let binaries: Binaries
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ee-show-'))
  binaries = findBinaries({ ffmpegBin: process.env['FFMPEG_BIN'], ffprobeBin: process.env['FFPROBE_BIN'], path: process.env['PATH'] ?? '' })
  files = await makeShowFiles(folder)
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the demo broadcaster', () => {
  it('refuses to run in production', () => {
    expect(() => readDemoEnv({ NODE_ENV: 'production' })).toThrow('never runs in production')
  })

  it('says what is wrong with its environment', () => {
    expect(() => readDemoEnv({ DEMO_SHOW_MS: 'soon', API_PORT: '0' })).toThrow(/DEMO_SHOW_MS|API_PORT/)
  })

  it('takes no file for the demo but one of the seed', async () => {
    const path = join(folder, 'demo.json')
    await expect(readDemoFile(path)).rejects.toMatchObject({ code: 'ENOENT' })
    await writeFile(path, JSON.stringify({ accounts: [], liveProductSlug: 'a', films: [] }))
    await expect(readDemoFile(path)).rejects.toThrow('no organizer')
    await writeFile(path, JSON.stringify({ accounts: [], liveProductSlug: '../a', films: [] }))
    await expect(readDemoFile(path)).rejects.toThrow('liveProductSlug')
  })
})

describe('the show', () => {
  it('leaves as RTP of two H264 feeds and one opus track, each as it was announced', async () => {
    const [stage, sound, slides] = [await listen(), await listen(), await listen()]
    const target = ({ port }: Listener, ssrc: number, payloadType: number): RtpTarget => ({
      ip: '127.0.0.1',
      port,
      rtcpPort: port,
      ssrc,
      payloadType,
    })
    const command: ShowCommand = {
      files,
      clockStartSec: 0,
      stage: { video: target(stage, 11, 101), audio: target(sound, 12, 100) },
      slides: { video: target(slides, 13, 101) },
    }
    const lines: string[] = []
    const ffmpeg = startLive(binaries, showArgv(command), (line) => lines.push(line))
    const packets = ({ received }: Listener) => received.filter(isRtp)
    await expect.poll(() => [stage, sound, slides].every((listener) => packets(listener).length >= 20), { timeout: 15_000 }).toBe(true)
    await ffmpeg.stop()
    for (const [listener, ssrc, payloadType] of [
      [stage, 11, 101],
      [sound, 12, 100],
      [slides, 13, 101],
    ] as const) {
      expect(new Set(packets(listener).map((packet) => packet.readUInt32BE(8)))).toEqual(new Set([ssrc]))
      expect(new Set(packets(listener).map((packet) => (packet[1] ?? 0) & 0x7f))).toEqual(new Set([payloadType]))
      expect(Math.max(...packets(listener).map(({ length }) => length))).toBeLessThanOrEqual(1_200)
      listener.socket.close()
    }
    // A receiver can decode from the beginning: the first packet describes the stream.
    expect(
      packets(stage)
        .slice(0, 3)
        .some((packet) => nalTypes(packet).includes(7)),
    ).toBe(true)
    expect(lines.filter((line) => /error|invalid/i.test(line))).toEqual([])
  }, 40_000)

  it('shows a clock that can be read from the picture, in both feeds', async () => {
    const clockStartSec = 21 * 3600 + 7 * 60 + 42
    const nowhere: RtpTarget = { ip: '127.0.0.1', port: 9, rtcpPort: 9, ssrc: 1, payloadType: 96 }
    const argv = showArgv({ files, clockStartSec, stage: { video: nowhere, audio: nowhere }, slides: { video: nowhere } })
    const filters = argv[argv.indexOf('-filter_complex') + 1] ?? ''
    const [stagePicture, slidesPicture] = [join(folder, 'stage-frame.png'), join(folder, 'slides-frame.png')]
    const inputs = inputsOf(argv)
    const still = (label: string, path: string) => ['-map', label, '-frames:v', '1', ...(path === slidesPicture ? [] : [path])]
    await runBatch(binaries, {
      inputs,
      options: ['-filter_complex', filters, ...still('[stage]', stagePicture), ...still('[slides]', slidesPicture)],
      output: slidesPicture,
    })
    const margin = 40
    const places = [
      { path: stagePicture, left: stageVideo.width - panelSize.width - margin, top: margin },
      { path: slidesPicture, left: slidesVideo.width - panelSize.width - margin, top: slidesVideo.height - panelSize.height - 30 },
    ]
    const [stage, slides] = await Promise.all(places.map(({ path, left, top }) => readClock(path, left, top)))
    expect(stage).toEqual([21, 7, 42, 0])
    // The board shows every fifth picture of the pacemaker: the same second, a few pictures in.
    expect(slides?.slice(0, 3)).toEqual([21, 7, 42])
    expect(slides?.[3]).toBeLessThan(stageVideo.frameRate / slidesVideo.frameRate)
  }, 60_000)

  it('is drawn once', async () => {
    expect(await makeShowFiles(folder)).toEqual(files)
  })
})

it('makes a film with picture and sound once, and hands it to the ladder', async () => {
  const redisUrl = process.env['TEST_REDIS_URL']
  if (!redisUrl) throw new Error('TEST_REDIS_URL is not set: `npm test` sets it')
  const assetId = assetIdSchema.parse(crypto.randomUUID())
  const film = {
    assetId,
    sourceKey: `sources/${assetId}.mp4`,
    storagePrefix: `vod/${assetId}`,
    seconds: 5,
    title: 'Prueba',
    motif: 'wave',
    palette: 'forest',
    key: 2,
  } as const
  const storage = await createDiskStorage({ root: join(folder, 'storage') })
  const queue = defineQueue({ ...queues.vodLadder, name: `demo-test-${assetId}` }, { redisUrl })
  const make = () =>
    makeFilms({
      films: [film],
      folder: join(folder, 'films'),
      storage,
      queue,
      binaries,
      log: pino({ level: 'silent' }),
      signal: new AbortController().signal,
    })
  await make()
  const probed = (await probeRaw(binaries, storage.localPath(film.sourceKey) ?? '', [])) as Probed
  expect(probed.streams.find(({ codec_type }) => codec_type === 'video')).toMatchObject({ codec_name: 'h264', width: 1280, height: 720 })
  expect(probed.streams.find(({ codec_type }) => codec_type === 'audio')).toMatchObject({ codec_name: 'aac' })
  expect(Math.abs(Number(probed.format.duration) - 5)).toBeLessThan(0.1)
  expect((await queue.counts()).waiting).toBe(1)
  const { etag } = (await storage.head(film.sourceKey)) ?? {}
  await make()
  expect((await storage.head(film.sourceKey))?.etag).toBe(etag)
  expect((await queue.counts()).waiting).toBe(1)
  // Once it can be played there is nothing left to do.
  await queue.remove(assetId)
  await storage.put(`${film.storagePrefix}/master.m3u8`, '#EXTM3U', 'application/vnd.apple.mpegurl')
  await make()
  expect((await queue.counts()).waiting).toBe(0)
  await queue.close()
}, 60_000)

interface Probed {
  streams: { codec_type: string; codec_name: string; width?: number; height?: number }[]
  format: { duration: number | string }
}

interface Listener {
  socket: Socket
  port: number
  received: Buffer[]
}

async function listen(): Promise<Listener> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1024 * 1024 })
  const received: Buffer[] = []
  socket.on('message', (message) => received.push(message))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { socket, port: socket.address().port, received }
}

/** RTCP shares the port here: its types are 200 to 204. */
function isRtp(packet: Buffer): boolean {
  const type = packet[1] ?? 0
  return type < 200 || type > 204
}

/** Types of the NAL units at the front of an H264 payload: single, aggregated (24) or fragmented (28). */
function nalTypes(packet: Buffer): number[] {
  const type = (packet[12] ?? 0) & 0x1f
  if (type === 28) return [(packet[13] ?? 0) & 0x1f]
  if (type !== 24) return [type]
  const found: number[] = []
  for (let at = 13; at + 2 < packet.length; at += 2 + packet.readUInt16BE(at)) found.push((packet[at + 2] ?? 0) & 0x1f)
  return found
}

/** The inputs of the show, without its pace: a test need not wait for the clock. */
function inputsOf(argv: readonly string[]): { path: string; options: string[] }[] {
  const inputs: { path: string; options: string[] }[] = []
  let options: string[] = []
  for (let i = argv.indexOf('-nostdin') + 1; argv[i] !== '-filter_complex'; i++) {
    const argument = argv[i] ?? ''
    if (argument === '-re') continue
    if (argument === '-i') {
      inputs.push({ path: argv[i + 1] ?? '', options })
      options = []
      i += 1
    } else options.push(argument)
  }
  return inputs
}

/** Compares every field of the clock with the sheet that it was made of. */
async function readClock(path: string, left: number, top: number): Promise<number[]> {
  const { width, height } = digitSize
  const gray = (file: string, region: { left: number; top: number; width: number; height: number }) =>
    sharp(file).extract(region).greyscale().raw().toBuffer()
  const sheet = await gray(files.digits, { left: 0, top: 0, width, height: height * 60 })
  const size = width * height
  const fields: number[] = []
  for (let i = 0; i < 4; i++) {
    const at = { left: left + 16 + i * (width + 20), top: top + (panelSize.height - height) / 2, width, height }
    const seen = await gray(path, at)
    const distances = Array.from({ length: 60 }, (_, row) =>
      seen.reduce((sum, value, k) => sum + Math.abs(value - (sheet[row * size + k] ?? 0)), 0),
    )
    fields.push(distances.indexOf(Math.min(...distances)))
  }
  return fields
}
