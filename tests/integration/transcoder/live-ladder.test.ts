import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import { queues } from '@e-events/shared/jobs/queues.ts'
import { isFlowing } from '../../../transcoder/src/live/layer-probe.ts'
import { createPortPool } from '../../../transcoder/src/live/ports.ts'
import { joinRoom } from '../../../transcoder/src/live/room.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBeeps } from '../../support/decode-media.ts'
import { downloadRun, durationOf, fetchMaster, fetchPlaylist, keyFrameTimes, probe } from '../../support/hls-client.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import { secrets } from '../sfu/support.ts'
import { findFlashes, median, offsets } from './flashes.ts'
import { beepHz } from './publisher.ts'
import { startHouse, until, type House, type Show, type TestTranscoder } from './support.ts'

let house: House
let transcoder: TestTranscoder
let folder: string
beforeAll(async () => {
  house = await startHouse()
  transcoder = await house.startTranscoder()
  folder = await mkdtemp(path.join(tmpdir(), 'live-ladder-'))
})
afterAll(async () => {
  await house.stop()
  await rm(folder, { recursive: true, force: true })
})

const lengthOf = async (show: Show, track: string) => durationOf(await fetchPlaylist(show.url(transcoder, `${track}.m3u8`)))

/** Nobody notices less (ITU-R BT.1359). */
const unnoticedSec = 0.125

describe('live ladder', { timeout: 300_000 }, () => {
  it('makes four rungs of a 1080p feed that end as a recording with an MP4 [LIVE-009] [LIVE-013] [CARD-006] [CARD-007]', async () => {
    const show = await house.goLive()
    const beganAtMs = Date.now()
    await show.publish({ size: { width: 1920, height: 1080 }, framesPerSec: 15 })
    const playable = await until('the ladder plays', async () => (await show.events('ladder.playable'))[0], 90_000)
    expect(playable.rungs).toEqual(['1080p', '720p', '540p', '360p'])
    await until('20 s are there', async () => (await lengthOf(show, '1080p')) >= 20, 90_000)

    const growing = await fetchPlaylist(show.url(transcoder, '360p.m3u8'))
    expect(growing.isEnded).toBe(false)
    const capturedAtMs = growing.segments[0]?.programDateTimeMs ?? 0
    expect(capturedAtMs).toBeGreaterThan(beganAtMs)
    expect(capturedAtMs).toBeLessThan(playable.atMs)
    const still = await fetch(show.url(transcoder, 'thumb.jpg'))
    expect(still.headers.get('content-type')).toBe('image/jpeg')
    const stillPath = path.join(folder, 'thumb.jpg')
    await writeFile(stillPath, Buffer.from(await still.arrayBuffer()))
    expect((await probe(stillPath, ['-show_streams'])).streams[0]).toMatchObject({ codec_name: 'mjpeg', width: 640, height: 360 })

    await show.close()
    const closed = await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    expect(closed).toMatchObject({ kept: true, rungs: ['1080p', '720p', '540p', '360p'] })

    const master = await fetchMaster(show.url(transcoder, 'master.m3u8'))
    expect(master.variants.map(({ widthPx, heightPx }) => `${widthPx}x${heightPx}`)).toEqual([
      '1920x1080',
      '1280x720',
      '960x540',
      '640x360',
    ])
    const lists = await Promise.all(master.variants.map(({ url }) => fetchPlaylist(url)))
    for (const list of lists) {
      expect(list.isEnded).toBe(true)
      expect(durationOf(list)).toBeCloseTo(closed.durationMs / 1000, 0)
      for (const { durationSec } of list.segments) expect(Math.round(durationSec)).toBeLessThanOrEqual(list.targetDurationSec)
    }

    // Every rung, told by its own bytes: size, codec as promised, key frames where the top has them.
    const files = await Promise.all(lists.map((list, index) => downloadRun(list, 0, folder, `rung${index}`)))
    const keys = await Promise.all(files.map(keyFrameTimes))
    for (const [index, file] of files.entries()) {
      const { streams } = await probe(file, ['-show_streams'])
      expect(streams[0]).toMatchObject({ codec_name: 'h264', height: master.variants[index]?.heightPx })
      expect(keys[index]).toHaveLength(keys[0]?.length ?? 0)
      for (const [position, atSec] of (keys[index] ?? []).entries()) expect(Math.abs(atSec - (keys[0]?.[position] ?? 0))).toBeLessThan(0.04)
      expect(master.variants[index]?.codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/)
    }

    // Sound against pictures, read from what was published. The sender's clocks are known after three of its reports,
    // one in five seconds: until then the arrival counts, and on a busy machine large pictures arrive late.
    const sound = await downloadRun(await fetchPlaylist(master.audioUrl ?? ''), 0, folder, 'sound')
    const beeps = await findBeeps(sound, beepHz)
    for (const file of [files[0], files[3]]) {
      const late = offsets(
        (await findFlashes(file ?? '')).filter((atSec) => atSec > 5),
        beeps,
      )
      expect(late.length).toBeGreaterThan(8)
      expect(Math.abs(median(late))).toBeLessThan(unnoticedSec)
    }

    // An independent client reads it from its first to its last second.
    const read = await runProgram(ffmpegBin(), [
      ...words('-hide_banner -loglevel warning -i'),
      show.url(transcoder, 'master.m3u8'),
      ...words('-map 0:v:0 -map 0:a:0 -c copy -f mp4 -y'),
      path.join(folder, 'read.mp4'),
    ])
    expect(read.stderr).not.toMatch(/error/i)
    const { format } = await probe(path.join(folder, 'read.mp4'), ['-show_format'])
    expect(Math.abs(Number(format.duration) - closed.durationMs / 1000)).toBeLessThan(1)

    const mp4 = defineQueue(queues.recordingMp4, { redisUrl: house.sfu.redisUrl })
    await mp4.enqueue({ broadcastId: show.broadcastId, feedId: show.feedId, storagePrefix: show.prefix }, { jobId: `mp4:${show.feedId}` })
    const ready = await until('the MP4 is ready', async () => (await show.events('mp4.ready'))[0], 90_000)
    await mp4.close()
    expect(Math.abs(ready.durationMs - closed.durationMs)).toBeLessThan(1_000)
    const whole = await probe(show.url(transcoder, 'recording.mp4'), ['-show_streams', '-show_format'])
    expect(whole.streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac'])
    expect(whole.streams[0]).toMatchObject({ width: 1920, height: 1080 })
    expect(Math.abs(Number(whole.format.duration) - closed.durationMs / 1000)).toBeLessThan(1)
  })

  it('encodes all rungs of a VP8 feed, and deletes a show that is not recorded', async () => {
    const show = await house.goLive({ recording: false })
    await show.publish({ size: { width: 640, height: 360 }, codec: 'vp8' })
    const playable = await until('the ladder plays', async () => (await show.events('ladder.playable'))[0], 90_000)
    expect(playable.rungs).toEqual(['360p'])
    await until('some seconds are there', async () => (await lengthOf(show, '360p')) >= 4, 90_000)
    await show.close()
    const closed = await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    expect(closed.kept).toBe(false)
    await until('nothing is left', async () => (await fetch(show.url(transcoder, 'master.m3u8'))).status === 404)
  })

  it('gives a screen without sound a silent track, and sees whether its pictures come', async () => {
    const show = await house.goLive({ kind: 'screen' })
    const publisher = await show.publish({ size: { width: 640, height: 360 }, withoutSound: true, framesPerSec: 5 })
    await until('the ladder plays', async () => (await show.events('ladder.playable'))[0], 90_000)
    const master = await fetchMaster(show.url(transcoder, 'master.m3u8'))
    expect(master.audioUrl).not.toBeNull()
    await until('silence is there', async () => (await lengthOf(show, 'audio')) >= 4, 90_000)
    const sound = await downloadRun(await fetchPlaylist(show.url(transcoder, 'audio.m3u8')), 0, folder, 'silence')
    expect(await findBeeps(sound, beepHz)).toEqual([])

    const { broadcastId, feedId } = show
    const looker = { nodeId: 'looker', secret: secrets.internal, onEvent: () => undefined }
    const room = await until('the room is found', () => joinRoom({ redis: house.redis, broadcastId, feedId, ...looker }))
    const seat = { ports: createPortPool({ ip: '127.0.0.1', min: 59_000, max: 59_099 }), rtpIp: '127.0.0.1' }
    expect(await isFlowing(room, feedId, 'video', seat)).toBe(true)
    await publisher.stop()
    expect(await isFlowing(room, feedId, 'video', seat)).toBe(false)
    room.close()
    await show.close()
    await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
  })

  it('offers the sound of an audio feed alone, in segments of a second for low latency', async () => {
    const show = await house.goLive({ kind: 'audio', segmentDurationSec: 1 })
    await show.publish({})
    const playable = await until('the ladder plays', async () => (await show.events('ladder.playable'))[0], 90_000)
    expect(playable.rungs).toEqual([])
    await until('some seconds are there', async () => (await lengthOf(show, 'audio')) >= 3, 90_000)
    const list = await fetchPlaylist(show.url(transcoder, 'audio.m3u8'))
    for (const { durationSec } of list.segments) expect(durationSec).toBeLessThan(1.5)
    await show.close()
    await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
  })
})
