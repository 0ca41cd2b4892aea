import { announceMeetClosed } from '@e-events/shared/node/meet-control.ts'
import type { MeetNotification } from '@e-events/shared/signaling/meet-notifications.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MeetLab } from './meet-page.ts'
import { newMeet, participantToken } from './participants.ts'
import { openMediaBrowser, type MediaBrowser } from './publisher.ts'
import { startTestSfu, until, type TestSfu } from './support.ts'

declare const lab: MeetLab

describe('two browsers in a meeting', () => {
  let sfu: TestSfu
  let hosting: MediaBrowser
  let visiting: MediaBrowser
  let hostId: string
  let guestId: string
  const meet = newMeet()

  const enter = async (browser: MediaBrowser, isHost: boolean) =>
    browser.run((options) => lab.enter(options), { url: sfu.service.url, token: await participantToken(meet, { isHost }) })
  const heard = async <M extends MeetNotification['method']>(browser: MediaBrowser, method: M) =>
    (await browser.run(() => lab.notifications(), undefined))
      .filter((one): one is Extract<MeetNotification, { method: M }> => one.method === method)
      .map(({ data }) => data as Extract<MeetNotification, { method: M }>['data'])
  const arrivedAt = (browser: MediaBrowser, personId: string) => browser.run((id) => lab.arrived(id), personId)
  /** Picture and sound of somebody arrive after this call. */
  const seenAndHeard = async (browser: MediaBrowser, personId: string) => {
    const before = await arrivedAt(browser, personId)
    await until('picture and sound', async () => {
      const now = await arrivedAt(browser, personId)
      return now.frames > before.frames + 10 && now.soundEnergy > before.soundEnergy
    })
  }

  beforeAll(async () => {
    ;[hosting, visiting] = await Promise.all([openMediaBrowser('meet-page.ts'), openMediaBrowser('meet-page.ts')])
    sfu = await startTestSfu({ env: { SFU_ALLOWED_ORIGINS: `${hosting.origin},${visiting.origin}` } })
  })
  afterAll(async () => {
    await hosting.close()
    await visiting.close()
    await sfu.stop()
  })

  it('see and hear each other, in the size that they ask for', async () => {
    hostId = await enter(hosting, true)
    guestId = await enter(visiting, false)
    await Promise.all([hosting, visiting].map((browser) => browser.run(() => lab.send(), undefined)))
    expect(await hosting.run((id) => lab.receive(id), guestId)).toBe(2)
    expect(await visiting.run((id) => lab.receive(id), hostId)).toBe(2)
    await Promise.all([seenAndHeard(hosting, guestId), seenAndHeard(visiting, hostId)])
    await visiting.run((id) => lab.prefer(id, 0), hostId)
    await until('the small picture', async () => (await arrivedAt(visiting, hostId)).lines === 180)
    await visiting.run((id) => lab.prefer(id, 2), hostId)
    await until('the large picture', async () => (await arrivedAt(visiting, hostId)).lines === 720)
  })

  it('are told who speaks: both, and one no more when it is muted', async () => {
    const lists = async () => (await heard(visiting, 'activeSpeakers')).map(({ personIds }) => personIds)
    await until('both are heard', async () => new Set((await lists()).flat()).size === 2)
    await visiting.run(() => lab.request('pauseStream', { source: 'microphone' }), undefined)
    await until('the host alone', async () => (await lists()).at(-1)?.join() === hostId)
    const known = (await lists()).length
    await seenAndHeard(visiting, hostId)
    expect((await lists()).slice(known).flat()).not.toContain(guestId)
    await visiting.run(() => lab.request('resumeStream', { source: 'microphone' }), undefined)
  })

  it('one of whom the host mutes: nothing of the microphone arrives until the guest unmutes', async () => {
    await seenAndHeard(hosting, guestId)
    await hosting.run((personId) => lab.request('mute', { personId, source: 'microphone' }), guestId)
    await until('the guest is told', async () => (await heard(visiting, 'mutedByHost')).length === 1)
    const silent = await arrivedAt(hosting, guestId)
    await until('the picture goes on', async () => (await arrivedAt(hosting, guestId)).frames > silent.frames + 20)
    expect((await arrivedAt(hosting, guestId)).packetsOfSound - silent.packetsOfSound).toBeLessThan(10)
    expect(await visiting.run((personId) => lab.request('mute', { personId, source: 'microphone' }), hostId)).toEqual({
      refused: 'SIGNAL_NOT_ALLOWED',
    })
    await visiting.run(() => lab.request('resumeStream', { source: 'microphone' }), undefined)
    await seenAndHeard(hosting, guestId)
  })

  it('lose their transports with a killed worker, keep their seats and go on with new ones', async () => {
    const victim = sfu.service.pool.living.find(({ routers }) => routers > 0)
    process.kill(victim?.worker.pid ?? 0, 'SIGKILL')
    await Promise.all(
      [hosting, visiting].map((browser) => until('told', async () => (await heard(browser, 'transportsLost')).length === 1)),
    )
    expect(sfu.service.meets.all[0]?.people.map(({ id, streams }) => [id, streams.size])).toEqual([
      [hostId, 0],
      [guestId, 0],
    ])
    await until('a new worker', () => sfu.service.pool.living.length === 2)
    const known = (await heard(visiting, 'activeSpeakers')).length
    await Promise.all([hosting, visiting].map((browser) => browser.run(() => lab.send(), undefined)))
    expect(await hosting.run((id) => lab.receive(id), guestId)).toBe(2)
    expect(await visiting.run((id) => lab.receive(id), hostId)).toBe(2)
    await Promise.all([seenAndHeard(hosting, guestId), seenAndHeard(visiting, hostId)])
    await until('ears at the new worker', async () =>
      (await heard(visiting, 'activeSpeakers')).slice(known).some(({ personIds }) => personIds.length > 0),
    )
  })

  it('are out within a second when the meeting ends', async () => {
    await announceMeetClosed(sfu.redis, meet, 'organizer')
    for (const browser of [hosting, visiting])
      await until('told', async () => (await heard(browser, 'meetClosed'))[0]?.reason === 'organizer', 1_000)
    expect(sfu.service.meets.all).toEqual([])
    await until('no router left', () => sfu.service.pool.living.every(({ routers }) => routers === 0))
  })
})
