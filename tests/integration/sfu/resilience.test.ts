import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { feedId, type BroadcastId, type FeedId } from '@e-events/shared/domain/ids.ts'
import { announceClosed } from '@e-events/shared/node/broadcast-control.ts'
import { announceRoom, findRoom, listNodes } from '@e-events/shared/node/registry.ts'
import { claimRedis, type ClaimedRedis } from '@e-events/shared/node/testing/claim-redis.ts'
import { startShow, type Show } from './ingest.ts'
import { openRtpSink, type RtpSink } from './rtp-sink.ts'
import { newRoom, startTestSfu, until, type TestPeer, type TestSfu } from './support.ts'

const newFeed = () => feedId.parse(randomUUID())

/** A room with a show and a packager that reads it. */
interface Stage {
  room: BroadcastId
  feed: FeedId
  host: TestPeer
  packager: TestPeer
  audio: RtpSink
  video: RtpSink
}

describe('an sfu with real workers', () => {
  const cleanups: (() => Promise<void> | void)[] = []
  // One for all its nodes: they find each other by it.
  let house: ClaimedRedis
  beforeAll(async () => {
    house = await claimRedis()
  })
  afterAll(() => house.release())
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  async function start(options?: Parameters<typeof startTestSfu>[0]): Promise<TestSfu> {
    const sfu = await startTestSfu({ redisUrl: house.url, ...options })
    cleanups.push(() => sfu.stop())
    return sfu
  }

  async function play(host: TestPeer, feed: FeedId): Promise<Show> {
    const show = await startShow(host, feed)
    cleanups.push(() => show.stop())
    return show
  }

  async function read({ packager, feed, audio, video }: Pick<Stage, 'packager' | 'feed' | 'audio' | 'video'>): Promise<string> {
    const { egressId } = await packager.client.request('openEgress', {
      feedId: feed,
      ip: '127.0.0.1',
      keyFrameIntervalMs: 2_000,
      streams: [
        { kind: 'audio', port: audio.port, rtcpPort: audio.port + 1, spatialLayer: null },
        { kind: 'video', port: video.port, rtcpPort: video.port + 1, spatialLayer: null },
      ],
    })
    await packager.client.request('resumeEgress', { egressId })
    return egressId
  }

  async function openStage(sfu: TestSfu): Promise<Stage> {
    const [room, feed] = [newRoom(), newFeed()]
    const host = await sfu.connect('ingest', room)
    await host.client.request('join', {})
    await play(host, feed)
    const packager = await sfu.connect('egress', room)
    const { feeds } = await packager.client.request('join', {})
    expect(feeds.map(({ feedId: id, connected }) => [id, connected])).toEqual([[feed, true]])
    const [audio, video] = [await openRtpSink('audio'), await openRtpSink('video')]
    cleanups.push(() => audio.close())
    cleanups.push(() => video.close())
    await read({ packager, feed, audio, video })
    await until('sound and picture at the packager', () => audio.packets > 20 && video.packets > 20 && video.keyFramesAtMs.length > 0)
    return { room, feed, host, packager, audio, video }
  }

  it('hands plain RTP of a server-side publisher to a packager', async () => {
    const sfu = await start()
    const { room, feed } = await openStage(sfu)
    const live = await until('feed.live', async () => (await sfu.events(room)).find((event) => event.type === 'feed.live'))
    expect(live).toMatchObject({ feedId: feed, hasAudio: true, hasVideo: true, codec: 'video/H264', source: sfu.service.nodeId })
    expect(await findRoom(sfu.redis, room)).toMatchObject({ nodeId: sfu.service.nodeId, controlUrl: sfu.service.url })
    const metrics = await (await fetch(`${sfu.service.url}/metrics`)).text()
    expect(metrics).toMatch(/^sfu_rooms 1$/m)
    expect(metrics).toMatch(/^sfu_producers 2$/m)
    expect(metrics).toMatch(/^sfu_peers\{role="egress"\} 1$/m)
  })

  it('replaces a killed worker: its rooms are told and resume, other rooms notice nothing', async () => {
    const sfu = await start()
    const hit = await openStage(sfu)
    const victim = sfu.service.pool.living.find((worker) => worker.routers === 1)
    if (!victim) throw new Error('no worker')
    // The calmer worker takes a room: on a busy machine that may be the first one once more.
    let spared = await openStage(sfu)
    for (let tries = 0; victim.routers > 1 + tries && tries < 4; tries++) spared = await openStage(sfu)
    expect(sfu.service.pool.living.map(({ routers }) => routers)).toContain(1)
    const sparedPackets = spared.video.packets
    process.kill(victim.worker.pid, 'SIGKILL')

    await until('transportsLost', () => hit.host.of('transportsLost').length === 1)
    await until('egressClosed', () => hit.packager.of('egressClosed').length === 1)
    expect(hit.packager.of('egressClosed')[0]?.data.reason).toBe('worker_died')
    await until('a new worker', () => sfu.service.pool.living.length === 2 && sfu.service.pool.restarts === 1)
    expect(hit.host.socket.connected).toBe(true)

    await play(hit.host, hit.feed)
    await until('the feed is back', () => hit.packager.of('feedChanged').at(-1)?.data.feed.video != null)
    const packets = hit.video.packets
    await read(hit)
    await until('packets again', () => hit.video.packets > packets + 20)
    expect((await sfu.events(hit.room)).filter(({ type }) => type.startsWith('feed.')).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['feed.live', 'feed.interrupted', 'feed.live']),
    )
    expect(spared.host.of('transportsLost')).toEqual([])
    expect(spared.packager.of('egressClosed')).toEqual([])
    expect(spared.video.packets).toBeGreaterThan(sparedPackets)
    const room = sfu.service.rooms.all.find(({ id }) => id === hit.room)
    expect(room?.feeds.all.flatMap((feed) => feed.producers)).toHaveLength(2)
  })

  it('refuses at most while its only worker is away, and forgets that it did', async () => {
    const sfu = await start({ env: { SFU_WORKERS: '1' } })
    const stage = await openStage(sfu)
    process.kill(sfu.service.pool.get('w0').worker.pid, 'SIGKILL')
    await until('transportsLost', () => stage.host.of('transportsLost').length === 1)
    // A studio asks at once: refused while the new worker is not up yet (how long that is depends on the machine), and
    // only with the code that says 'again'.
    const first = await play(stage.host, stage.feed).then(
      () => 'taken',
      (error: unknown) => (error as { code?: string }).code,
    )
    expect(['taken', 'UNAVAILABLE']).toContain(first)
    await until('a new worker', () => sfu.service.pool.living.length === 1)
    if (first !== 'taken') await play(stage.host, stage.feed)
    const packets = stage.video.packets
    await until('the feed is back', () => stage.packager.of('feedChanged').at(-1)?.data.feed.video != null)
    await read(stage)
    await until('packets again', () => stage.video.packets > packets + 20)
  })

  it('closes transports, producers and the broadcast after the idle time, here two and a half seconds [CARD-005]', async () => {
    // A room is looked at once a second: the warning lies well inside the time between two looks, or a late look steps
    // over it.
    const sfu = await start({ roomOptions: { cutoffMs: 2_500, warningMs: 500, lookEveryMs: 500 } })
    const room = newRoom()
    const host = await sfu.connect('ingest', room)
    await host.client.request('join', {})
    const show = await play(host, newFeed())
    await until('media', async () => (await sfu.events(room)).some(({ type }) => type === 'feed.live'))
    const [open] = sfu.service.rooms.all
    const producers = open?.feeds.all.flatMap((feed) => feed.producers.map((entry) => entry.producer)) ?? []
    expect(producers).toHaveLength(2)
    await show.stop()
    await until('the cutoff', () => host.of('broadcastClosed').length === 1)
    expect(host.of('idleWarning')).toHaveLength(1)
    expect(host.of('broadcastClosed')[0]?.data.reason).toBe('idle')
    await until('the socket closes', () => !host.socket.connected)
    expect(producers.every((producer) => producer.closed)).toBe(true)
    expect(sfu.service.rooms.all).toEqual([])
    await until('no router left', () => sfu.service.pool.living.every((worker) => worker.routers === 0))
    const closed = await until('event', async () => (await sfu.events(room)).find(({ type }) => type === 'broadcast.closed'))
    expect(closed).toMatchObject({ reason: 'idle' })
    const late = await sfu.connect('ingest', room)
    await expect(late.client.request('join', {})).rejects.toMatchObject({ code: 'ROOM_CLOSED' })
  })

  it('closes a room when the api says that its broadcast has ended, and takes no latecomers', async () => {
    const sfu = await start()
    const { room, host, packager } = await openStage(sfu)
    await announceClosed(sfu.redis, room, 'organizer')
    await until('everybody hears', () => host.of('broadcastClosed').length + packager.of('broadcastClosed').length === 2)
    await until('everybody is gone', () => !host.socket.connected && !packager.socket.connected)
    const late = await sfu.connect('viewer', room)
    await expect(late.client.request('join', {})).rejects.toMatchObject({ code: 'ROOM_CLOSED' })
    expect(await findRoom(sfu.redis, room)).toBeUndefined()
  })

  it('drains: says so in the registry, sends everybody away, turns newcomers away, ends no broadcast', async () => {
    const sfu = await start()
    const { room, host, packager } = await openStage(sfu)
    const node = async () => (await listNodes(sfu.redis)).find(({ nodeId }) => nodeId === sfu.service.nodeId)
    expect(await node()).toMatchObject({ draining: false, controlUrl: sfu.service.url, publicUrl: '/sfu' })
    const drained = sfu.service.drain(5_000)
    await until('reconnect', () => host.of('reconnect').length === 1 && packager.of('reconnect').length === 1)
    await until('the registry knows', async () => (await node())?.draining === true)
    expect((await fetch(`${sfu.service.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${sfu.service.url}/healthz`)).status).toBe(200)
    await expect(sfu.connect('viewer', room)).rejects.toMatchObject({ data: { code: 'NODE_DRAINING' } })
    host.close()
    packager.close()
    await drained
    expect(sfu.service.rooms.peerCount).toBe(0)
    expect(await findRoom(sfu.redis, room)).toBeDefined()
    expect((await sfu.events(room)).some(({ type }) => type === 'broadcast.closed')).toBe(false)
  })

  it('sends the peers of a room to the node that has its media now', async () => {
    const [before, after] = [await start(), await start()]
    const room = newRoom()
    const stranded = await before.connect('ingest', room)
    await stranded.client.request('join', {})
    const host = await after.connect('ingest', room)
    const { idleClosesAtMs } = await host.client.request('join', {})
    expect(idleClosesAtMs).not.toBeNull()
    await play(host, newFeed())
    await until('reconnect', () => stranded.of('reconnect').length === 1)
    expect((await findRoom(after.redis, room))?.nodeId).toBe(after.service.nodeId)
    expect(after.service.rooms.all).toHaveLength(1)
  })

  it('closes an idle broadcast whose node died, once', async () => {
    const [one, two] = [await start({ env: { SFU_IDLE_CUTOFF_MS: '3000' } }), await start({ env: { SFU_IDLE_CUTOFF_MS: '3000' } })]
    const room = newRoom()
    await announceRoom(one.redis, room, { nodeId: 'sfu-dead', controlUrl: 'http://127.0.0.1:9', lastMediaAtMs: Date.now() })
    await until('the broadcast is closed', async () => (await two.events(room)).length > 0)
    expect((await two.events(room)).map(({ type }) => type)).toEqual(['broadcast.closed'])
    expect(await findRoom(one.redis, room)).toBeUndefined()
  })
})
