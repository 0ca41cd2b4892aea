import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { feedId } from '@e-events/shared/domain/ids.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import type { Lab } from './page.ts'
import { openMediaBrowser, type MediaBrowser } from './publisher.ts'
import { newRoom, secrets, startTestSfu, until, type TestSfu } from './support.ts'

declare const lab: Lab

describe('a studio and a viewer on two workers', () => {
  let sfu: TestSfu
  let studio: MediaBrowser
  let viewer: MediaBrowser
  const room = newRoom()
  const feed = feedId.parse(randomUUID())

  const grant = (role: 'publisher' | 'viewer') => signSfuToken({ sub: randomUUID(), role, broadcastId: room }, secrets.token, 60_000)
  const heard = async (browser: MediaBrowser, method: Notification['method']) =>
    (await browser.run(() => lab.notifications(), undefined)).filter((line) => line.startsWith(`{"method":"${method}"`)).length
  const publish = async (token: string) =>
    studio.run((options) => lab.publish(options), {
      url: sfu.service.url,
      token,
      feedId: feed,
      kind: 'camera' as const,
      label: 'Camera',
      width: 1280,
      height: 720,
      simulcast: true,
      audio: true,
    })
  const worker = (workerId: string) => sfu.service.pool.get(workerId)
  const kill = (workerId: string) => process.kill(worker(workerId).worker.pid, 'SIGKILL')
  /** The picture moves: frames are decoded after this call. */
  const moves = async () => {
    const before = await viewer.run((id) => lab.frames(id), feed)
    await until('moving picture', async () => (await viewer.run((id) => lab.frames(id), feed)) > before + 10)
  }

  /** A fresh sfu with the studio on one worker and the viewer, whose firewall lets no UDP through, on the other. */
  const begin = async () => {
    await Promise.all([studio, viewer].map((browser) => browser.run(() => lab.dropConnection(), undefined)))
    await sfu?.stop()
    sfu = await startTestSfu({ env: { SFU_ALLOWED_ORIGINS: `${studio.origin},${viewer.origin}` } })
    await publish(await grant('publisher'))
    expect(worker('w0').routers).toBe(1)
    Object.defineProperty(worker('w0'), 'cpuPercent', { value: 95, writable: false })
    await viewer.run((options) => lab.watch(options), { url: sfu.service.url, token: await grant('viewer'), tcpOnly: true })
    expect(await viewer.run((id) => lab.play(id), feed)).toBe(2)
  }

  beforeAll(async () => {
    ;[studio, viewer] = await Promise.all([openMediaBrowser(), openMediaBrowser()])
  })
  // Each test goes on where the one before it ended; one that is run again begins anew.
  const begun = new Set<string>()
  beforeEach(async ({ task }) => {
    if (begun.size === 0 || begun.has(task.id)) await begin()
    begun.add(task.id)
  })
  afterAll(async () => {
    await studio.close()
    await viewer.close()
    await sfu?.stop()
  })

  it('pipes simulcast to the other worker when the room of the studio is busy', async () => {
    expect(worker('w1').routers).toBe(1)
    await moves()
    expect(await viewer.run(() => lab.receivingOver(), undefined)).toBe('tcp')
  })

  it('loses only the studio when its worker is killed: the studio starts anew on the same feed and the viewer sees it again', async () => {
    const [told, closed, lost] = [
      await heard(studio, 'transportsLost'),
      await heard(viewer, 'consumerClosed'),
      await heard(viewer, 'transportsLost'),
    ]
    kill('w0')
    await until('the studio is told', async () => (await heard(studio, 'transportsLost')) === told + 1)
    await until('the viewer is told', async () => (await heard(viewer, 'consumerClosed')) === closed + 2)
    await until('a new worker', () => sfu.service.pool.living.length === 2)
    await publish('')
    await until('the feed is back', async () => sfu.service.rooms.all[0]?.feeds.all[0]?.producers.length === 2)
    expect(await viewer.run((id) => lab.play(id), feed)).toBe(2)
    await moves()
    expect(await heard(viewer, 'transportsLost')).toBe(lost)
  })

  it('loses only the viewer when its worker is killed', async () => {
    const [lost, told] = [await heard(viewer, 'transportsLost'), await heard(studio, 'transportsLost')]
    kill('w1')
    await until('the viewer is told', async () => (await heard(viewer, 'transportsLost')) === lost + 1)
    expect(await viewer.run((id) => lab.play(id), feed)).toBe(2)
    await moves()
    expect(await heard(studio, 'transportsLost')).toBe(told)
    expect(sfu.service.rooms.all[0]?.feeds.all[0]?.connected).toBe(true)
  })

  it('notices a studio that hangs up without saying so, and one that comes back by a new connection', async () => {
    await studio.run(() => lab.hangUp(), undefined)
    await until('the feed waits', () => sfu.service.rooms.all[0]?.feeds.all[0]?.connected === false)
    await studio.run(() => lab.dropConnection(), undefined)
    await publish(await grant('publisher'))
    expect(await viewer.run((id) => lab.play(id), feed)).toBe(2)
    await moves()
    const types = (await sfu.events(room)).map(({ type }) => type).filter((type) => type.startsWith('feed.'))
    expect(types.at(-1)).toBe('feed.live')
    expect(types.filter((type) => type === 'feed.interrupted').length).toBeGreaterThanOrEqual(2)
  })
})
