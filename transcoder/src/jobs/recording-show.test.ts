import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { broadcastId, feedId } from '@e-events/shared/domain/ids.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composePlaylist, rungsOf } from '../hls/compose.ts'
import { toRunRecord } from '../hls/restore.ts'
import type { Run } from '../hls/runs.ts'
import { runOf, segments } from '../testing/runs.ts'
import { makeRecordingShow } from './recording-show.ts'

const broadcast = broadcastId.parse('00000000-0000-4000-8000-00000000000b')
const ids = [1, 2, 3].map((number) => feedId.parse(`00000000-0000-4000-8000-00000000000${number}`))
const prefixOf = (id: string) => `live/${broadcast}/${id}`

let root: string
let storage: Storage
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'show-'))
  storage = await createDiskStorage({ root })
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** A closed feed as its ladder leaves it: lists, records and the files that they name. */
async function close(id: string, runs: Run[]): Promise<void> {
  for (const track of [...rungsOf(runs), 'audio' as const]) {
    const { text } = composePlaylist(runs, { track, targetDurationSec: 4, ended: true })
    await storage.put(`${prefixOf(id)}/${track}.m3u8`, text, 'application/vnd.apple.mpegurl')
  }
  for (const run of runs) {
    await storage.put(`${prefixOf(id)}/${run.id}/run.json`, JSON.stringify(toRunRecord(run)), 'application/json')
    for (const [name, track] of run.tracks) {
      for (const file of [`init_${name}.mp4`, ...track.segments.map((segment) => segment.name)])
        await storage.put(`${prefixOf(id)}/${run.id}/${file}`, 'x'.repeat(100), 'video/mp4')
    }
  }
}

const events: NewMediaEvent[] = []
async function make(): Promise<NewMediaEvent[]> {
  events.length = 0
  const publish = (event: NewMediaEvent) => Promise.resolve(void events.push(event))
  const feeds = ids.map((id) => ({ feedId: id, storagePrefix: prefixOf(id), hasAudio: true, hasVideo: true }))
  await makeRecordingShow({ broadcastId: broadcast, feeds }, { storage, events: { publish }, log: pino({ level: 'silent' }) })
  return [...events]
}

it('writes lists of the whole show for the feeds that missed a part of it; all they name is there, and a repetition changes nothing', async () => {
  await close(ids[0]!, [runOf('e1r0', 0, { '720p': segments(12), '360p': segments(12), audio: segments(12) })])
  await close(ids[1]!, [
    runOf('e1r0', 80, { '1080p': segments(9), '360p': segments(9), audio: segments(18, 1) }),
    runOf('e2r0', 99, { '360p': segments(9), audio: segments(9) }),
  ])
  const [event] = await make()
  expect(event).toEqual({
    type: 'show.composed',
    broadcastId: broadcast,
    feeds: ids
      .slice(0, 2)
      .map((id) => ({ feedId: id, masterPath: 'show/master.m3u8', rungs: ['1080p', '720p', '360p'], durationMs: 60_000 })),
  })
  const keys = new Set((await storage.list(`live/${broadcast}`)).map(({ key }) => key))
  const texts: string[] = []
  for (const id of ids.slice(0, 2)) {
    for (const track of ['1080p', '720p', '360p', 'audio']) {
      const at = new URL(`http://host/${prefixOf(id)}/show/${track}.m3u8`)
      const text = (await storage.getText(at.pathname.slice(1))) ?? ''
      texts.push(text)
      const named = [...text.matchAll(/URI="([^"]+)"|^([^#\s].*)$/gm)].map((match) =>
        new URL(match[1] ?? match[2] ?? '', at).pathname.slice(1),
      )
      expect(named.length).toBeGreaterThan(30)
      for (const key of named) expect(keys).toContain(key)
      expect(text).toContain('#EXT-X-ENDLIST')
      expect(text).toContain('#EXT-X-TARGETDURATION:2\n')
      expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(2)
    }
    const master = (await storage.getText(`${prefixOf(id)}/show/master.m3u8`)) ?? ''
    expect([...master.matchAll(/RESOLUTION=(\S+?),/g)].map((match) => match[1])).toEqual(['1920x1080', '1280x720', '640x360'])
  }
  expect(await make()).toEqual([event])
  const again = await Promise.all(
    ids
      .slice(0, 2)
      .flatMap((id) => ['1080p', '720p', '360p', 'audio'].map((track) => storage.getText(`${prefixOf(id)}/show/${track}.m3u8`))),
  )
  expect(again).toEqual(texts)
})

it('says so where it cannot', async () => {
  await storage.put(`${prefixOf(ids[2]!)}/e1r0/run.json`, '{', 'application/json')
  await expect(make()).rejects.toThrow('JSON')
  expect(events).toMatchObject([{ type: 'show.failed', broadcastId: broadcast }])
  await storage.removeAll(prefixOf(ids[2]!))
})
