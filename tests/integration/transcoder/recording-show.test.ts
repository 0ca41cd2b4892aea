import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import type { RecordingShowJob } from '@e-events/shared/jobs/queues.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBinaries } from '../../../transcoder/src/ffmpeg/binaries.ts'
import { makeRecordingMp4 } from '../../../transcoder/src/jobs/recording-mp4.ts'
import { makeRecordingShow } from '../../../transcoder/src/jobs/recording-show.ts'
import { openBrowser } from '../../support/browsers.ts'
import { bundlePage } from '../../support/bundled-page.ts'
import { decodePictures, findBeeps, type DecodedPicture } from '../../support/decode-media.ts'
import { downloadRun, durationOf, fetchMaster, fetchPlaylist, probe, runsOf, type MediaPlaylist } from '../../support/hls-client.ts'
import { ticksPerSecond } from '../../support/picture-code.ts'
import { readVideo } from '../../support/pixels.ts'
import { beepHz, clipTicks, type PublishedPictures } from './publisher.ts'
import { startHouse, until, type House, type Show, type TestTranscoder } from './support.ts'

const segmentSec = 2

let house: House
let transcoder: TestTranscoder
let folder: string
/** Page of the player: the origin whose pages may read what accounts watch. */
let pages: Server
let pageOrigin: string
beforeAll(async () => {
  pages = await servePlayer()
  pageOrigin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  house = await startHouse()
  transcoder = await house.startTranscoder({ PUBLIC_ORIGIN: pageOrigin })
  folder = await mkdtemp(path.join(tmpdir(), 'recording-show-'))
})
afterAll(async () => {
  await house.stop()
  pages.closeAllConnections()
  pages.close()
  await rm(folder, { recursive: true, force: true })
})

/** The feed sends until so many seconds of it are listed. */
async function take(show: Show, pictures: PublishedPictures, seconds: number): Promise<void> {
  const publisher = await show.publish(pictures)
  await until(
    'the take is listed',
    async () =>
      (await show.events('ladder.playable')).length > 0 && durationOf(await fetchPlaylist(show.url(transcoder, '360p.m3u8'))) >= seconds,
    120_000,
  )
  await publisher.stop()
}

interface Stretch {
  run: number
  seconds: number
}

/**
 * Whose pictures follow each other, and for how long they count on: without a step back, and without one of more than
 * `largestSec`.
 */
function stretches(pictures: readonly DecodedPicture[], largestSec = 1): Stretch[] {
  const found: Stretch[] = []
  let last: { run: number; counter: number } | undefined
  for (const { code } of pictures) {
    if (!code) continue
    const current = found.at(-1)
    if (!last || !current || last.run !== code.run) found.push({ run: code.run, seconds: 0 })
    else {
      const step = (code.counter - last.counter + clipTicks) % clipTicks
      // A step back is a large one here, since the counter begins again; a stretch that was encoded to fit in may show
      // a picture twice.
      expect(step).toBeLessThan(largestSec * ticksPerSecond)
      current.seconds += step / ticksPerSecond
    }
    last = code
  }
  return found
}

/** Decodes a list part by part: every part is one take, and complete but for the end of a killed publisher. */
async function partsOf(list: MediaPlaylist, name: string): Promise<Stretch[]> {
  const parts: Stretch[] = []
  for (const part of runsOf(list)) {
    const found = stretches(await decodePictures(await downloadRun(list, part, folder, `${name}-${part}`)))
    expect(found).toHaveLength(1)
    expect(Math.abs((found[0]?.seconds ?? 0) - durationOf(list, part))).toBeLessThan(segmentSec + 0.5)
    parts.push(...found)
  }
  return parts
}

function expectRisingDates({ segments }: MediaPlaylist): void {
  for (const [index, { programDateTimeMs }] of segments.entries()) {
    if (index > 0) expect(programDateTimeMs ?? 0).toBeGreaterThan(segments[index - 1]?.programDateTimeMs ?? 0)
  }
}

it(
  'two takes from two devices are one recording for both feeds: one timeline, as long as both, sound and picture to its end',
  { timeout: 400_000 },
  async () => {
    const first = await house.goLive()
    const second = await house.goLive({ broadcastId: first.broadcastId })
    await take(first, { size: { width: 640, height: 360 }, framesPerSec: 15, run: 1 }, 8)
    // Another camera with another frame.
    await take(second, { size: { width: 480, height: 270 }, framesPerSec: 15, run: 2 }, 12)
    await first.close()
    await second.close()
    const shows = [first, second]
    for (const show of shows) await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    const takes = await Promise.all(shows.map(async (show) => durationOf(await fetchPlaylist(show.url(transcoder, '360p.m3u8')))))
    const together = (takes[0] ?? 0) + (takes[1] ?? 0)
    const feeds = shows.map((show) => ({ feedId: show.feedId, storagePrefix: show.prefix, hasAudio: true, hasVideo: true }))
    const [composed] = await make({ broadcastId: first.broadcastId, feeds })
    if (composed?.type !== 'show.composed') throw new Error('nothing was put together')
    expect(composed.feeds.map((feed) => feed.feedId)).toEqual(shows.map((show) => show.feedId))
    for (const { durationMs } of composed.feeds) expect(Math.abs(durationMs / 1000 - together)).toBeLessThan(0.5)

    for (const show of shows) {
      const master = await fetchMaster(show.url(transcoder, 'show/master.m3u8'))
      expect(master.variants.length).toBeGreaterThan(0)
      const lists = await Promise.all([...master.variants.map((variant) => variant.url), master.audioUrl ?? ''].map(fetchPlaylist))
      for (const list of lists) {
        expect(runsOf(list)).toEqual([0, 1])
        expect(Math.abs(durationOf(list) - together)).toBeLessThan(2)
        expectRisingDates(list)
      }
      // ffmpeg as a player, from the first to the last segment.
      for (const { url } of master.variants) {
        expect((await partsOf(await fetchPlaylist(url), show.feedId)).map(({ run }) => run)).toEqual([1, 2])
        // ffmpeg loses up to a segment behind a new initialization, in lists of a single feed, too.
        const shown = stretches(await decodePictures(url), 3)
        expect(shown.map(({ run }) => run)).toEqual([1, 2])
        for (const [index, { seconds }] of shown.entries()) expect(Math.abs(seconds - (takes[index] ?? 0))).toBeLessThan(2 * segmentSec)
      }
      const sound = await findBeeps(master.audioUrl ?? '', beepHz)
      expect(Math.abs(sound.length - together)).toBeLessThan(3)
      const { streams } = await probe(show.url(transcoder, 'show/master.m3u8'), ['-show_entries', 'stream=codec_type,codec_name'])
      expect(new Set(streams.map((stream) => stream.codec_name))).toEqual(new Set(['h264', 'aac']))
    }

    const file = await mp4Of({ broadcastId: first.broadcastId, feedId: first.feedId, storagePrefix: first.prefix, show: feeds })
    const { format } = await probe(file, ['-show_format'])
    expect(Math.abs(Number(format.duration) - together)).toBeLessThan(1)
    expect(stretches(await decodePictures(file)).map(({ run }) => run)).toEqual([1, 2])
  },
)

it(
  'a feed that was away in the middle is completed by parts of one that was not, and hls.js plays it through',
  { timeout: 400_000 },
  async () => {
    const first = await house.goLive()
    const second = await house.goLive({ broadcastId: first.broadcastId })
    const steady = await second.publish({ size: { width: 480, height: 270 }, framesPerSec: 15, run: 4 })
    const pictures = { size: { width: 640, height: 360 }, framesPerSec: 15, run: 3 }
    const listed = async () => durationOf(await fetchPlaylist(second.url(transcoder, '360p.m3u8')))
    await until('the other feed plays', async () => (await second.events('ladder.playable'))[0], 90_000)
    await take(first, pictures, 8)
    const sentSec = await listed()
    await until('the feed is away for a while', async () => (await listed()) >= sentSec + 12, 90_000)
    await take(first, pictures, 16)
    await steady.stop()
    await first.close()
    await second.close()
    const shows = [first, second]
    for (const show of shows) await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    const feeds = shows.map((show) => ({ feedId: show.feedId, storagePrefix: show.prefix, hasAudio: true, hasVideo: true }))
    await make({ broadcastId: first.broadcastId, feeds })
    const master = await fetchMaster(first.url(transcoder, 'show/master.m3u8'))
    const lists = await Promise.all([...master.variants.map((variant) => variant.url), master.audioUrl ?? ''].map(fetchPlaylist))
    for (const list of lists) {
      expectRisingDates(list)
      expect(runsOf(list)).toEqual(runsOf(lists[0]!))
      expect(Math.abs(durationOf(list) - durationOf(lists[0]!))).toBeLessThan(2)
    }
    const shown = stretches(await decodePictures(master.variants.at(-1)?.url ?? ''))
    const order = shown.map(({ run }) => run)
    expect(order.join()).toContain('3,4,3')
    // A part that begins in the middle of a run is in the file from its first picture on.
    const file = await mp4Of({ broadcastId: first.broadcastId, feedId: first.feedId, storagePrefix: first.prefix, show: feeds })
    const { format } = await probe(file, ['-show_format'])
    expect(Math.abs(Number(format.duration) - durationOf(lists[0]!))).toBeLessThan(1.5)
    // A break of two segments between takes of the same camera is cut.
    expect(stretches(await decodePictures(file), 4).map(({ run }) => run)).toEqual(order)
    const flow = await playThrough(first.url(transcoder, 'show/master.m3u8'))
    expect(flow.order).toEqual(order)
    expect(flow.isAtEnd).toBe(true)
    expect(Math.abs(flow.lastSec - durationOf(lists[0]!))).toBeLessThan(2)
    expect(flow.longestStandstillMs).toBeLessThan(1_500)
  },
)

interface Flow {
  order: number[]
  lastSec: number
  isAtEnd: boolean
  longestStandstillMs: number
}

async function servePlayer(): Promise<Server> {
  const code = await bundlePage(new URL('hls-page.ts', import.meta.url))
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? code : '<!doctype html><title>player</title><video muted></video><script src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Plays a list in a browser, and reads what is on screen. */
async function playThrough(url: string): Promise<Flow> {
  const browser = await openBrowser({ baseUrl: pageOrigin })
  try {
    const page = await browser.context.newPage()
    await page.goto('/')
    await page.evaluate((address) => (globalThis as unknown as { play(url: string): void }).play(address), url)
    const flow: Flow = { order: [], lastSec: 0, isAtEnd: false, longestStandstillMs: 0 }
    let movedAtMs = Number.POSITIVE_INFINITY
    await until(
      'the list is played',
      async () => {
        const picture = await readVideo(page, 'video')
        // Behind a hole of some 50 ms in the sound, hls.js may not tell the end of the sound track: the element then
        // waits on its last picture.
        flow.isAtEnd = await page.evaluate((lastPictureSec) => {
          const video = document.querySelector('video')
          return video !== null && (video.ended || video.currentTime > video.duration - lastPictureSec)
        }, 0.15)
        if (picture && picture.positionSec > flow.lastSec) {
          flow.lastSec = picture.positionSec
          flow.longestStandstillMs = Math.max(flow.longestStandstillMs, Date.now() - movedAtMs)
          movedAtMs = Date.now()
        }
        const seen = picture?.code?.run
        if (seen !== undefined && seen !== flow.order.at(-1)) flow.order.push(seen)
        return flow.isAtEnd
      },
      120_000,
    ).catch(async (error: unknown) => {
      const player = await page.evaluate(() => (globalThis as unknown as { describePlayer(): string }).describePlayer())
      throw new Error(`the player stands ${player}, seen ${JSON.stringify(flow)}`, { cause: error })
    })
    return flow
  } finally {
    await browser.close()
  }
}

const log = pino({ level: 'silent' })

async function make(job: RecordingShowJob): Promise<NewMediaEvent[]> {
  const events: NewMediaEvent[] = []
  const publish = (event: NewMediaEvent) => Promise.resolve(void events.push(event))
  await makeRecordingShow(job, { storage: await createDiskStorage({ root: house.storageDir }), events: { publish }, log })
  return events
}

async function mp4Of(job: Parameters<typeof makeRecordingMp4>[0]): Promise<string> {
  const storage = await createDiskStorage({ root: house.storageDir })
  const { FFMPEG_BIN: ffmpegBin, FFPROBE_BIN: ffprobeBin, PATH: searched = '' } = process.env
  const binaries = findBinaries({ ffmpegBin, ffprobeBin, path: searched })
  const publish = () => Promise.resolve()
  await makeRecordingMp4(job, { storage, binaries, workDir: folder, log, events: { publish } }, new AbortController().signal)
  return storage.localPath(`${job.storagePrefix}/recording.mp4`) ?? ''
}
