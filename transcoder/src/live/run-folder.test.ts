import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { avc1, box, initBytes, u32, zeros } from '../testing/fmp4-bytes.ts'
import { watchRunFolder } from './run-folder.ts'

let folder = ''
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'run-folder-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** As ffmpeg copies them: the last sample of a segment lasts one tick, and its packets have no length. */
function segment(durations: readonly number[]): Uint8Array {
  const samples = [...durations, 1].flatMap((ticks) => [...u32(ticks), ...u32(10)])
  const run = box('trun', u32(0x301), u32(durations.length + 1), u32(8), samples)
  return Uint8Array.from([...box('moof', box('traf', box('tfhd', zeros(8)), run)), ...box('mdat', zeros(20))])
}

it('reads the last segment of a stopped run with the length of its samples, and one of a single sample not at all', async () => {
  const list = (last: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:2.010011,\n720p_00000.m4s\n${last}`
  await writeFile(join(folder, 'init_720p.mp4'), initBytes({ sample: avc1, timescale: 90_000 }))
  await writeFile(join(folder, '720p_00001.m4s'), segment([45_000, 90_000, 9_000]))
  await writeFile(join(folder, '720p.m3u8'), list(''))
  const run = watchRunFolder(folder, ['720p'])
  expect(await run.read()).toMatchObject([{ name: '720p_00000.m4s', durationSec: 2.010011 }])
  await writeFile(join(folder, '720p.m3u8'), list('#EXTINF:0.000444,\n720p_00001.m4s\n#EXT-X-ENDLIST\n'))
  const [last] = await run.read()
  expect(last).toMatchObject({ track: '720p', name: '720p_00001.m4s' })
  expect(last?.durationSec).toBeCloseTo(1.6, 3)
  expect(await run.read()).toEqual([])
  run.close()

  await writeFile(join(folder, '720p_00001.m4s'), segment([]))
  const again = watchRunFolder(folder, ['720p'])
  expect((await again.read()).map(({ name }) => name)).toEqual(['720p_00000.m4s'])
  again.close()
})
