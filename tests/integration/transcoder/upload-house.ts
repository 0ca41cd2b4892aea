import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { tusPath, uploads, uploadPartBytes, type MediaState, type ProductMedia } from '@e-events/shared/contract/media/uploads.ts'
import type { MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import { Upload } from 'tus-js-client'
import { createTestApi, type TestApi } from '../../../api/src/testing/test-api.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import { until } from '../sfu/support.ts'

export interface UploadHouse {
  t: TestApi
  producer: { id: string; email: string }
  /** The producer's token. */
  as: string
  product(type?: 'vod' | 'podcast'): Promise<{ id: string; slug: string }>
  /** Runs ffmpeg with these arguments. */
  film(name: string, argv: string): Promise<Buffer>
  /** Sends with the client of the web. */
  send(slug: string, purpose: MediaPurpose, filename: string, bytes: Buffer): Promise<void>
  /** Waits until it plays or has failed. */
  settled(slug: string, purpose: MediaPurpose): Promise<MediaState>
  mediaOf(slug: string): Promise<ProductMedia>
  /** From the delivery. */
  fetchText(address: string): Promise<readonly [number, string]>
  fetchBytes(address: string): Promise<Buffer>
  stop(): Promise<void>
}

/** An api, and a transcoder as a process of its own, which share one storage. */
export async function startUploadHouse(storage?: Record<string, string>): Promise<UploadHouse> {
  const folder = await mkdtemp(path.join(tmpdir(), 'uploads-test-'))
  const t = await createTestApi({ background: true, env: { STORAGE_RESERVE_BYTES: '0', ...storage } })
  const worker = spawn(process.execPath, [fileURLToPath(new URL('../../../transcoder/src/main.ts', import.meta.url))], {
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
      ...storage,
      MEDIA_TOKEN_SECRET: t.env.MEDIA_TOKEN_SECRET,
      TRANSCODER_WORK_DIR: path.join(folder, 'work'),
      LIVE_CONCURRENCY: '0',
      MP4_CONCURRENCY: '0',
      X264_PRESET: 'ultrafast',
    },
  })
  let port: number | undefined
  createInterface({ input: worker.stdout }).on('line', (line) => {
    if (line.includes('transcoder is up')) port = (JSON.parse(line) as { port: number }).port
  })
  const delivery = `http://127.0.0.1:${await until('the transcoder is up', () => port, 60_000)}`
  const producer = await t.factories.producer()
  const as = await t.tokenOf(producer)
  const mediaOf = async (slug: string) => (await t.call(uploads.media, { params: { slug }, as })).body as ProductMedia

  return {
    t,
    producer,
    as,
    mediaOf,
    product: async (type = 'vod') =>
      t.factories.product({ type, channel_id: (await t.factories.channel({ owner_id: producer.id })).id }, { sessions: 0 }),
    async film(name, argv) {
      const file = path.join(folder, name)
      await runProgram(ffmpegBin(), [...words(`-hide_banner -loglevel error -y ${argv}`), file])
      return readFile(file)
    },
    send: (slug, purpose, filename, bytes) =>
      new Promise((resolve, reject) => {
        new Upload(bytes, {
          endpoint: `${t.url}${tusPath}`,
          chunkSize: uploadPartBytes,
          metadata: { filename, filetype: 'video/mp4', productSlug: slug, purpose },
          headers: { authorization: `Bearer ${as}` },
          onError: reject,
          onSuccess: () => resolve(),
        }).start()
      }),
    settled: (slug, purpose) =>
      until(
        `${purpose} is settled`,
        async () => {
          const state: MediaState = (await mediaOf(slug))[purpose]
          return state.state === 'ready' || state.state === 'failed' ? state : undefined
        },
        120_000,
      ),
    async fetchText(address) {
      const reply = await fetch(`${delivery}${address}`)
      return [reply.status, await reply.text()] as const
    },
    fetchBytes: async (address) => Buffer.from(await (await fetch(`${delivery}${address}`)).arrayBuffer()),
    async stop() {
      worker.kill('SIGKILL')
      await t.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
