import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { onClosed } from '@e-events/shared/node/broadcast-control.ts'
import { createStorage } from '@e-events/shared/node/create-storage.ts'
import { createMediaEventPublisher } from '@e-events/shared/node/media-events.ts'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import { watchRevocations } from '@e-events/shared/node/revocations.ts'
import { queues, type LiveLadderJob } from '@e-events/shared/jobs/queues.ts'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { createFastCgiServer } from './delivery/fastcgi.ts'
import { createRevokedFiles } from './delivery/revoked-files.ts'
import { createDelivery } from './delivery/server.ts'
import type { Env } from './env.ts'
import { findBinaries } from './ffmpeg/binaries.ts'
import { hasZscale } from './ffmpeg/run.ts'
import { createPlaylistHub } from './hls/publisher.ts'
import { createHttpServer } from './http.ts'
import { runLiveLadder } from './jobs/live-ladder.ts'
import { makeRecordingMp4 } from './jobs/recording-mp4.ts'
import { makeRecordingShow } from './jobs/recording-show.ts'
import { watchCancelled } from './jobs/cancelled.ts'
import { makeVodLadder } from './jobs/vod-ladder.ts'
import type { LadderEnd } from './live/ladder.ts'
import { clearLeftovers } from './live/leftovers.ts'
import { forgetOwner, listOrphans, noteOwner } from './live/owners.ts'
import { createPortPool, pause } from './live/ports.ts'
import { createMetrics } from './metrics.ts'

export interface TranscoderService {
  /** Where it listens. */
  readonly port: number
  /** Stops taking work, closes running stretches cleanly and leaves the jobs to other workers. */
  drain(): Promise<void>
}

/**
 * A worker that falls silent loses its feed after this; less, and a moment without processor time would look like
 * death.
 */
const liveLockMs = 6_000
const liveStalledCheckMs = 1_000
const drainMs = 8_000
/** Lists are held, and asked for again by all their viewers in one moment: connections that wait to be accepted. */
const listBacklog = 4_096

export async function startTranscoder(env: Env, log: Logger): Promise<TranscoderService> {
  const binaries = findBinaries({ ffmpegBin: env.FFMPEG_BIN, ffprobeBin: env.FFPROBE_BIN, path: env.PATH })
  // Asked for now, so that the first show does not wait for it.
  void hasZscale(binaries)
  const workDir = env.TRANSCODER_WORK_DIR
  await mkdir(workDir, { recursive: true })
  const leftovers = await clearLeftovers(workDir)
  if (leftovers > 0) log.warn({ leftovers }, 'ended runs that a killed transcoder left behind')
  const storage = await createStorage(env.storage)
  const retryStrategy = (times: number) => Math.min(100 * times, 1_000)
  const redis = new Redis(env.REDIS_URL, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 1_000, retryStrategy })
  const patientRedis = new Redis(env.REDIS_URL, { maxRetriesPerRequest: null, retryStrategy })
  // Its ready check would come between its own subscriptions.
  const subscriber = patientRedis.duplicate({ enableReadyCheck: false })
  for (const connection of [redis, patientRedis, subscriber]) connection.on('error', (error) => log.warn({ err: error }, 'redis'))
  if (redis.status !== 'ready') await once(redis, 'ready')

  const closedListeners = new Set<(broadcastId: string) => void>()
  await onClosed(subscriber, (broadcastId) => {
    for (const listener of closedListeners) listener(broadcastId)
  })
  const hub = createPlaylistHub()
  const events = createMediaEventPublisher(patientRedis, {
    source: env.TRANSCODER_NODE_ID,
    onError: (error) => log.warn({ err: error }, 'event waits for redis'),
  })
  const ladders = new Map<string, Promise<LadderEnd>>()
  const metrics = createMetrics({ liveFeeds: () => ladders.size })
  const revokedFiles = env.MEDIA_REVOKED_DIR === undefined ? undefined : await createRevokedFiles(env.MEDIA_REVOKED_DIR)
  const revocations = watchRevocations(patientRedis, {
    onError: (error) => log.warn({ err: error }, 'revocations'),
    ...(revokedFiles ? { onList: revokedFiles.keep } : {}),
  })
  const handOver = new AbortController()
  const common = { storage, events, binaries, workDir, preset: env.X264_PRESET, log }
  const ladderDeps = {
    ...common,
    redis,
    patientRedis,
    hub,
    ports: createPortPool({ ip: env.TRANSCODER_RTP_IP, min: env.TRANSCODER_RTP_MIN_PORT, max: env.TRANSCODER_RTP_MAX_PORT }),
    nodeId: env.TRANSCODER_NODE_ID,
    internalSecret: env.INTERNAL_SECRET,
    rtpIp: env.TRANSCODER_RTP_IP,
    unrecordedKeepMs: env.UNRECORDED_KEEP_MS,
    count: metrics.count,
    onBroadcastClosed(listener: (broadcastId: string) => void) {
      closedListeners.add(listener)
      return () => closedListeners.delete(listener)
    },
  }

  /** A live feed is never given up before its broadcast ends, whatever goes wrong. */
  async function ladderOf(job: LiveLadderJob): Promise<LadderEnd> {
    for (;;) {
      try {
        return await runLiveLadder(job, ladderDeps, handOver.signal)
      } catch (error) {
        log.error({ err: error, feedId: job.feedId }, 'ladder failed, begins again')
        if (handOver.signal.aborted) return 'handedOver'
        await pause(2_000, handOver.signal)
      }
    }
  }

  const onError = (error: Error) => log.warn({ err: error }, 'queue')
  const live = defineQueue(queues.liveLadder, {
    redisUrl: env.REDIS_URL,
    lockMs: liveLockMs,
    stalledCheckMs: liveStalledCheckMs,
    onError,
  })
  const shows = defineQueue(queues.recordingShow, { redisUrl: env.REDIS_URL, onError })
  const mp4 = defineQueue(queues.recordingMp4, { redisUrl: env.REDIS_URL, onError })
  const vod = defineQueue(queues.vodLadder, { redisUrl: env.REDIS_URL, onError })
  if (env.LIVE_CONCURRENCY > 0) {
    for (const feedId of await listOrphans(patientRedis)) await live.release(feedId)
    live.work(env.LIVE_CONCURRENCY, async ({ payload }) => {
      // Redis was away for longer than the lock: the queue hands out again what goes on here.
      const running = ladders.get(payload.feedId) ?? ladderOf(payload)
      ladders.set(payload.feedId, running)
      await noteOwner(patientRedis, payload.feedId)
      const end = await running
      if (ladders.get(payload.feedId) === running) ladders.delete(payload.feedId)
      if (end === 'fenced') throw new Error('another worker has taken this feed over')
      if (end === 'closed') await forgetOwner(patientRedis, payload.feedId)
      // The job stays as it is; closing the queue frees it for the next worker.
      if (end === 'handedOver') await new Promise(() => undefined)
    })
  }
  if (env.MP4_CONCURRENCY > 0) {
    // Text only, and a user waits for it: it does not queue behind an MP4.
    shows.work(env.MP4_CONCURRENCY, ({ payload }) => makeRecordingShow(payload, common))
    mp4.work(env.MP4_CONCURRENCY, ({ payload }) => makeRecordingMp4(payload, common, handOver.signal))
  }
  if (env.VOD_CONCURRENCY > 0) {
    vod.work(env.VOD_CONCURRENCY, async ({ payload, ...job }) => {
      const wanted = watchCancelled(redis, payload.assetId)
      try {
        await makeVodLadder(payload, common, { ...job, signal: AbortSignal.any([handOver.signal, wanted.signal]) })
      } catch (error) {
        // The file is no longer wanted: the job is done without a result.
        if (!wanted.signal.aborted) throw error
      } finally {
        wanted.stop()
      }
    })
  }

  const delivery = createDelivery({
    storage,
    hub,
    revocations,
    mediaTokenSecret: env.MEDIA_TOKEN_SECRET,
    allowedOrigins: env.PUBLIC_ORIGIN === undefined ? [] : [new URL(env.PUBLIC_ORIGIN).origin],
    accelRedirectPrefix: env.MEDIA_ACCEL_REDIRECT_PREFIX,
    registry: metrics.registry,
    onError: (error, request) => log.warn({ err: error, ...request }, 'delivery'),
  })
  const notReady = () => {
    if (handOver.signal.aborted) return 'draining'
    return redis.status === 'ready' ? undefined : 'redis is away'
  }
  const server = createHttpServer({ delivery: delivery.http, registry: metrics.registry, notReady })
  server.listen(env.TRANSCODER_PORT, env.TRANSCODER_HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const lists = env.TRANSCODER_FASTCGI_PORT === undefined ? undefined : createFastCgiServer(delivery.fastCgi)
  if (lists) {
    lists.listen({ port: env.TRANSCODER_FASTCGI_PORT, host: env.TRANSCODER_HOST, backlog: listBacklog })
    await once(lists, 'listening')
  }
  log.info({ port, ffmpeg: binaries.ffmpeg }, 'transcoder is up')

  return {
    port,
    async drain() {
      handOver.abort(new Error('the transcoder is shutting down'))
      const finish = Promise.race([Promise.all(ladders.values()), pause(drainMs)])
      await Promise.all([live, shows, mp4, vod].map((queue) => queue.handOver(finish)))
      server.closeAllConnections()
      server.close()
      lists?.close()
      revocations.stop()
      for (const connection of [redis, patientRedis, subscriber]) connection.disconnect()
    },
  }
}
