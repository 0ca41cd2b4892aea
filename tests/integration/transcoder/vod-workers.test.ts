import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { assetId } from '@e-events/shared/domain/ids.ts'
import { mediaEventStream, type MediaEvent } from '@e-events/shared/events/media.ts'
import { queues, vodCancelKey } from '@e-events/shared/jobs/queues.ts'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import { defineQueue, type WorkQueue } from '@e-events/shared/node/queue.ts'
import type { VodLadderJob } from '@e-events/shared/jobs/queues.ts'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { descendantsOf } from '../../support/process-tree.ts'
import { probe } from '../../support/hls-client.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import { until } from '../sfu/support.ts'

const redisUrl = new URL(process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379')
redisUrl.pathname = '/5'

let folder: string
let redis: Redis
let queue: WorkQueue<VodLadderJob>
const workers: ChildProcess[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vod-workers-'))
  redis = new Redis(redisUrl.href)
  await redis.flushdb()
  queue = defineQueue(queues.vodLadder, { redisUrl: redisUrl.href })
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await queue.close()
  redis.disconnect()
  await rm(folder, { recursive: true, force: true })
})

/** A transcoder that makes ladders of files and nothing else; all of them share the work folder, as on one machine. */
async function startWorker(name: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../../transcoder/src/main.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      FFMPEG_BIN: process.env['FFMPEG_BIN'],
      FFPROBE_BIN: process.env['FFPROBE_BIN'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      REDIS_URL: redisUrl.href,
      TRANSCODER_PORT: '0',
      TRANSCODER_NODE_ID: name,
      STORAGE_DIR: path.join(folder, 'storage'),
      TRANSCODER_WORK_DIR: path.join(folder, 'work'),
      LIVE_CONCURRENCY: '0',
      MP4_CONCURRENCY: '0',
      VOD_CONCURRENCY: '1',
    },
  })
  workers.push(child)
  let isUp = false
  createInterface({ input: child.stdout }).on('line', (line) => {
    isUp ||= line.includes('transcoder is up')
  })
  await until('the worker is up', () => isUp, 60_000)
  return child
}

async function events(): Promise<MediaEvent[]> {
  const entries = await redis.xrange(mediaEventStream, '-', '+')
  return entries.map(([, fields]) => JSON.parse(fields[1] ?? '{}') as MediaEvent)
}
const of = async <T extends MediaEvent['type']>(type: T, id: string) =>
  (await events()).filter(
    (event): event is Extract<MediaEvent, { type: T }> => event.type === type && 'assetId' in event && event.assetId === id,
  )

async function send(seconds: number, size = '1280x720'): Promise<string> {
  const storage = await createDiskStorage({ root: path.join(folder, 'storage') })
  const id = assetId.parse(randomUUID())
  const file = path.join(folder, `${id}.mp4`)
  await runProgram(ffmpegBin(), [
    ...words(`-hide_banner -loglevel error -y -f lavfi -i testsrc2=s=${size}:r=25:d=${seconds} -f lavfi -i sine=f=440:d=${seconds}`),
    ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac'),
    file,
  ])
  await storage.putFile(`sources/${id}.mp4`, file, 'video/mp4')
  await queue.enqueue({ assetId: id, sourceKey: `sources/${id}.mp4`, storagePrefix: `vod/${id}`, media: 'video' }, { jobId: id })
  return id
}
const ready = (id: string) => until(`${id} is ready`, async () => (await of('vod.ready', id))[0], 240_000)
/** Who encodes it, as soon as somebody does. */
const encoder = (id: string) =>
  until(
    'somebody encodes',
    async () => (await of('vod.progress', id)).find(({ stage, percent }) => stage === 'encoding' && percent > 0),
    120_000,
  )

describe('several workers', { timeout: 400_000 }, () => {
  it('share the queue; what a killed one had in hand is taken up by another, and nothing is lost or made twice [VID-012]', async () => {
    await startWorker('one')
    await startWorker('two')
    const long = await send(40)
    const short = await send(4, '640x360')
    const { source } = await encoder(long)
    // The other one has not waited for it.
    expect((await ready(short)).source).not.toBe(source)
    workers[source === 'one' ? 0 : 1]?.kill('SIGKILL')
    const done = await ready(long)
    expect(done.source).not.toBe(source)
    expect(await of('vod.ready', long)).toHaveLength(1)
    expect(await of('vod.failed', long)).toEqual([])
    expect(Math.abs(done.durationMs - 40_000)).toBeLessThan(300)
    const { format } = await probe(path.join(folder, 'storage', done.storagePrefix, '720p.m3u8'), ['-show_format'])
    expect(Number(format.duration)).toBeCloseTo(40, 0)
    await until('the queue is empty', async () => {
      const { waiting, active, failed } = await queue.counts()
      return waiting + active + failed === 0
    })
    // Neither folders nor an encoder without a master are left.
    expect(await readdir(path.join(folder, 'work', 'vod'))).toEqual([])
  })

  it('let go of a file that is not wanted any more, and take the next one', async () => {
    const living = workers.find((worker) => worker.exitCode === null && worker.signalCode === null)
    const long = await send(60)
    await encoder(long)
    const encoders = () => descendantsOf(living?.pid ?? 0).filter(({ command }) => command.includes(long)).length
    expect(encoders()).toBeGreaterThan(0)
    await redis.set(vodCancelKey(long), '1')
    await until('the encoder has ended', () => encoders() === 0, 10_000)
    const next = await send(2, '320x240')
    await ready(next)
    expect([await of('vod.ready', long), await of('vod.failed', long)]).toEqual([[], []])
    expect(await redis.exists(`bull:${queues.vodLadder.name}:${long}`)).toBe(0)
  })
})
