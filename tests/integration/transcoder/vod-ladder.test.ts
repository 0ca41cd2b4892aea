import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { filmRun, initName, segmentName } from '@e-events/shared/domain/film-files.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyFrameTimes, probe } from '../../support/hls-client.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import { openVodMaker, type VodMaker } from './vod-maker.ts'

let maker: VodMaker
let folder: string
let storage: Storage
let events: NewMediaEvent[]
let make: VodMaker['make']
beforeAll(async () => {
  maker = await openVodMaker()
  ;({ folder, storage, events, make } = maker)
})
afterAll(() => maker.close())

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

async function sound(name: string, source: string, codec: string): Promise<string> {
  const file = path.join(folder, name)
  await runProgram(ffmpegBin(), [...words(`-hide_banner -loglevel error -y -f lavfi -i ${source} -c:a ${codec}`), file])
  await storage.putFile(`uploads/${name}`, file, 'audio/mp4')
  return `uploads/${name}`
}

describe('VOD ladder', { timeout: 120_000 }, () => {
  it('refuses what is not a film, reaches neither network nor other files, and leaves nothing behind', async () => {
    let knocks = 0
    const server = createServer((_, response) => {
      knocks++
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const whole = await readFile(storage.localPath(await upload('whole.mp4', '320x240', 6)) ?? '')
    const fast = path.join(folder, 'fast.mp4')
    await runProgram(ffmpegBin(), [
      ...words('-hide_banner -loglevel error -y -i'),
      storage.localPath('uploads/whole.mp4') ?? '',
      ...words('-c copy -movflags +faststart'),
      fast,
    ])
    const bad = {
      'empty.mp4': '',
      'page.mp4': '<!doctype html><script>1</script>',
      'list.mp4': `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.1:${port}/a.ts\n#EXT-X-ENDLIST\n`,
      'concat.mp4': `ffconcat version 1.0\nfile '/etc/hostname'\n`,
      // Its index stood at the end, which never came.
      'cut.mp4': whole.subarray(0, whole.length / 2),
      // Its index promises more than there is.
      'short.mp4': (await readFile(fast)).subarray(0, whole.length / 2),
      'noise.mp4': Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1'), randomBytes(50_000)]),
    }
    for (const [name, content] of Object.entries(bad)) {
      await writeFile(path.join(folder, name), content)
      await storage.putFile(`uploads/${name}`, path.join(folder, name), 'video/mp4')
      const { prefix } = await make(`uploads/${name}`, { media: 'video' })
      expect([name, events.at(-1)]).toMatchObject([name, { type: 'vod.failed', code: 'unreadable' }])
      expect(await storage.list(prefix)).toEqual([])
    }
    expect(knocks).toBe(0)
    server.close()
    // Gone from the storage: another try may find it; the third one says that it failed.
    await expect(make('uploads/nothing.mp4')).rejects.toThrow('uploads/nothing.mp4')
    expect(events.map((event) => event.type)).toEqual(['vod.progress'])
    await make('uploads/nothing.mp4', { attempt: 3 })
    expect(events.at(-1)).toMatchObject({ type: 'vod.failed', code: 'unexpected' })
    expect(await readdir(path.join(folder, 'work', 'vod'))).toEqual([])
  })

  it('refuses a file of many tracks, sound where pictures are wanted, and pictures without sound for a podcast', async () => {
    const many = path.join(folder, 'many.mp4')
    await runProgram(ffmpegBin(), [
      ...words('-hide_banner -loglevel error -y -f lavfi -i testsrc2=s=64x64:r=5:d=1'),
      ...Array.from({ length: 20 }, () => words('-map 0:v')).flat(),
      ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p'),
      many,
    ])
    await storage.putFile('uploads/many.mp4', many, 'video/mp4')
    await make('uploads/many.mp4', { media: 'video' })
    expect(events.at(-1)).toMatchObject({ type: 'vod.failed', code: 'too_many_streams' })
    await make(await sound('tone.m4a', 'sine=f=440:d=2', 'aac'), { media: 'video' })
    expect(events.at(-1)).toMatchObject({ type: 'vod.failed', code: 'no_video' })
    await make(await upload('mute.mp4', '320x240', 2, { sound: false }), { media: 'audio' })
    expect(events.at(-1)).toMatchObject({ type: 'vod.failed', code: 'no_audio' })
  })

  it('gives a 1080p file exactly the four renditions, each playable [VID-010] [CARD-006]', async () => {
    const { prefix, percents } = await make(await upload('hd.mp4', '1920x1080', 10))
    expect(await variants(prefix)).toEqual(['1920x1080', '1280x720', '960x540', '640x360'])
    expect(events.at(-1)).toMatchObject({ type: 'vod.ready', rungs: ['1080p', '720p', '540p', '360p'], storagePrefix: prefix })
    const ready = events.at(-1) as Extract<NewMediaEvent, { type: 'vod.ready' }>
    expect(Math.abs(ready.durationMs - 10_000)).toBeLessThan(200)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.length).toBeGreaterThan(0)
    for (const rung of ['1080p', '720p', '540p', '360p'] as const) {
      const playlist = storage.localPath(`${prefix}/${rung}.m3u8`) ?? ''
      // Players ask for these before they have read the list.
      const list = (await storage.getText(`${prefix}/${rung}.m3u8`)) ?? ''
      expect(list).toContain(`URI="${filmRun}/${initName(rung)}"`)
      expect(list.split('\n').filter((line) => line.endsWith('.m4s'))).toEqual(
        [0, 1, 2, 3, 4].map((index) => `${filmRun}/${segmentName(rung, index)}`),
      )
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

  it('names bandwidths and codecs that are true, and makes pictures for the seek bar in the same pass', async () => {
    const { prefix } = await make(await upload('seek.mp4', '640x360', 21), { media: 'video' })
    const master = (await storage.getText(`${prefix}/master.m3u8`)) ?? ''
    const [, bandwidth, codecs] = /BANDWIDTH=(\d+).*?CODECS="([^"]+)"/.exec(master) ?? []
    expect(codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/i)
    const segments = (await storage.list(prefix)).filter(({ key }) => /360p_\d+\.m4s$/.test(key))
    const peak = Math.max(...segments.map(({ sizeBytes }) => (sizeBytes * 8) / 2))
    expect(Number(bandwidth)).toBeGreaterThanOrEqual(peak)
    expect(events.at(-1)).toMatchObject({ type: 'vod.ready', thumbnailsPath: 'thumbnails.vtt', posterPath: 'poster.jpg', peaksPath: null })
    const vtt = (await storage.getText(`${prefix}/thumbnails.vtt`)) ?? ''
    expect(vtt.match(/sheet_001\.jpg#xywh=/g)).toHaveLength(11)
    const { streams } = await probe(storage.localPath(`${prefix}/sheet_001.jpg`) ?? '', ['-show_streams'])
    expect(streams[0]).toMatchObject({ width: 1_600, height: 900 })
    // The second picture shows the second second: another one than the first.
    const pixels = async (x: number) =>
      (
        await runProgram(ffmpegBin(), [
          ...words('-hide_banner -loglevel error -i'),
          storage.localPath(`${prefix}/sheet_001.jpg`) ?? '',
          ...words(`-vf crop=160:90:${x}:0,format=gray -f rawvideo -`),
        ])
      ).stdout
    expect((await pixels(0)).equals(await pixels(160))).toBe(false)
  })

  it('holds 540p and 360p at their rates with 128 kbit/s of sound, however much moves [LIVE-011]', async () => {
    const name = 'noise.mp4'
    const file = path.join(folder, name)
    // Noise costs every encoder more than it may spend: its rates are all that holds it.
    await runProgram(ffmpegBin(), [
      ...words('-hide_banner -loglevel error -y -f lavfi -i testsrc2=s=960x540:r=25:d=12,noise=alls=40:allf=t -f lavfi'),
      ...words('-i anoisesrc=a=0.5:d=12 -c:v libx264 -preset ultrafast -crf 18 -pix_fmt yuv420p -c:a aac -b:a 256k'),
      file,
    ])
    await storage.putFile(`uploads/${name}`, file, 'video/mp4')
    const { prefix } = await make(`uploads/${name}`, { media: 'video' })
    for (const [rung, targetBps] of [
      ['540p', 1_600_000],
      ['360p', 800_000],
      ['audio', 128_000],
    ] as const) {
      const playlist = (await storage.getText(`${prefix}/${rung}.m3u8`)) ?? ''
      const seconds = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map((match) => Number(match[1]))
      const stored = (await storage.list(prefix))
        .filter(({ key }) => key.includes(`/${rung}_`))
        .toSorted((a, b) => a.key.localeCompare(b.key))
      // A rest of less than a second is mostly container.
      const rates = stored
        .map(({ sizeBytes }, index) => (sizeBytes * 8) / (seconds[index] ?? 0))
        .filter((_, index) => (seconds[index] ?? 0) >= 1)
      expect(rates.length).toBeGreaterThanOrEqual(6)
      expect(Math.max(...rates)).toBeLessThan(targetBps * 1.1)
      expect(rates.reduce((sum, rate) => sum + rate, 0) / rates.length).toBeGreaterThan(targetBps * 0.9)
    }
  })

  it.each([
    ['quiet.mp3', 'mp3', 'libmp3lame'],
    ['quiet.wav', 'wav', 'pcm_s16le'],
    ['quiet.m4a', 'mov', 'aac'],
  ] as const)('brings %s to the loudness of the platform, with the shape of its sound [CAT-088]', async (name, container, codec) => {
    const quiet = 'aevalsrc=0.02*sin(2*PI*440*t)*(0.4+0.6*lt(mod(t\\,2)\\,1)):s=48000:d=12.34'
    const { prefix } = await make(await sound(name, quiet, codec), { media: 'audio', container })
    expect(events.at(-1)).toMatchObject({ type: 'vod.ready', rungs: [], peaksPath: 'peaks.json', thumbnailsPath: null, hasAudio: true })
    const words16 = (
      await runProgram(ffmpegBin(), [
        ...words('-hide_banner -nostats -i'),
        storage.localPath(`${prefix}/audio.m3u8`) ?? '',
        ...words('-af ebur128 -f null -'),
      ])
    ).stderr
    const integrated = Number(/Summary:[\s\S]*?I:\s+(-?[\d.]+) LUFS/.exec(words16)?.[1])
    expect(Math.abs(integrated + 16)).toBeLessThan(1)
    const { peaks, durationSec } = JSON.parse((await storage.getText(`${prefix}/peaks.json`)) ?? '{}') as {
      peaks: number[]
      durationSec: number
    }
    expect(Math.abs(durationSec - 12.34)).toBeLessThan(0.2)
    expect(peaks.length).toBeGreaterThan(600)
    expect(Math.max(...peaks)).toBe(1)
    // Loud and quiet seconds alternate.
    const at = (second: number) => peaks[Math.round((second / durationSec) * peaks.length)] ?? 0
    expect(at(0.5)).toBeGreaterThan(at(1.5) * 1.5)
    expect(await storage.getText(`${prefix}/master.m3u8`)).toContain('mp4a.40.2')
  })

  it('takes the sound of an MP4 for a podcast [CAT-088]', async () => {
    const { prefix } = await make(await upload('talk.mp4', '320x240', 4), { media: 'audio' })
    expect(events.at(-1)).toMatchObject({ type: 'vod.ready', rungs: [] })
    expect((await storage.list(prefix)).some(({ key }) => /360p/.test(key))).toBe(false)
  })

  it('ends at once when it is not wanted any more, and says nothing more', async () => {
    const source = await upload('long.mp4', '1280x720', 40)
    const cancel = new AbortController()
    const work = make(source, { signal: cancel.signal, media: 'video' })
    await expect
      .poll(() => events.some((event) => event.type === 'vod.progress' && event.stage === 'encoding'), { timeout: 60_000 })
      .toBe(true)
    cancel.abort(new Error('not wanted'))
    await expect(work).rejects.toThrow('not wanted')
    expect(events.every((event) => event.type === 'vod.progress')).toBe(true)
    expect(await readdir(path.join(folder, 'work', 'vod'))).toEqual([])
  })
})
