import { readdir } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { downloadRun, durationOf, fetchMaster, fetchPlaylist, keyFrameTimes, runsOf } from '../../support/hls-client.ts'
import { startHouse, until, type House, type Show, type TestTranscoder } from './support.ts'

let house: House
let transcoder: TestTranscoder
let folder: string
async function begin(): Promise<void> {
  house = await startHouse()
  transcoder = await house.startTranscoder()
}
beforeAll(async () => {
  await begin()
  folder = await mkdtemp(path.join(tmpdir(), 'resilience-'))
})
// A worker that is asleep, or one with shows of its own, would keep every other try waiting.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await house.stop()
  await begin()
}, 60_000)
afterAll(async () => {
  await house.stop()
  await rm(folder, { recursive: true, force: true })
})

const small = { size: { width: 640, height: 360 }, framesPerSec: 15 }
const listOf = (show: Show, track: string, from = transcoder) => fetchPlaylist(show.url(from, `${track}.m3u8`))
const isOnAir = (show: Show) => until('the ladder plays', async () => (await show.events('ladder.playable'))[0], 90_000)
const hasRuns = (show: Show, count: number, from = transcoder) =>
  until(`${count} runs are listed`, async () => runsOf(await listOf(show, '360p', from)).length >= count, 90_000)
const hasSeconds = (show: Show, seconds: number) =>
  until(`${seconds} s are listed`, async () => durationOf(await listOf(show, '360p')) >= seconds, 90_000)

/** Every list tells the same story: runs in the same places, all of them readable from a key frame on. */
async function expectConsistent(show: Show, from: TestTranscoder): Promise<void> {
  const master = await fetchMaster(show.url(from, 'master.m3u8'))
  const lists = await Promise.all([...master.variants.map(({ url }) => url), master.audioUrl ?? ''].map(fetchPlaylist))
  const [first] = lists
  for (const list of lists) {
    expect(runsOf(list)).toEqual(runsOf(first ?? list))
    for (const run of runsOf(list)) {
      const length = (each: typeof list) =>
        each.segments.filter((segment) => segment.run === run).reduce((sum, { durationSec }) => sum + durationSec, 0)
      expect(Math.abs(length(list) - length(first ?? list))).toBeLessThan(2)
      expect(new Set(list.segments.filter((segment) => segment.run === run).map(({ mapUrl }) => mapUrl)).size).toBe(1)
    }
  }
  for (const run of runsOf(lists[0] ?? { segments: [], isEnded: false, targetDurationSec: 0 })) {
    const [key] = await keyFrameTimes(await downloadRun(lists[0]!, run, folder, `run${run}`))
    expect(key).toBeLessThan(2.5)
  }
}

describe('live ladder in trouble', { timeout: 300_000 }, () => {
  it('goes on behind a discontinuity when ffmpeg is killed, and when it hangs', async () => {
    const show = await house.goLive()
    await show.publish(small)
    await isOnAir(show)
    await hasSeconds(show, 4)
    process.kill(transcoder.liveRuns()[0]!, 'SIGKILL')
    await hasRuns(show, 2)
    await hasSeconds(show, 8)
    process.kill(transcoder.liveRuns()[0]!, 'SIGSTOP')
    await hasRuns(show, 3)
    await show.close()
    await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    expect((await show.events('ladder.trouble')).map(({ reason }) => reason)).toEqual(['ffmpeg_exit', 'ffmpeg_hang'])
    await expectConsistent(show, transcoder)
    expect(transcoder.liveRuns()).toEqual([])
  })

  it('adds nothing while the publisher is away and goes on in the same recording when it is back [LIVE-022]', async () => {
    const show = await house.goLive()
    const first = await show.publish(small)
    await isOnAir(show)
    await hasSeconds(show, 4)
    await first.stop()
    await until('the run has ended', () => transcoder.liveRuns().length === 0)
    const before = await listOf(show, '360p')
    expect(before.isEnded).toBe(false)
    await show.publish(small)
    await hasRuns(show, 2)
    const after = await listOf(show, '360p')
    expect(after.segments.slice(0, before.segments.length)).toEqual(before.segments)
    const gapMs = (after.segments.find(({ run }) => run === 1)?.programDateTimeMs ?? 0) - (before.segments.at(-1)?.programDateTimeMs ?? 0)
    expect(gapMs).toBeGreaterThan((before.segments.at(-1)?.durationSec ?? 0) * 1000)
    await show.close()
    await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    expect(await show.events('ladder.trouble')).toEqual([])
    await expectConsistent(show, transcoder)
  })

  it('believes the pictures when the publisher announced another size, and lends rungs where a stretch lacks one', async () => {
    const show = await house.goLive()
    const first = await show.publish({ size: { width: 640, height: 360 }, announced: { width: 960, height: 540 }, framesPerSec: 15 })
    const playable = await isOnAir(show)
    expect(playable.rungs).toEqual(['360p'])
    await first.stop()
    await show.publish({ size: { width: 960, height: 540 }, framesPerSec: 15 })
    const changed = await until('the rungs changed', async () => (await show.events('ladder.changed'))[0], 90_000)
    expect(changed.rungs).toEqual(['540p', '360p'])
    await show.close()
    await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    const [lent] = (await listOf(show, '540p')).segments
    expect(lent?.url).toContain('/360p_')
    await expectConsistent(show, transcoder)
  })

  it('is taken over by another worker when its own dies, and a worker that was only asleep writes nothing any more', async () => {
    const show = await house.goLive()
    await show.publish(small)
    await isOnAir(show)
    const second = await house.startTranscoder()
    await hasSeconds(show, 4)
    const asleep = transcoder
    asleep.signal('SIGSTOP')
    await until('the second worker works', () => second.liveRuns().length === 1, 60_000)
    await hasRuns(show, 2, second)
    asleep.signal('SIGCONT')
    await until('the first worker gave up', () => asleep.liveRuns().length === 0, 60_000)
    const folders = (await readdir(path.join(house.storageDir, show.prefix))).filter((name) => /^e\d+r\d+$/.test(name))
    expect(folders.map((name) => name.slice(0, 2)).toSorted()).toEqual(['e1', 'e2'])

    second.signal('SIGKILL')
    await second.exited
    await until('the first worker works again', () => asleep.liveRuns().length === 1, 60_000)
    await hasRuns(show, 3)
    const urls = (await listOf(show, '360p')).segments.map(({ url }) => url.replace(/.*\/(e\d+r\d+\/.*)/, '$1'))
    expect(new Set(urls).size).toBe(urls.length)
    await show.close()
    const closed = await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    expect(closed.durationMs / 1000).toBeCloseTo(durationOf(await listOf(show, '360p')), 1)
    await expectConsistent(show, asleep)
    const third = await house.startTranscoder()
    expect((await listOf(show, '360p', third)).isEnded).toBe(true)
    third.signal('SIGTERM')
    await third.exited
  })

  it('hands its feeds over when it is asked to stop, with its last pictures listed', async () => {
    const leaving = transcoder
    const show = await house.goLive()
    await show.publish(small)
    await isOnAir(show)
    await hasSeconds(show, 4)
    const next = await house.startTranscoder()
    leaving.signal('SIGTERM')
    expect(await leaving.exited).toBe(0)
    expect(leaving.lines.find((line) => line['msg'] === 'run ended')).toBeDefined()
    await hasRuns(show, 2, next)
    await show.close()
    await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    expect(await show.events('ladder.trouble')).toEqual([])
    await expectConsistent(show, next)
  })

  it('ends a feed that the organizer takes off the show, while the show goes on', async () => {
    const worker = await house.startTranscoder()
    const show = await house.goLive()
    const publisher = await show.publish(small)
    await isOnAir(show)
    await until('some seconds are listed', async () => durationOf(await listOf(show, '360p', worker)) >= 4, 60_000)
    await publisher.peer.client.request('closeFeed', { feedId: show.feedId })
    const closed = await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    expect(closed.kept).toBe(true)
    await until('the playlist has ended', async () => (await listOf(show, '360p', worker)).isEnded)
  })
})
