import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { announceClosed, findClosed, onClosed } from '@e-events/shared/node/broadcast-control.ts'
import { consumeMediaEvents, createMediaEventPublisher } from '@e-events/shared/node/media-events.ts'
import { defineQueue } from '@e-events/shared/node/queue.ts'
import { announceNode, announceRoom, findRoom, listNodes } from '@e-events/shared/node/registry.ts'
import { revokePlayback, watchRevocations } from '@e-events/shared/node/revocations.ts'
import { broadcastId as broadcastIdSchema } from '@e-events/shared/domain/ids.ts'
import { queues } from '@e-events/shared/jobs/queues.ts'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../scripts/lib/ports.mjs'
import { findRedis } from '../../scripts/lib/redis.mjs'
import { noteOwner } from '../../transcoder/src/live/owners.ts'

// deploy/redis/start.sh as it is shipped, with a real server: what each service does there works with its log-in, and
// what it has no business with does not.
const script = fileURLToPath(new URL('../../deploy/redis/start.sh', import.meta.url))
const passwords = { api: 'a'.repeat(24), sfu: 'b'.repeat(24), transcoder: 'c'.repeat(24) }
const variables = Object.fromEntries(Object.entries(passwords).map(([name, value]) => [`REDIS_${name.toUpperCase()}_PASSWORD`, value]))
type Service = keyof typeof passwords

let folder: string
let port: number
let server: ChildProcess
const clients: Redis[] = []
const urlOf = (service: Service) => `redis://${service}:${passwords[service]}@127.0.0.1:${port}`
const as = (service: Service) => {
  const client = new Redis(urlOf(service), { maxRetriesPerRequest: 1 })
  clients.push(client)
  return client
}

async function start(env: Record<string, string>, ...more: string[]): Promise<ChildProcess> {
  const redis = await findRedis()
  await writeFile(path.join(folder, 'redis-server'), `#!/bin/sh\nexec ${redis.bin} "$@"\n`, { mode: 0o755 })
  return spawn('/bin/sh', [script, '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...more], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...redis.env, PATH: `${folder}:${process.env['PATH'] ?? ''}`, REDIS_ACL_FILE: path.join(folder, 'users.acl'), ...env },
  })
}

describe('the log-ins of Redis', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ee-redis-'))
    port = await freePort(0)
    server = await start(variables)
    const health = new Redis({ port, host: '127.0.0.1', username: 'health', password: 'none', enableReadyCheck: false, lazyConnect: true })
    clients.push(health.on('error', () => {}))
    await vi.waitFor(async () => expect(await health.ping()).toBe('PONG'), { timeout: 15_000 })
    await expect(health.get('x')).rejects.toThrow('NOPERM')
  }, 60_000)

  afterAll(async () => {
    for (const client of clients) client.disconnect()
    server?.kill('SIGTERM')
    if (server && server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  })

  it('are asked for', async () => {
    const nobody = new Redis({ port, host: '127.0.0.1', maxRetriesPerRequest: 0, enableReadyCheck: false })
    clients.push(nobody.on('error', () => {}))
    await expect(nobody.ping()).rejects.toThrow('NOAUTH')
  })

  it('are enough for a show: registry, events, queue, revocations and its end', async () => {
    const [api, sfu, transcoder] = [as('api'), as('sfu'), as('transcoder')]
    const broadcastId = broadcastIdSchema.parse(randomUUID())
    const node = {
      nodeId: 'n',
      publicUrl: '/sfu',
      controlUrl: 'http://127.0.0.1:1',
      loadPercent: 0,
      egressMbps: 0,
      rooms: 0,
      peers: 0,
      draining: false,
      atMs: Date.now(),
    }
    const place = { nodeId: 'n', controlUrl: 'http://127.0.0.1:1', lastMediaAtMs: Date.now() }
    await announceNode(sfu, node)
    await announceRoom(sfu, broadcastId, place)
    expect(await listNodes(api)).toEqual([node])
    expect(await findRoom(transcoder, broadcastId)).toEqual(place)

    const seen: string[] = []
    const consumer = consumeMediaEvents(as('api'), {
      consumer: 'c',
      handle: (event) => Promise.resolve(void seen.push(event.source)),
      onError: (error) => seen.push(String(error)),
    })
    for (const [source, redis] of [['sfu', sfu] as const, ['transcoder', transcoder] as const])
      await createMediaEventPublisher(redis, { source }).publish({ type: 'audience', broadcastId, viewers: 1 })
    await vi.waitFor(() => expect(seen).toEqual(['sfu', 'transcoder']))
    await consumer.stop()

    const errors: Error[] = []
    const queue = (service: Service) => defineQueue(queues.liveLadder, { redisUrl: urlOf(service), onError: (error) => errors.push(error) })
    const [asks, works] = [queue('api'), queue('transcoder')]
    const feedId = randomUUID()
    const done = new Promise<boolean>((resolve) => {
      works.work(1, async (job) => {
        await job.progress(10)
        resolve(await job.isMine())
      })
    })
    const payload = queues.liveLadder.payload.parse({
      broadcastId,
      feedId,
      storagePrefix: `live/${broadcastId}/${feedId}`,
      recording: true,
      segmentDurationSec: 2,
    })
    await asks.enqueue(payload, { jobId: feedId })
    expect(await done).toBe(true)
    await vi.waitFor(async () => expect(await asks.counts()).toMatchObject({ waiting: 0, active: 0 }))
    await Promise.all([asks.close(), works.close()])
    expect(errors).toEqual([])

    await noteOwner(transcoder, feedId)
    await revokePlayback(api, 'u', 'p')
    for (const redis of [sfu, transcoder]) {
      const list = watchRevocations(redis, { onError: (error) => errors.push(error as Error) })
      await list.refresh()
      list.stop()
      expect(list.isRevoked({ userId: 'u', productId: 'p' })).toBe(true)
    }

    const closed = new Promise((resolve) => void onClosed(as('sfu'), (id) => resolve(id)))
    await vi.waitFor(async () => expect(await api.pubsub('NUMSUB', 'broadcast-closed')).toEqual(['broadcast-closed', 1]))
    await announceClosed(api, broadcastId, 'organizer')
    expect(await closed).toBe(broadcastId)
    expect(await findClosed(sfu, broadcastId)).toBe('organizer')
  })

  it.each<[string, Service, string[]]>([
    ['where browsers are sent', 'transcoder', ['set', 'sfu:node:evil', '{}']],
    ['who was revoked', 'transcoder', ['del', 'playback:revoked']],
    ['that a show has ended', 'sfu', ['set', 'broadcast:x:closed', 'organizer']],
    ['the queues', 'sfu', ['lpush', 'bull:live-ladder:wait', 'x']],
    ['what the api counts', 'transcoder', ['get', 'limit:login:x']],
    ['what the api tells browsers', 'transcoder', ['publish', 'socket.io#/', 'x']],
    ['everything at once', 'api', ['flushall']],
    ['the settings of the server', 'api', ['config', 'set', 'dir', '/tmp']],
  ])('leave to others: %s', async (_, service, [command = '', ...rest]) => {
    await expect(as(service).call(command, ...rest)).rejects.toThrow('NOPERM')
  })

  it.each([
    ['missing', { ...variables, REDIS_SFU_PASSWORD: '' }],
    ['short', { ...variables, REDIS_SFU_PASSWORD: 'sfu' }],
    ['not for an address', { ...variables, REDIS_SFU_PASSWORD: 'it@is:not/for an address' }],
  ])('are refused where a password is %s', async (_, env) => {
    const child = await start(env)
    let said = ''
    child.stderr?.on('data', (data: Buffer) => (said += data.toString()))
    const [code] = (await once(child, 'close')) as [number]
    expect([code, said]).toEqual([1, expect.stringContaining('REDIS_SFU_PASSWORD') as string])
  })
})
