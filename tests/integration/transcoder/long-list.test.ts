import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFeedJournal } from '../../../transcoder/src/live/feed-journal.ts'
import { startHarness, type Harness } from '../../../transcoder/src/delivery/testing/harness.ts'
import type { Run } from '../../../transcoder/src/hls/runs.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'

// A show that has been on air for twelve hours, opened by somebody who wants to see its beginning.

const segments = 21_600
const real = 5
const prefix = 'live/b1/f1'
let harness: Harness
let folder: string

beforeAll(async () => {
  harness = await startHarness()
  folder = await mkdtemp(path.join(tmpdir(), 'long-list-'))
  const encode = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -keyint_min 50 -sc_threshold 0'
  const hls = '-f hls -hls_time 2 -hls_list_size 0 -hls_segment_type fmp4 -hls_fmp4_init_filename init_360p.mp4'
  const source = `-f lavfi -i testsrc2=s=640x360:r=25:d=${real * 2}`
  await runProgram(
    ffmpegBin(),
    words(`-hide_banner -v error -y ${source} ${encode} ${hls} -hls_segment_filename ${folder}/360p_%05d.m4s ${folder}/360p.m3u8`),
  )
  const names = ['init_360p.mp4', ...Array.from({ length: real }, (_, index) => `360p_${String(index).padStart(5, '0')}.m4s`)]
  for (const name of names) await harness.storage.put(`${prefix}/e1r0/${name}`, await readFile(path.join(folder, name)), 'video/mp4')
  const facts = { codec: 'avc1.42c01e', width: 640, height: 360, frameRate: 25, startOffsetSec: 0 }
  const list = Array.from({ length: segments }, (_, index) => ({
    name: `360p_${String(index).padStart(5, '0')}.m4s`,
    durationSec: 2 + ((index * 7919) % 1000) / 25_000 - 0.02,
    sizeBytes: 100_000,
  }))
  const run: Run = { id: 'e1r0', capturedAtMs: Date.now() - segments * 2_000, tracks: new Map([['360p', { facts, segments: list }]]) }
  await createFeedJournal(harness.storage, prefix, 1).begin({
    runs: [run],
    removed: { runs: 0, segments: {} },
    ended: false,
    targetDurationSec: 2,
  })
})
afterAll(async () => {
  await harness?.stop()
  await rm(folder, { recursive: true, force: true })
})

const address = () => `/media/${harness.token()}/${prefix}/360p.m3u8`

it('sends a list of twelve hours whole, once, and little of it from then on', async () => {
  const first = await harness.get(address(), { headers: { 'accept-encoding': 'gzip' } })
  expect(
    gunzipSync(first.body)
      .toString()
      .match(/#EXTINF/g),
  ).toHaveLength(segments)
  expect(first.body.length).toBeLessThan(300_000)
  const next = await harness.get(`${address()}?_HLS_skip=YES`, { headers: { 'accept-encoding': 'gzip' } })
  expect(next.body.length).toBeLessThan(1_000)
  expect(gunzipSync(next.body).toString()).toMatch(/#EXT-X-SKIP:SKIPPED-SEGMENTS=2159[345]\n/)
})

it('is played from its beginning by a player that wants to', { timeout: 60_000 }, async () => {
  const url = `http://127.0.0.1:${harness.port}${address()}`
  const played = await runProgram(
    ffmpegBin(),
    words(`-hide_banner -v info -nostats -live_start_index 0 -i ${url} -t ${real * 2 - 1} -f framecrc -`),
    {
      timeoutMs: 50_000,
    },
  )
  const frames = played.stdout.toString().match(/^0,/gm)?.length ?? 0
  expect(frames).toBeGreaterThanOrEqual((real * 2 - 2) * 25)
})
