import { spawn, type ChildProcess } from 'node:child_process'
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { playback, type Playback, type Trailer } from '@e-events/shared/contract/playback.ts'
import { tusPath, uploads, uploadPartBytes, type MediaState, type ProductMedia } from '@e-events/shared/contract/uploads.ts'
import type { MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../api/src/testing/test-api.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import { until } from '../sfu/support.ts'

let t: TestApi
let folder: string
let worker: ChildProcess
let delivery: string
let producer: { id: string; email: string }
let as: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'uploads-test-'))
  t = await createTestApi({ background: true, env: { STORAGE_RESERVE_BYTES: '0' } })
  worker = spawn(process.execPath, [fileURLToPath(new URL('../../../transcoder/src/main.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      FFMPEG_BIN: process.env['FFMPEG_BIN'],
      FFPROBE_BIN: process.env['FFPROBE_BIN'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      REDIS_URL: t.env.REDIS_URL,
      TRANSCODER_PORT: '0',
      STORAGE_DIR: t.storageDir,
      MEDIA_TOKEN_SECRET: t.env.MEDIA_TOKEN_SECRET,
      TRANSCODER_WORK_DIR: path.join(folder, 'work'),
      LIVE_CONCURRENCY: '0',
      MP4_CONCURRENCY: '0',
      X264_PRESET: 'ultrafast',
    },
  })
  let port: number | undefined
  createInterface({ input: worker.stdout! }).on('line', (line) => {
    if (line.includes('transcoder is up')) port = (JSON.parse(line) as { port: number }).port
  })
  delivery = `http://127.0.0.1:${await until('the transcoder is up', () => port, 60_000)}`
  producer = await t.factories.producer()
  as = await t.tokenOf(producer)
})
afterAll(async () => {
  worker.kill('SIGKILL')
  await t.stop()
  await rm(folder, { recursive: true, force: true })
})

const product = async (type: 'vod' | 'podcast' = 'vod') =>
  t.factories.product({ type, channel_id: (await t.factories.channel({ owner_id: producer.id })).id }, { sessions: 0 })

async function film(name: string, argv: string): Promise<Buffer> {
  const file = path.join(folder, name)
  await runProgram(ffmpegBin(), [...words(`-hide_banner -loglevel error -y ${argv}`), file])
  return readFile(file)
}

function send(slug: string, purpose: MediaPurpose, filename: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${t.url}${tusPath}`,
      chunkSize: uploadPartBytes,
      metadata: { filename, filetype: 'video/mp4', productSlug: slug, purpose },
      headers: { authorization: `Bearer ${as}` },
      onError: reject,
      onSuccess: () => resolve(),
    }).start()
  })
}
const mediaOf = async (slug: string) => (await t.call(uploads.media, { params: { slug }, as })).body as ProductMedia
const settled = (slug: string, purpose: MediaPurpose) =>
  until(
    `${purpose} is settled`,
    async () => {
      const state: MediaState = (await mediaOf(slug))[purpose]
      return state.state === 'ready' || state.state === 'failed' ? state : undefined
    },
    120_000,
  )
const fetchText = async (address: string) => {
  const reply = await fetch(`${delivery}${address}`)
  return [reply.status, await reply.text()] as const
}

describe('from the upload to the player', { timeout: 240_000 }, () => {
  it('a real film is sent, processed and played by who bought it; its source is for its owner alone [VID-003, VID-004, VID-008, VID-014]', async () => {
    const made = await product()
    const bytes = await film(
      'a.mp4',
      '-f lavfi -i testsrc2=s=1280x720:r=25:d=6 -f lavfi -i sine=f=440:d=6 -c:v libx264 -pix_fmt yuv420p -c:a aac',
    )
    const viewer = await t.factories.user()
    await t.factories.ticket({ user_id: viewer.id, product_id: made.id })
    const token = await t.tokenOf(viewer)
    const watch = async () => (await t.call(playback.get, { params: { slug: made.slug }, as: token })).body as Playback
    await send(made.slug, 'video', 'a.mp4', bytes)
    expect((await watch()).state).toBe('not_available_yet')
    const state = await settled(made.slug, 'video')
    if (state.state !== 'ready') throw new Error(`it is ${JSON.stringify(state)}`)
    expect(state).toMatchObject({ rungs: ['720p', '540p', '360p'], sizeBytes: bytes.length, fileName: 'a.mp4' })
    const shown = await watch()
    if (shown.state !== 'ready') throw new Error(`it is ${shown.state}`)
    const feed = shown.media.feeds[0]
    const [status, master] = await fetchText(feed?.masterUrl ?? '')
    expect([status, master.match(/RESOLUTION=\d+x\d+/g)]).toEqual([
      200,
      ['RESOLUTION=1280x720', 'RESOLUTION=960x540', 'RESOLUTION=640x360'],
    ])
    const [, vtt] = await fetchText(feed?.seekPreviewsUrl ?? '')
    expect(vtt).toContain('sheet_001.jpg#xywh=160,0,160,90')
    // The owner gets back what was sent, byte for byte; the viewer's token does not open it.
    const original = await fetch(`${delivery}${state.sourceUrl ?? ''}`)
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
    const viewerToken = feed?.masterUrl.split('/')[2] ?? ''
    const sourceKey = state.sourceUrl?.split('/').slice(3).join('/') ?? ''
    expect((await fetchText(`/media/${viewerToken}/${sourceKey}`))[0]).toBe(404)
    expect((await fetchText(`/media/${sourceKey}`))[0]).toBe(404)
  })

  it('a trailer plays for a visitor while the video stays closed [VID-009]', async () => {
    const made = await product()
    const bytes = await film('t.mp4', '-f lavfi -i testsrc2=s=640x360:r=25:d=3 -c:v libx264 -pix_fmt yuv420p')
    await send(made.slug, 'trailer', 't.mp4', bytes)
    expect((await settled(made.slug, 'trailer')).state).toBe('ready')
    const trailer = (await t.call(playback.trailer, { params: { slug: made.slug } })).body as Trailer
    expect((await fetchText(trailer.masterUrl))[0]).toBe(200)
    expect((await t.call(playback.get, { params: { slug: made.slug } })).status).toBe(401)
    expect((await mediaOf(made.slug)).video.state).toBe('none')
  })

  it('a podcast is heard at the loudness of the platform, with the shape of its sound [CAT-088]', async () => {
    const made = await product('podcast')
    const bytes = await film('p.mp3', '-f lavfi -i sine=f=440:d=5 -af volume=0.1 -c:a libmp3lame')
    const viewer = await t.factories.user()
    await t.factories.ticket({ user_id: viewer.id, product_id: made.id })
    await send(made.slug, 'audio', 'p.mp3', bytes)
    expect(await settled(made.slug, 'audio')).toMatchObject({ state: 'ready', rungs: [] })
    const shown = (await t.call(playback.get, { params: { slug: made.slug }, as: await t.tokenOf(viewer) })).body as Playback
    if (shown.state !== 'ready') throw new Error(`it is ${shown.state}`)
    const [feed] = shown.media.feeds
    expect(feed).toMatchObject({ hasVideo: false, hasAudio: true, rungs: [] })
    const [, peaks] = await fetchText(feed?.peaksUrl ?? '')
    expect((JSON.parse(peaks) as { peaks: number[] }).peaks.length).toBeGreaterThan(100)
    expect((await fetchText(feed?.masterUrl ?? ''))[0]).toBe(200)
  })

  it('a file that only looks like a film fails with its reason, a notification, and nothing to play [VID-005]', async () => {
    const made = await product()
    const whole = await film('w.mp4', '-f lavfi -i testsrc2=s=640x360:r=25:d=4 -c:v libx264 -pix_fmt yuv420p')
    await send(made.slug, 'video', 'cut.mp4', whole.subarray(0, Math.floor(whole.length / 2)))
    expect(await settled(made.slug, 'video')).toMatchObject({ state: 'failed', reason: 'unreadable', mayRetry: false })
    const { knex } = t.database
    expect(await knex('notifications').where({ user_id: producer.id, type: 'media.failed' }).first()).toBeDefined()
    const asset = await knex('media_assets').where({ product_id: made.id }).first()
    await expect(access(path.join(t.storageDir, asset?.storage_prefix ?? 'x'))).rejects.toThrow('ENOENT')
  })
})
