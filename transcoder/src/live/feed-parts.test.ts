import { buffer } from 'node:stream/consumers'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSegment } from '../hls/fmp4.ts'
import { createPlaylistHub, type PlaylistHub } from '../hls/publisher.ts'
import { isPartName } from '../hls/runs.ts'
import { avc1, initBytes, mp4a, segmentBytesOf, zeros } from '../testing/fmp4-bytes.ts'
import { openFeedStore, type FeedStore, type OpenRun } from './feed-store.ts'
import { restoreFeed } from './restore-feed.ts'

const prefix = 'live/b/f'
let folder: string
let disk: Storage
let hub: PlaylistHub
let written: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feed-parts-'))
  const storage = await createDiskStorage({ root: join(folder, 'storage') })
  written = []
  disk = { ...storage, put: (key, content, type) => (written.push(key), storage.put(key, content, type)) }
  hub = createPlaylistHub()
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true, force: true })
})

const open = (epoch = 1) =>
  openFeedStore({ storage: disk, hub, prefix, segmentDurationSec: 1, fence: { epoch, isCurrent: () => Promise.resolve(true) } })

/** A run with pictures and sound whose tracks are known; sound begins half a second later. */
async function begin(store: FeedStore): Promise<OpenRun> {
  const run = store.beginRun({ capturedAtMs: 1_700_000_000_000, frameRate: 30 })
  await writeFile(join(folder, 'v.mp4'), initBytes({ sample: avc1, timescale: 90_000 }))
  await writeFile(join(folder, 'a.mp4'), initBytes({ sample: mp4a, timescale: 48_000, edits: [[500, -1]] }))
  await run.addTrack('720p', join(folder, 'v.mp4'))
  await run.addTrack('audio', join(folder, 'a.mp4'))
  return run
}

/** Half a second of both tracks, in two pieces. */
async function add(run: OpenRun, half: number): Promise<void> {
  for (const track of ['720p', 'audio'] as const) {
    const timescale = track === 'audio' ? 48_000 : 90_000
    const pieces = [0, 0.25].map((offsetSec) => {
      const bytes = Buffer.from(segmentBytesOf({ time: (half / 2 + offsetSec) * timescale, samples: 8, data: zeros(100) }))
      return { track, bytes, durationSec: 0.25, isKey: offsetSec === 0 }
    })
    const place = { number: Math.floor(half / 2), index: half % 2, endsSegment: half % 2 === 1 }
    await run.addPart({ track, ...place, pieces, durationSec: 0.5, isIndependent: half % 2 === 0, sinceKeySec: 1 })
  }
  await run.publish()
}
const listText = (track = '720p') => hub.current(`${prefix}/${track}.m3u8`)?.form(false).body.toString() ?? ''
const partFiles = async () => (await disk.list(prefix)).filter(({ key }) => isPartName(key)).length
const bytesOf = async (name: string) => buffer(await disk.read(`${prefix}/${name}`))

describe('the parts of a feed', () => {
  it('are listed as they come once a segment is, in their order, and make the segment together', async () => {
    const run = await begin(await open())
    await add(run, 0)
    expect(hub.current(`${prefix}/720p.m3u8`)).toBeUndefined()
    await add(run, 1)
    expect(hub.current(`${prefix}/720p.m3u8`)).toMatchObject({ lastMsn: 0, nextParts: 0, hint: 'e1r0/720p_00001-0.m4s' })
    await add(run, 2)
    expect(hub.current(`${prefix}/audio.m3u8`)).toMatchObject({ lastMsn: 0, nextParts: 1, hint: 'e1r0/audio_00001-1.m4s' })
    expect(listText('audio')).toContain('DATE-TIME:2023-11-14T22:13:21.500Z\n#EXT-X-PART:DURATION=0.50000,URI="e1r0/audio_00001-0.m4s"')
    await add(run, 3)
    const names = [...listText().matchAll(/720p_[\d-]+\.m4s/g)].map(([name]) => name)
    expect(names.slice(0, -1)).toEqual(['00000-0', '00000-1', '00000', '00001-0', '00001-1', '00001'].map((one) => `720p_${one}.m4s`))
    for (const track of ['720p', 'audio']) {
      const parts = await Promise.all([0, 1].map((index) => bytesOf(`e1r0/${track}_00001-${index}.m4s`)))
      expect(Buffer.compare(Buffer.concat(parts), await bytesOf(`e1r0/${track}_00001.m4s`))).toBe(0)
    }
    // The sound's delay is in its parts, as it is in its segments.
    expect(readSegment(await bytesOf('e1r0/audio_00001-1.m4s'), 'audio').startTime).toBe(2 * 48_000)
  })

  it('are written into no record: half a segment costs a file and nothing else', async () => {
    const run = await begin(await open())
    for (let half = 0; half < 4; half++) await add(run, half)
    written = []
    await add(run, 4)
    expect(written).toEqual(['720p_00002-0.m4s', 'audio_00002-0.m4s'].map((name) => `${prefix}/e1r0/${name}`))
    expect((await restoreFeed(disk, prefix)).runs[0]?.tracks.get('720p')?.segments).toHaveLength(2)
  })

  it('are removed when nobody can ask for them any more, and the show stays whole', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const store = await open()
    const run = await begin(store)
    for (let half = 0; half < 60; half++) {
      await add(run, half)
      vi.advanceTimersByTime(500)
    }
    // Two tracks, two parts in a segment, of the last twelve seconds.
    expect(await partFiles()).toBeLessThanOrEqual(13 * 4)
    expect(listText().match(/_\d+\.m4s/g)).toHaveLength(30)
    expect(listText().match(/EXT-X-PART:/g)).toHaveLength(6)
    for (const [, name = ''] of listText().matchAll(/URI="(e1r0\/[^"]+-\d\.m4s)"/g))
      if (!listText().includes(`TYPE=PART,URI="${name}"`)) expect(await disk.head(`${prefix}/${name}`)).toBeDefined()
    vi.useFakeTimers()
    await run.close()
    await store.end()
    await vi.advanceTimersByTimeAsync(15_000)
    vi.useRealTimers()
    await expect.poll(partFiles).toBe(0)
    expect((await disk.getText(`${prefix}/720p.m3u8`))?.match(/\.m4s/g)).toHaveLength(30)
    expect(await disk.getText(`${prefix}/720p.m3u8`)).not.toContain('EXT-X-PART:')
  })

  it('become a segment where their run ends in the middle of one, and announce nothing that will not come', async () => {
    const store = await open()
    const run = await begin(store)
    for (let half = 0; half < 3; half++) await add(run, half)
    await run.close()
    expect(listText()).toContain('#EXTINF:0.50000,\ne1r0/720p_00001.m4s\n')
    expect(listText()).not.toContain('PRELOAD-HINT')
    const next = await begin(store)
    for (let half = 0; half < 2; half++) await add(next, half)
    expect(listText().match(/_\d+\.m4s/g)).toHaveLength(3)
    expect(listText()).toContain('#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="e1r1/init_720p.mp4"')
    expect(store.durationSec()).toBe(2.5)
  })

  it('of a worker that was killed are forgotten, and its list goes on where its last segment ends', async () => {
    const run = await begin(await open())
    for (let half = 0; half < 5; half++) await add(run, half)
    expect(await partFiles()).toBeGreaterThan(0)
    const again = await open(2)
    expect(await partFiles()).toBe(0)
    expect(again.durationSec()).toBe(2)
    const next = await begin(again)
    for (let half = 0; half < 2; half++) await add(next, half)
    expect(hub.current(`${prefix}/720p.m3u8`)).toMatchObject({ lastMsn: 2, hint: 'e2r0/720p_00001-0.m4s' })
  })
})
