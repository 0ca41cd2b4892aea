import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { assetId } from '@e-events/shared/domain/ids.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBinaries } from '../../../transcoder/src/ffmpeg/binaries.ts'
import { makeVodLadder } from '../../../transcoder/src/jobs/vod-ladder.ts'
import { keyFrameTimes, probe } from '../../support/hls-client.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'

let folder: string
let storage: Storage
const events: NewMediaEvent[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vod-ladder-'))
  storage = await createDiskStorage({ root: path.join(folder, 'storage') })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const binaries = findBinaries({
  ffmpegBin: process.env['FFMPEG_BIN'],
  ffprobeBin: process.env['FFPROBE_BIN'],
  path: process.env['PATH'] ?? '',
})

async function make(sourceKey: string): Promise<{ prefix: string; percents: number[] }> {
  const id = assetId.parse(randomUUID())
  const prefix = `vod/${id}`
  events.length = 0
  const percents: number[] = []
  await makeVodLadder(
    { assetId: id, sourceKey, storagePrefix: prefix },
    {
      storage,
      binaries,
      workDir: path.join(folder, 'work'),
      preset: 'ultrafast',
      log: pino({ level: 'silent' }),
      events: {
        publish: (event) => {
          events.push(event)
          return Promise.resolve()
        },
      },
    },
    {
      signal: new AbortController().signal,
      progress: (percent) => {
        percents.push(percent)
        return Promise.resolve()
      },
    },
  )
  return { prefix, percents }
}

async function upload(name: string, size: string, seconds: number, options: { sound?: boolean } = {}): Promise<string> {
  const file = path.join(folder, name)
  const sound = options.sound === false ? [] : words(`-f lavfi -i sine=f=440:d=${seconds} -c:a aac`)
  await runProgram(ffmpegBin(), [
    ...words(`-hide_banner -loglevel error -y -f lavfi -i testsrc2=s=${size}:r=25:d=${seconds}`),
    ...sound,
    ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p'),
    file,
  ])
  await storage.putFile(`uploads/${name}`, file, 'video/mp4')
  return `uploads/${name}`
}

async function variants(prefix: string): Promise<string[]> {
  const master = (await storage.getText(`${prefix}/master.m3u8`)) ?? ''
  return [...master.matchAll(/RESOLUTION=(\d+x\d+)/g)].map((match) => match[1] ?? '')
}

describe('VOD ladder', { timeout: 120_000 }, () => {
  it('refuses what is not a film, and reaches neither network nor other files', async () => {
    let knocks = 0
    const server = createServer((_, response) => {
      knocks++
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const bad = {
      'empty.mp4': '',
      'page.mp4': '<!doctype html><script>1</script>',
      'list.mp4': `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.1:${port}/a.ts\n#EXT-X-ENDLIST\n`,
      'concat.mp4': `ffconcat version 1.0\nfile '/etc/hostname'\n`,
    }
    for (const [name, content] of Object.entries(bad)) {
      await writeFile(path.join(folder, name), content)
      await storage.putFile(`uploads/${name}`, path.join(folder, name), 'video/mp4')
      await expect(make(`uploads/${name}`)).rejects.toThrow(/Invalid data|moov atom|exited with code 1/)
      expect(events.map((event) => event.type)).toEqual(['vod.failed'])
    }
    expect(knocks).toBe(0)
    server.close()
    await expect(make('uploads/nothing.mp4')).rejects.toThrow('uploads/nothing.mp4')
  })

  it('gives a 1080p file exactly the four renditions, each playable [VID-010] [CARD-006]', async () => {
    const { prefix, percents } = await make(await upload('hd.mp4', '1920x1080', 10))
    expect(await variants(prefix)).toEqual(['1920x1080', '1280x720', '960x540', '640x360'])
    expect(events.at(-1)).toMatchObject({ type: 'vod.ready', rungs: ['1080p', '720p', '540p', '360p'], storagePrefix: prefix })
    const ready = events.at(-1) as Extract<NewMediaEvent, { type: 'vod.ready' }>
    expect(Math.abs(ready.durationMs - 10_000)).toBeLessThan(200)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.length).toBeGreaterThan(0)
    for (const rung of ['1080p', '720p', '540p', '360p']) {
      const playlist = storage.localPath(`${prefix}/${rung}.m3u8`) ?? ''
      const { format } = await probe(playlist, ['-show_format'])
      expect(Number(format.duration)).toBeCloseTo(10, 0)
      // Key frames of all rungs on the same two-second grid.
      const keys = await keyFrameTimes(playlist)
      for (const [index, atSec] of keys.slice(0, 5).entries()) expect(Math.abs(atSec - (keys[0] ?? 0) - index * 2)).toBeLessThan(0.05)
    }
    expect((await storage.head(`${prefix}/poster.jpg`))?.sizeBytes).toBeGreaterThan(1_000)
  })

  it('never scales up, keeps a portrait ratio and adds silence [VID-011]', async () => {
    expect(await variants((await make(await upload('720.mp4', '1280x720', 3))).prefix)).toEqual(['1280x720', '960x540', '640x360'])
    expect(await variants((await make(await upload('360.mp4', '640x360', 3))).prefix)).toEqual(['640x360'])
    const { prefix } = await make(await upload('portrait.mp4', '720x1280', 3, { sound: false }))
    expect(await variants(prefix)).toEqual(['720x1280', '540x960', '360x640'])
    const { streams } = await probe(storage.localPath(`${prefix}/audio.m3u8`) ?? '', ['-show_streams'])
    expect(streams.map((stream) => stream.codec_name)).toEqual(['aac'])
  })
})
