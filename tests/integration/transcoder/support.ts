import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { announceClosed } from '@e-events/shared/node/broadcast-control.ts'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import { signMediaToken } from '@e-events/shared/node/tokens.ts'
import type { MediaEvent, MediaEventType } from '@e-events/shared/events/media.ts'
import { queues, type LiveLadderJob } from '@e-events/shared/jobs/queues.ts'
import { feedId, type BroadcastId, type FeedId } from '@e-events/shared/domain/ids.ts'
import type { Redis } from 'ioredis'
import { descendantsOf } from '../../support/process-tree.ts'
import { newRoom, poolIndex, secrets, startTestSfu, until, type TestPeer, type TestSfu } from '../sfu/support.ts'
import { clipOf, startPublisherProcess, type PublishedPictures } from './publisher.ts'

export { until }

const mediaSecret = 'integration-test-secret-of-playback'

export interface TestTranscoder {
  /** Where it serves media. */
  origin: string
  pid: number
  /** Its log lines so far. */
  lines: Record<string, unknown>[]
  /** Process ids of the ffmpegs that make a live ladder. */
  liveRuns(): number[]
  signal(signal: NodeJS.Signals): void
  /** Resolves when the process is gone. */
  exited: Promise<number | null>
}

export interface House {
  sfu: TestSfu
  redis: Redis
  storageDir: string
  startTranscoder(env?: Record<string, string>): Promise<TestTranscoder>
  /** A room with one feed whose ladder is asked for, or another feed of a room. */
  goLive(options?: {
    recording?: boolean
    segmentDurationSec?: 1 | 2
    kind?: 'camera' | 'screen' | 'audio'
    broadcastId?: BroadcastId
  }): Promise<Show>
  stop(): Promise<void>
}

export interface Show {
  broadcastId: BroadcastId
  feedId: FeedId
  prefix: string
  /** Publishes the feed with an ffmpeg of its own; resolves when the sfu knows it. */
  publish(pictures: PublishedPictures): Promise<{ stop(): Promise<void>; peer: TestPeer }>
  events<T extends MediaEventType>(type: T): Promise<Extract<MediaEvent, { type: T }>[]>
  /** Address of a file of the feed at a transcoder. */
  url(transcoder: TestTranscoder, file: string): string
  /** The broadcast ends, as the api says it. */
  close(): Promise<void>
}

/**
 * A real sfu in this process, transcoders as processes of their own, one Redis database and one storage folder for all.
 */
export async function startHouse(options: { origins?: string[] } = {}): Promise<House> {
  const sfu = await startTestSfu({ env: { SFU_ALLOWED_ORIGINS: (options.origins ?? []).join(',') } })
  const { redis, redisUrl } = sfu
  const folder = await mkdtemp(path.join(tmpdir(), 'transcoder-test-'))
  const storageDir = path.join(folder, 'storage')
  const transcoders: ChildProcess[] = []
  const publishers: (() => Promise<void>)[] = []
  const queue = defineQueue(queues.liveLadder, { redisUrl })

  return {
    sfu,
    redis,
    storageDir,
    async startTranscoder(env = {}) {
      const rtpPort = 43_000 + 8_000 * poolIndex + 100 * Math.floor(Math.random() * 80)
      const child = spawn(process.execPath, [fileURLToPath(new URL('../../../transcoder/src/main.ts', import.meta.url))], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env['PATH'],
          FFMPEG_BIN: process.env['FFMPEG_BIN'],
          FFPROBE_BIN: process.env['FFPROBE_BIN'],
          NODE_ENV: 'test',
          LOG_LEVEL: 'info',
          REDIS_URL: redisUrl,
          TRANSCODER_PORT: '0',
          INTERNAL_SECRET: secrets.internal,
          MEDIA_TOKEN_SECRET: mediaSecret,
          STORAGE_DIR: storageDir,
          TRANSCODER_WORK_DIR: path.join(folder, `work-${transcoders.length}`),
          TRANSCODER_RTP_MIN_PORT: String(rtpPort),
          TRANSCODER_RTP_MAX_PORT: String(rtpPort + 99),
          UNRECORDED_KEEP_MS: '500',
          ...env,
        },
      })
      transcoders.push(child)
      const lines: Record<string, unknown>[] = []
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (process.env['TRANSCODER_TEST_LOG']) process.stderr.write(`${line}\n`)
        lines.push(line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : { msg: line })
      })
      const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
      const up = await until('the transcoder is up', () => lines.find((line) => line['msg'] === 'transcoder is up'), 60_000)
      const pid = child.pid ?? 0
      return {
        origin: `http://127.0.0.1:${String(up['port'])}`,
        pid,
        lines,
        liveRuns: () =>
          descendantsOf(pid)
            .filter(({ command }) => command.includes('/live/'))
            .map((one) => one.pid),
        signal: (signal) => void child.kill(signal),
        exited,
      }
    },
    async goLive({ recording = true, segmentDurationSec = 2, kind = 'camera', broadcastId = newRoom() } = {}) {
      const feed = feedId.parse(randomUUID())
      const prefix = `live/${broadcastId}/${feed}`
      const job: LiveLadderJob = { broadcastId, feedId: feed, storagePrefix: prefix, recording, segmentDurationSec }
      await queue.enqueue(job, { jobId: feed })
      const prefixes = [`live/${broadcastId}`]
      const token = signMediaToken({ userId: 'u', productId: 'p', prefixes, expiresAtMs: Date.now() + 3_600_000 }, mediaSecret)
      const own: (() => Promise<void>)[] = []
      return {
        broadcastId,
        feedId: feed,
        prefix,
        async publish(pictures) {
          const clip = await clipOf(folder, pictures)
          const peer = await sfu.connect('ingest', broadcastId)
          const process = await startPublisherProcess(peer, { feedId: feed, kind, pictures, clip })
          const stop = async () => {
            await process.stop()
            peer.close()
          }
          publishers.push(stop)
          own.push(stop)
          return { stop, peer }
        },
        events: async <T extends MediaEventType>(type: T) =>
          (await sfu.events(broadcastId)).filter(
            (event): event is Extract<MediaEvent, { type: T }> => event.type === type && !('feedId' in event && event.feedId !== feed),
          ),
        url: (transcoder, file) => `${transcoder.origin}/media/${token}/${prefix}/${file}`,
        async close() {
          await announceClosed(redis, broadcastId, 'organizer')
          // A publisher that sends on would reach whoever gets its port next, and be taken for the one that was meant.
          await Promise.all(own.map((stop) => stop()))
        },
      }
    },
    async stop() {
      await Promise.all(publishers.map((stop) => stop()))
      for (const child of transcoders) child.kill('SIGCONT')
      for (const child of transcoders) child.kill('SIGTERM')
      for (const child of transcoders) {
        if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
      }
      await queue.close()
      await sfu.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
