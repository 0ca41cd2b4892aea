import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feedId } from '@e-events/shared/domain/ids.ts'
import { announceClosed } from '@e-events/shared/node/broadcast-control.ts'
import { findRoom, listNodes } from '@e-events/shared/node/registry.ts'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import { openWire } from '../../support/wire.ts'
import { startShow, type Show } from './ingest.ts'
import { newRoom, secrets, startTestSfu, until, type TestPeer, type TestSfu } from './support.ts'

describe('while Redis is away', () => {
  let wire: Awaited<ReturnType<typeof openWire>>
  let sfu: TestSfu
  /** Sees Redis all the time, as the api might. */
  let witness: TestSfu
  let host: TestPeer
  let show: Show
  const room = newRoom()
  const feed = feedId.parse(randomUUID())

  beforeAll(async () => {
    wire = await openWire(new URL(process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'))
    witness = await startTestSfu({ env: { SFU_WORKERS: '1' } })
    sfu = await startTestSfu({ redisUrl: witness.redisUrl, redisPort: wire.port, env: { SFU_WORKERS: '1' } })
    host = await sfu.connect('ingest', room)
    await host.client.request('join', {})
    show = await startShow(host, feed)
    await until('feed.live', async () => (await witness.events(room)).length > 0)
  })
  afterAll(async () => {
    await show.stop()
    await sfu.stop()
    await witness.stop()
    await wire.close()
  })

  it('the show goes on and viewers with a grant are let in; grants still open only once', async () => {
    wire.cut()
    await until('not ready', async () => (await fetch(`${sfu.service.url}/readyz`)).status === 503)
    const token = await signSfuToken({ sub: randomUUID(), role: 'viewer', broadcastId: room }, secrets.token, 60_000)
    const viewer = await sfu.connect('viewer', room, { token })
    await expect(sfu.connect('viewer', room, { token })).rejects.toMatchObject({ data: { code: 'SIGNAL_TOKEN_INVALID' } })
    const { feeds } = await viewer.client.request('join', {})
    expect(feeds.map(({ feedId: id, connected }) => [id, connected])).toEqual([[feed, true]])
    expect(host.socket.connected).toBe(true)
  })

  it('what happens is told afterwards, in order, and the node and its rooms are announced again', async () => {
    const pause = await host.client.request('closeFeed', { feedId: feed })
    expect(pause).toEqual({})
    await witness.redis.del(`sfu:room:${room}`, `sfu:node:${sfu.service.nodeId}`)
    wire.mend()
    const types = async () => (await witness.events(room)).map(({ type }) => type).filter((type) => type.startsWith('feed.'))
    await until('the event', async () => (await types()).includes('feed.closed'))
    expect((await types()).at(-1)).toBe('feed.closed')
    expect((await types()).filter((type) => type === 'feed.closed')).toHaveLength(1)
    await until('the room', async () => (await findRoom(witness.redis, room))?.nodeId === sfu.service.nodeId)
    await until('the node', async () => (await listNodes(witness.redis)).some(({ nodeId }) => nodeId === sfu.service.nodeId))
    expect((await fetch(`${sfu.service.url}/readyz`)).status).toBe(200)
  })

  it('an end that was announced meanwhile is learnt afterwards', async () => {
    wire.cut()
    await until('not ready', async () => (await fetch(`${sfu.service.url}/readyz`)).status === 503)
    await announceClosed(witness.redis, room, 'organizer')
    wire.mend()
    await until('the end', () => host.of('broadcastClosed').length === 1)
    expect(host.of('broadcastClosed')[0]?.data.reason).toBe('organizer')
  })
})
