import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBinaries } from '../../../transcoder/src/ffmpeg/binaries.ts'
import { makeRecordingMp4 } from '../../../transcoder/src/jobs/recording-mp4.ts'
import { findBeeps } from '../../support/decode-media.ts'
import { durationOf, fetchPlaylist, probe, runsOf } from '../../support/hls-client.ts'
import { findFlashes, median, offsets } from './flashes.ts'
import { beepHz, type PublishedPictures } from './publisher.ts'
import { startHouse, until, type House, type Show, type TestTranscoder } from './support.ts'

let house: House
let transcoder: TestTranscoder
let folder: string
beforeAll(async () => {
  house = await startHouse()
  transcoder = await house.startTranscoder()
  folder = await mkdtemp(path.join(tmpdir(), 'recording-'))
})
afterAll(async () => {
  await house.stop()
  await rm(folder, { recursive: true, force: true })
})

const listOf = (show: Show, track: string) => fetchPlaylist(show.url(transcoder, `${track}.m3u8`))

/** A show whose publisher comes once per entry, for some seconds each (8 unless it says more); closed. */
async function record(...stretches: (PublishedPictures & { forSec?: number })[]): Promise<Show> {
  const show = await house.goLive()
  for (const [index, { forSec = 8, ...pictures }] of stretches.entries()) {
    const publisher = await show.publish(pictures)
    await until(
      'the stretch is listed',
      async () => {
        if ((await show.events('ladder.playable')).length === 0) return false
        const list = await listOf(show, '360p')
        const own = list.segments.filter(({ run }) => run === index)
        return durationOf({ ...list, segments: own }) >= forSec
      },
      120_000,
    )
    if (index < stretches.length - 1) await publisher.stop()
  }
  await show.close()
  await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
  return show
}

async function mp4Of(show: Show): Promise<{ file: string; events: NewMediaEvent[] }> {
  const storage = await createDiskStorage({ root: house.storageDir })
  const binaries = findBinaries({
    ffmpegBin: process.env['FFMPEG_BIN'],
    ffprobeBin: process.env['FFPROBE_BIN'],
    path: process.env['PATH'] ?? '',
  })
  const events: NewMediaEvent[] = []
  const publish = (event: NewMediaEvent) => {
    events.push(event)
    return Promise.resolve()
  }
  const job = { broadcastId: show.broadcastId, feedId: show.feedId, storagePrefix: show.prefix }
  await makeRecordingMp4(
    job,
    { storage, binaries, workDir: folder, log: pino({ level: 'silent' }), events: { publish } },
    new AbortController().signal,
  )
  return { file: storage.localPath(`${show.prefix}/recording.mp4`) ?? '', events }
}

/** Sound against pictures after the join, where a naive join is a third of a second off. */
async function expectTogether(file: string, fromSec: number): Promise<void> {
  const flashes = (await findFlashes(file)).filter((atSec) => atSec > fromSec)
  const late = offsets(flashes, await findBeeps(file, beepHz))
  expect(late.length).toBeGreaterThan(3)
  expect(Math.abs(median(late))).toBeLessThan(0.08)
}

describe('MP4 of a recording', { timeout: 300_000 }, () => {
  it('joins the stretches of an interrupted show without a gap, sound and pictures together [CARD-007]', async () => {
    const pictures = { size: { width: 640, height: 360 }, framesPerSec: 15 }
    const show = await record(pictures, pictures)
    const list = await listOf(show, '360p')
    expect(runsOf(list)).toEqual([0, 1])
    const { file, events } = await mp4Of(show)
    const { streams, format } = await probe(file, ['-show_streams', '-show_format'])
    expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac'])
    expect(Math.abs(Number(format.duration) - durationOf(list))).toBeLessThan(1)
    expect(events).toMatchObject([{ type: 'mp4.ready', key: `${show.prefix}/recording.mp4` }])
    const second = list.segments.filter(({ run }) => run === 0).reduce((sum, { durationSec }) => sum + durationSec, 0)
    await expectTogether(file, second + 4)
  })

  it('brings a stretch of another size to that of the longest ones', async () => {
    const show = await record(
      { size: { width: 960, height: 540 }, framesPerSec: 15 },
      { size: { width: 640, height: 480 }, framesPerSec: 15, forSec: 14 },
    )
    const { file } = await mp4Of(show)
    const { streams, format } = await probe(file, ['-show_streams', '-show_format'])
    const list = await listOf(show, '360p')
    const firstSec = durationOf({ ...list, segments: list.segments.filter(({ run }) => run === 0) })
    expect(streams[0]).toMatchObject({ width: 640, height: 480 })
    expect(Math.abs(Number(format.duration) - durationOf(list))).toBeLessThan(1)
    await expectTogether(file, firstSec + 4)
  })

  it('says so when there is nothing to make it of', async () => {
    const show = await house.goLive()
    await show.close()
    const closed = await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    expect(closed).toMatchObject({ durationMs: 0, sizeBytes: 0, kept: false, rungs: [] })
    await expect(mp4Of(show)).rejects.toThrow('no segments')
  })
})
