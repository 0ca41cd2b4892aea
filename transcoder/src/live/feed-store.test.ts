import { buffer } from 'node:stream/consumers'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import { splitFirstPart } from '@e-events/shared/domain/first-part.ts'
import { firstPartName } from '@e-events/shared/domain/film-files.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlaylistHub, type PlaylistHub } from '../hls/publisher.ts'
import { readSegment } from '../hls/fmp4.ts'
import { avc1, initBytes, mp4a, segmentBytesOf, zeros } from '../testing/fmp4-bytes.ts'
import { FencedError } from './fence.ts'
import { restoreFeed } from './restore-feed.ts'
import { lastEpoch, openFeedStore, type FeedStore, type OpenRun } from './feed-store.ts'

const prefix = 'live/b/f'
let folder: string
let disk: Storage
let hub: PlaylistHub
let isCurrent: boolean
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feed-store-'))
  disk = await createDiskStorage({ root: join(folder, 'storage') })
  hub = createPlaylistHub()
  isCurrent = true
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (options: { epoch?: number; storage?: Storage; onPruned?: () => void } = {}) =>
  openFeedStore({
    storage: options.storage ?? disk,
    hub,
    prefix,
    segmentDurationSec: 2,
    fence: { epoch: options.epoch ?? 1, isCurrent: () => Promise.resolve(isCurrent) },
    ...(options.onPruned ? { onPruned: options.onPruned } : {}),
  })

/** A run with pictures and sound whose tracks are known; sound begins half a second later. */
async function begin(store: FeedStore): Promise<OpenRun> {
  const run = store.beginRun({ capturedAtMs: 1_700_000_000_000, frameRate: 30 })
  await run.addTrack('720p', initBytes({ sample: avc1, timescale: 90_000 }))
  await run.addTrack('audio', initBytes({ sample: mp4a, timescale: 48_000, edits: [[500, -1]] }))
  return run
}

/** Adds one segment of two seconds to both tracks. */
async function add(run: OpenRun, number: number, bytes = 100): Promise<void> {
  for (const track of ['720p', 'audio'] as const) {
    const name = `${track}_${String(number).padStart(5, '0')}.m4s`
    const path = join(folder, name)
    const time = number * 2 * (track === 'audio' ? 48_000 : 90_000)
    await writeFile(path, segmentBytesOf({ time, samples: 60, data: zeros(bytes) }))
    await run.addSegment({ track, name, durationSec: 2, content: { path } })
  }
}

/** The playlist that viewers get. */
const listText = (track: string) => hub.current(`${prefix}/${track}.m3u8`)?.form(false).body.toString()
const listed = (text: string | undefined) => text?.match(/^e\S+$/gm) ?? []

describe('feed store', () => {
  it('lets an earlier worker write nothing more', async () => {
    const store = await open()
    const run = await begin(store)
    await add(run, 0)
    await run.publish()
    const before = listText('720p')
    await add(run, 1)
    isCurrent = false
    await expect(run.publish()).rejects.toThrow(FencedError)
    await expect(store.end()).rejects.toThrow(FencedError)
    const keys = async () => (await disk.list(prefix)).map(({ key }) => key).toSorted()
    const written = await keys()
    await expect(begin(store)).rejects.toThrow(FencedError)
    expect(await keys()).toEqual(written)
    expect(listText('720p')).toBe(before)
    expect((await restoreFeed(disk, prefix)).runs[0]?.tracks.get('720p')?.segments).toHaveLength(1)
  })

  it('goes on in time where ffmpeg leaps by 2^32 ticks within a run', async () => {
    const store = await open()
    const run = await begin(store)
    const leap = 2 ** 32 - 40 * 90_000
    for (const [index, [time, durationSec]] of (
      [
        [0, 2],
        [180_000, 47_681],
        [leap, 2],
        [leap + 180_000, 2],
      ] as const
    ).entries()) {
      const name = `720p_0000${index}.m4s`
      await writeFile(join(folder, name), segmentBytesOf({ time, samples: 60, data: zeros(100) }))
      await run.addSegment({ track: '720p', name, durationSec, content: { path: join(folder, name) } })
    }
    await run.publish()
    const times = []
    for (let index = 0; index < 4; index++) {
      const bytes = await buffer(await disk.read(`${prefix}/${run.id}/720p_0000${index}.m4s`))
      times.push(readSegment(bytes, 'video').startTime)
    }
    expect(times).toEqual([0, 180_000, 360_000, 540_000])
    const list = listText('720p')
    expect(list?.match(/#EXTINF:[\d.]+/g)?.map((line) => Number(line.slice(8)))).toEqual([2, 2, 2, 2])
    expect(store.durationSec()).toBe(8)
  })

  it('hands out the beginning of a segment before it is whole, with the same bytes, and not for long', async () => {
    const store = await open()
    const run = await begin(store)
    const fragment = (number: number, half: number) => ({
      bytes: Buffer.from(segmentBytesOf({ time: (number * 2 + half) * 48_000, samples: 30, data: zeros(50) })),
      durationSec: 1,
    })
    const read = async (name: string) => buffer(await disk.read(`${prefix}/${run.id}/${name}`))
    for (let number = 0; number < 14 * 2; number++) {
      const name = `audio_${String(number).padStart(5, '0')}.m4s`
      const [first, rest] = [fragment(number, 0), fragment(number, 1)]
      await run.addFirstPart({ track: 'audio', name, fragments: [first] })
      const begun = await read(firstPartName(name))
      await run.addSegment({ track: 'audio', name, durationSec: 2, content: { fragments: [first, rest] } })
      const whole = await read(name)
      expect(whole.length).toBeGreaterThan(begun.length)
      expect(whole.subarray(0, begun.length)).toEqual(begun)
      // Sound begins half a second after the run, told once by each of its fragments.
      expect(readSegment(whole, 'audio').startTime).toBe(number * 2 * 48_000 + 24_000)
      expect(readSegment(whole.subarray(begun.length), 'audio').startTime).toBe((number * 2 + 1) * 48_000 + 24_000)
    }
    await expect(read('audio_00000-0.m4s')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await run.publish()
    expect(listText('audio')).not.toContain('-0.m4s')
    await run.close()
    await expect(read('audio_00027-0.m4s')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await read('audio_00027.m4s')).length).toBeGreaterThan(0)
  })

  it('puts the sound of the same time behind the first part of pictures', async () => {
    const run = await begin(await open())
    const fragment = (time: number) => ({ bytes: Buffer.from(segmentBytesOf({ time, samples: 30, data: zeros(50) })), durationSec: 1 })
    const sound = { track: 'audio', name: 'audio_00003.m4s', fragments: [fragment(0)] } as const
    await run.addFirstPart({ track: '720p', name: '720p_00002.m4s', fragments: [fragment(0)], sound })
    const file = splitFirstPart(await buffer(await disk.read(`${prefix}/${run.id}/720p_00002-0.m4s`)))
    expect(file.sound?.name).toBe('audio_00003.m4s')
    expect(readSegment(file.pictures, 'video').startTime).toBe(0)
    expect(readSegment(file.sound?.bytes ?? file.pictures, 'audio').startTime).toBe(24_000)
    expect(Buffer.from(file.pictures)).toEqual(fragment(0).bytes)
  })

  it('refuses a segment that was cut short', async () => {
    const run = await begin(await open())
    const path = join(folder, '720p_00000.m4s')
    await writeFile(path, segmentBytesOf({ time: 0, samples: 60, data: zeros(100) }).subarray(0, -10))
    await expect(run.addSegment({ track: '720p', name: '720p_00000.m4s', durationSec: 2, content: { path } })).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    })
  })

  it('lists nothing before it is published, and removes what never was', async () => {
    const store = await open()
    const run = await begin(store)
    await add(run, 0)
    expect(store.runs).toEqual([])
    expect(hub.current(`${prefix}/720p.m3u8`)).toBeUndefined()
    await run.close()
    expect(await disk.list(prefix)).toEqual([])
  })

  it('tells changed rungs once, and puts late tracks where they belong', async () => {
    const store = await open()
    const run = await begin(store)
    await add(run, 0)
    expect(await run.publish()).toBe(true)
    await add(run, 1)
    expect(await run.publish()).toBe(false)
    expect(store.rungs).toEqual(['720p'])
    expect(listText('audio')).toContain('PROGRAM-DATE-TIME:2023-11-14T22:13:20.500Z')
    expect(await disk.getText(`${prefix}/master.m3u8`)).toContain('720p.m3u8')
    expect(hub.current(`${prefix}/720p.m3u8`)).toMatchObject({ lastMsn: 1, ended: false })
  })

  it('goes on where another worker stopped, and keeps an ended show ended', async () => {
    const first = await open()
    const run = await begin(first)
    for (const number of [0, 1]) await add(run, number)
    await run.publish()
    const before = listText('720p') ?? ''
    expect(await lastEpoch(disk, prefix)).toBe(1)

    const second = await open({ epoch: 2 })
    expect(second.durationSec()).toBe(4)
    expect(second.sizeBytes()).toBe(first.sizeBytes())
    const next = await begin(second)
    await add(next, 0)
    await next.publish()
    await second.end()
    const after = listText('720p') ?? ''
    expect(after.startsWith(before)).toBe(true)
    expect(after).toContain('#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="e2r0/init_720p.mp4"')
    expect(after.endsWith('#EXT-X-ENDLIST\n')).toBe(true)
    // The closed list is a file, and the journal has said what it had to say.
    expect(await disk.getText(`${prefix}/720p.m3u8`)).toBe(after)
    expect(await disk.list(`${prefix}/journal`)).toEqual([])
    expect((await open({ epoch: 3 })).ended).toBe(true)
  })

  it('writes no more in hour twelve than in the first minute', async () => {
    const bytes: number[] = []
    let written = 0
    const counting: Storage = { ...disk, put: (key, content, type) => ((written += content.length), disk.put(key, content, type)) }
    const store = await open({ storage: counting })
    const run = await begin(store)
    for (let number = 0; number < 1_500; number++) {
      await add(run, number)
      await run.publish()
      if (number % 30 < 29) continue
      bytes.push(written)
      written = 0
    }
    const minutes = bytes.slice(1)
    // The newest piece of the journal, at most 16 KB and half of it on average.
    for (const minute of minutes) expect(minute).toBeLessThan(30 * 17_000)
    expect(minutes.at(-1)).toBeLessThan(2 * Math.max(...minutes.slice(0, 10)))
  })

  it('makes room on a full disk from the oldest part and never lists what is not there', async () => {
    let pruned = 0
    const store = await open({ storage: limited(disk, 150_000), onPruned: () => pruned++ })
    const run = await begin(store)
    for (let number = 0; number < 120; number++) {
      await add(run, number, 800)
      await run.publish()
    }
    expect(pruned).toBeGreaterThan(0)
    for (const track of ['720p', 'audio']) {
      const text = listText(track) ?? ''
      expect(listed(text).length).toBeGreaterThanOrEqual(30)
      expect(listed(text).at(-1)).toBe(`e1r0/${track}_00119.m4s`)
      const first = Number(/_(\d+)\.m4s/.exec(listed(text)[0] ?? '')?.[1])
      expect(text).toContain(`#EXT-X-MEDIA-SEQUENCE:${first}\n`)
      expect(text).not.toContain('PLAYLIST-TYPE:EVENT')
      for (const uri of listed(text)) expect(await disk.head(`${prefix}/${uri}`)).toBeDefined()
    }
    const again = await open({ epoch: 2 })
    expect(again.durationSec()).toBe(store.durationSec())
  })

  it('gives up when not even the last minute fits', async () => {
    const store = await open({ storage: limited(disk, 20_000) })
    const run = await begin(store)
    await expect(
      (async () => {
        for (let number = 0; number < 40; number++) {
          await add(run, number, 800)
          await run.publish()
        }
      })(),
    ).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    for (const uri of listed(listText('720p'))) expect(await disk.head(`${prefix}/${uri}`)).toBeDefined()
  })
})

/** The disk as if it were small: the sum of all files is limited, as a quota does it. */
function limited(storage: Storage, maxBytes: number): Storage {
  const assertRoom = async (bytes: number) => {
    const used = (await storage.list('live')).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    if (used + bytes > maxBytes) throw new DomainError('STORAGE_FULL')
  }
  return {
    ...storage,
    async put(key, content, contentType) {
      await assertRoom(content.length)
      await storage.put(key, content, contentType)
    },
    async putFile(key, localPath, contentType) {
      await assertRoom(1_000)
      await storage.putFile(key, localPath, contentType)
    },
  }
}
