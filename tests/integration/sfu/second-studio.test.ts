import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feedId } from '@e-events/shared/domain/ids.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import { openWire } from '../../support/wire.ts'
import type { Lab } from './page.ts'
import { openMediaBrowser, type MediaBrowser } from './publisher.ts'
import { openRtpSink, type RtpSink } from './rtp-sink.ts'
import { newRoom, secrets, startTestSfu, until, type TestPeer, type TestSfu } from './support.ts'

declare const lab: Lab

const newFeed = () => feedId.parse(randomUUID())
type Seat = 'own' | 'lost' | 'any'
/** Text of a page for FEED_TAKEN. */
const refused = errorText('FEED_TAKEN', 'en')

describe('a feed that goes on from a second studio', () => {
  let wire: Awaited<ReturnType<typeof openWire>>
  let sfu: TestSfu
  let first: MediaBrowser
  let second: MediaBrowser
  let packager: TestPeer
  let audio: RtpSink
  let video: RtpSink
  const room = newRoom()
  const camera = newFeed()
  const other = newFeed()

  beforeAll(async () => {
    ;[first, second] = await Promise.all([openMediaBrowser(), openMediaBrowser()])
    wire = await openWire(new URL(process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'))
    sfu = await startTestSfu({
      redisPort: wire.port,
      env: { SFU_ALLOWED_ORIGINS: `${first.origin},${second.origin}`, SFU_WORKERS: '1' },
    })
    ;[audio, video] = [await openRtpSink('audio'), await openRtpSink('video')]
  })
  afterAll(async () => {
    await first.close()
    await second.close()
    await sfu.stop()
    await wire.close()
    await Promise.all([audio.close(), video.close()])
  })

  async function publish(browser: MediaBrowser, options: { feed: string; studio: string; seat: Seat }) {
    const token = await signSfuToken({ sub: randomUUID(), role: 'publisher', broadcastId: room }, secrets.token, 60_000)
    await browser.run((wanted) => lab.publish(wanted), {
      url: sfu.service.url,
      token,
      feedId: options.feed,
      kind: 'camera' as const,
      label: 'Camera 1',
      width: 640,
      height: 360,
      simulcast: false,
      audio: true,
      studio: options.studio,
      seat: options.seat,
    })
  }

  /** Seat notifications that the studio's page received. */
  const told = async (browser: MediaBrowser) =>
    (await browser.run(() => lab.notifications(), undefined)).filter((line) => line.includes('feedTaken'))

  async function read(): Promise<void> {
    const { egressId } = await packager.client.request('openEgress', {
      feedId: camera,
      ip: '127.0.0.1',
      keyFrameIntervalMs: 1_000,
      streams: [
        { kind: 'audio', port: audio.port, rtcpPort: audio.port + 1, spatialLayer: null },
        { kind: 'video', port: video.port, rtcpPort: video.port + 1, spatialLayer: null },
      ],
    })
    await packager.client.request('resumeEgress', { egressId })
  }

  const producers = async () => {
    const metrics = await (await fetch(`${sfu.service.url}/metrics`)).text()
    return Number(/^sfu_producers (\d+)$/m.exec(metrics)?.[1])
  }

  it('is refused while the first one sends and nobody was asked; the packager notices nothing', async () => {
    await publish(first, { feed: camera, studio: 'first', seat: 'own' })
    await publish(first, { feed: other, studio: 'first', seat: 'own' })
    packager = await sfu.connect('egress', room)
    await packager.client.request('join', {})
    await until('feed.live', async () => (await sfu.events(room)).filter(({ type }) => type === 'feed.live').length >= 2)
    await read()
    await until('packets', () => video.packets > 20 && audio.packets > 20)
    for (const seat of ['own', 'lost'] as const)
      await expect(publish(second, { feed: camera, studio: 'second', seat })).rejects.toThrow(refused)
    const before = video.packets
    await until('packets of the first one', () => video.packets > before + 20)
    expect(packager.of('egressClosed')).toEqual([])
    expect(await producers()).toBe(4)
  })

  it('replaces the first one on request: the same feed, one publisher, and the first keeps its other feed', async () => {
    await publish(second, { feed: camera, studio: 'second', seat: 'any' })
    await expect.poll(async () => (await told(first)).length).toBe(1)
    expect((await told(first)).map((line) => JSON.parse(line) as unknown)).toEqual([{ method: 'feedTaken', data: { feedId: camera } }])
    expect(packager.of('egressClosed').map(({ data }) => data.reason)).toEqual(['producer_replaced'])
    expect(await producers()).toBe(4)
    await until('both kinds', () => {
      const seen = packager.of('feedChanged').at(-1)?.data.feed
      return seen?.feedId === camera && seen.audio !== null && seen.video !== null
    })
    await read()
    const [pictures, sound] = [video.packets, audio.packets]
    await until('packets of the second one', () => video.packets > pictures + 20 && audio.packets > sound + 20)
    // The first page still encodes it for nobody; its other feed goes on.
    const sending = async () => (await first.run((feed) => lab.sending(feed), other))[0]?.frames ?? 0
    const frames = await sending()
    await until('the other feed', async () => (await sending()) > frames + 20)
    expect((await sfu.events(room)).filter(({ type }) => type === 'feed.interrupted')).toEqual([])
  })

  it('is the second one alone from now on: the first cannot come back to it by itself, and its going changes nothing', async () => {
    await expect(publish(first, { feed: camera, studio: 'first', seat: 'own' })).rejects.toThrow(refused)
    await first.run(() => lab.dropConnection(), undefined)
    await until('the other feed interrupted', async () =>
      (await sfu.events(room)).some((event) => event.type === 'feed.interrupted' && event.feedId === other),
    )
    const before = video.packets
    await until('packets of the second one', () => video.packets > before + 20)
    // Gone as well: either device may come back, the first one because its organizer says so.
    await second.run(() => lab.dropConnection(), undefined)
    await until('interrupted', async () =>
      (await sfu.events(room)).some((event) => event.type === 'feed.interrupted' && event.feedId === camera),
    )
    await publish(first, { feed: camera, studio: 'first', seat: 'lost' })
    await until('live again', async () => {
      const last = (await sfu.events(room)).findLast((event) => 'feedId' in event && event.feedId === camera)
      return last?.type === 'feed.live'
    })
    expect(await told(second)).toEqual([])
  })

  it('is taken over while Redis is away, too: one publisher, and the world hears of it later', async () => {
    wire.cut()
    await publish(second, { feed: camera, studio: 'second', seat: 'any' })
    await expect.poll(async () => (await told(first)).length).toBe(2)
    expect(await producers()).toBe(2)
    wire.mend()
    const { length } = await until('Redis again', async () => sfu.events(room).catch(() => undefined))
    expect(length).toBeGreaterThan(0)
    expect(await producers()).toBe(2)
  })
})
