import { announceMeetRecording } from '@e-events/shared/node/meet-control.ts'
import type { MeetId } from '@e-events/shared/domain/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { durationOf, downloadRun, fetchPlaylist, runsOf } from '../../support/hls-client.ts'
import type { MeetLab } from '../sfu/meet-page.ts'
import { newMeet, participantToken } from '../sfu/participants.ts'
import { openMediaBrowser, type MediaBrowser } from '../sfu/publisher.ts'
import { lookInto, type Look } from './seen-and-heard.ts'
import { startHouse, until, type House, type Show, type TestTranscoder } from './support.ts'

declare const lab: MeetLab

const redHz = 440
const blueHz = 880
const [redTone, blueTone] = [0, 1]

const isRed = ({ rgb: [red, green, blue] }: Look) => red > 180 && green < 80 && blue < 80
const isBlue = ({ rgb: [red, green, blue] }: Look) => blue > 180 && red < 80 && green < 80
const isGreen = ({ rgb: [red, green, blue] }: Look) => green > 90 && red < 80 && blue < 80
const isDark = ({ rgb }: Look) => Math.max(...rgb) < 90
const isDarkAtTheEdge = ({ edge }: Look) => Math.max(...edge) < 40
const heard = 0.05
const hears = (tone: number) => (look: Look) => (look.tones[tone] ?? 0) > heard
const isSilent = ({ tones }: Look) => tones.every((tone) => tone < 0.01)

/** Looks that are not as they should be, each with its place in half seconds. */
const except = (looks: Look[], isRight: (look: Look) => boolean) =>
  looks.map((look, at) => ({ at, ...look })).filter((look) => !isRight(look))

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

describe('the recording of a meeting', { timeout: 240_000 }, () => {
  let house: House
  let transcoder: TestTranscoder
  let red: MediaBrowser
  let blue: MediaBrowser
  let show: Show
  let looks: Look[]
  const meet: MeetId = newMeet()
  /** Seconds of the recording at which something happened. */
  const marks: Record<string, number> = {}
  let beganAtMs = 0

  const mark = (name: string) => {
    marks[name] = (Date.now() - beganAtMs) / 1000
  }
  const enter = async (browser: MediaBrowser) =>
    browser.run((options) => lab.enter(options), { url: house.sfu.service.url, token: await participantToken(meet, { isHost: true }) })
  const request = (browser: MediaBrowser, method: string, source: string) =>
    browser.run(([name, of]) => lab.request(name, { source: of }), [method, source] as const)
  const isTold = async (browser: MediaBrowser) =>
    (await browser.run(() => lab.notifications(), undefined)).some((one) => one.method === 'recordingChanged' && one.data.isRecording)
  /** Looks between a second after one mark and half a second before another. */
  const between = (from: string, to: string) => looks.slice(Math.ceil((marks[from] ?? 0) * 2) + 2, Math.floor((marks[to] ?? 0) * 2) - 1)

  beforeAll(async () => {
    ;[red, blue] = await Promise.all([openMediaBrowser('meet-page.ts'), openMediaBrowser('meet-page.ts')])
    house = await startHouse({ origins: [red.origin, blue.origin] })
    transcoder = await house.startTranscoder()
  })
  afterAll(async () => {
    await red.close()
    await blue.close()
    await house.stop()
  })

  it('begins after everybody in it was told, and follows who speaks and what is shown', async () => {
    await enter(red)
    await enter(blue)
    await red.run((look) => lab.send(look), { color: 'rgb(255,0,0)', hz: redHz })
    await blue.run((look) => lab.send(look), { color: 'rgb(0,0,255)', hz: blueHz })
    await request(blue, 'pauseStream', 'microphone')
    show = await house.goLive()
    const { broadcastId, feedId } = show
    const announcedAtMs = Date.now()
    await announceMeetRecording(house.redis, meet, { broadcastId, feedId, label: 'Meeting' })
    for (const browser of [red, blue]) await until('told', () => isTold(browser), 2_000)
    await until('media', async () => (await show.events('feed.live'))[0])
    expect(Date.now() - announcedAtMs).toBeGreaterThan(3_000)
    await until('a first segment', async () => (await show.events('ladder.playable'))[0], 60_000)
    const list = await fetchPlaylist(show.url(transcoder, '720p.m3u8'))
    // The list says when its first picture was taken: how late a busy machine lists it does not count.
    beganAtMs = list.segments[0]?.programDateTimeMs ?? Number.NaN

    mark('red speaks')
    await pause(8)
    mark('blue speaks')
    await request(red, 'pauseStream', 'microphone')
    await request(blue, 'resumeStream', 'microphone')
    await pause(10)
    mark('both speak')
    await request(red, 'resumeStream', 'microphone')
    mark('both are on')
    await pause(6)
    mark('a screen')
    await red.run((color) => lab.show(color), 'rgb(0,128,0)')
    await pause(8)
    mark('nobody')
    await red.run((color) => lab.show(color), null)
    for (const browser of [red, blue]) {
      await request(browser, 'pauseStream', 'microphone')
      await request(browser, 'closeStream', 'camera')
    }
    await pause(6)
    mark('end')
    await announceMeetRecording(house.redis, meet, null)
    await show.close()
    const closedAtMs = Date.now()
    const closed = await until('closed', async () => (await show.events('ladder.closed'))[0])
    expect(Date.now() - closedAtMs).toBeLessThan(20_000)
    expect(closed).toMatchObject({ kept: true, rungs: ['720p'] })
  })

  it('plays at once, in one piece', async () => {
    const list = await fetchPlaylist(show.url(transcoder, '720p.m3u8'))
    expect(runsOf(list)).toEqual([0])
    expect(durationOf(list)).toBeGreaterThan(36)
    looks = await lookInto(show.url(transcoder, 'master.m3u8'), [redHz, blueHz])
    expect(looks.length).toBeGreaterThan(70)
  })

  it('shows and sounds like whoever speaks', () => {
    const first = between('red speaks', 'blue speaks')
    expect(first.filter(isRed).length).toBeGreaterThan(first.length * 0.9)
    expect(except(first, hears(redTone))).toEqual([])
    expect(first.filter(hears(blueTone))).toEqual([])
    const second = between('blue speaks', 'both speak')
    // The floor has changed hands for a while before the picture does.
    expect(except(second.slice(8), isBlue)).toEqual([])
    expect(except(second.slice(1), hears(blueTone))).toEqual([])
    expect(second.slice(1).filter(hears(redTone))).toEqual([])
  })

  it('has everybody who speaks at the same time in it', () => {
    const both = between('both are on', 'a screen')
    expect(both.length).toBeGreaterThan(5)
    expect(except(both, (look) => hears(redTone)(look) && hears(blueTone)(look))).toEqual([])
  })

  it('shows a screen that stands still as a whole, whatever its shape', () => {
    const shown = between('a screen', 'nobody').slice(2)
    expect(shown.length).toBeGreaterThan(6)
    expect(except(shown, (look) => isGreen(look) && isDarkAtTheEdge(look))).toEqual([])
  })

  it('goes on with a plain card and silence while nobody shows or says anything', () => {
    const nobody = between('nobody', 'end').slice(2)
    expect(nobody.length).toBeGreaterThan(4)
    expect(except(nobody, (look) => isDark(look) && isSilent(look))).toEqual([])
  })

  it('goes on in a second part when media workers die, with whoever comes back', async () => {
    const again = newMeet()
    const token = await participantToken(again, { isHost: true })
    await red.run((options) => lab.enter(options), { url: house.sfu.service.url, token })
    await red.run((look) => lab.send(look), { color: 'rgb(255,0,0)', hz: redHz })
    const second = await house.goLive()
    await announceMeetRecording(house.redis, again, { broadcastId: second.broadcastId, feedId: second.feedId, label: 'Meeting' })
    const listed = async () => fetchPlaylist(second.url(transcoder, '720p.m3u8'))
    await until('a first part', async () => (await second.events('ladder.playable')).length > 0 && durationOf(await listed()) > 4, 60_000)
    const lost = await red.run(() => lab.notifications().length, undefined)
    for (const { worker } of house.sfu.service.pool.living) process.kill(worker.pid, 'SIGKILL')
    await until('told', () =>
      red.run(
        (from) =>
          lab
            .notifications()
            .slice(from)
            .some(({ method }) => method === 'transportsLost'),
        lost,
      ),
    )
    await until('new workers', () => house.sfu.service.pool.living.length === 2)
    await red.run((look) => lab.send(look), { color: 'rgb(255,0,0)', hz: redHz })
    await until('a second part', async () => durationOf(await listed(), 1) > 8, 60_000)
    await announceMeetRecording(house.redis, again, null)
    await second.close()
    await until('closed', async () => (await second.events('ladder.closed'))[0])
    expect(runsOf(await listed())).toEqual([0, 1])
    const after = await lookInto(await downloadRun(await listed(), 1, house.storageDir, 'second'), [])
    expect(except(after.slice(-6, -1), isRed)).toEqual([])
  })
})
