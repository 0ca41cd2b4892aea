import { describe, expect, it } from 'vitest'
import { CaptureError } from '../capture-error.ts'
import { fakeTrack, type FakeTrack } from '../testing/fakes.ts'
import type { MeetCapture } from './meet-media.ts'
import type { Outgoing } from './meet-streams.ts'
import { createOwnMedia } from './own-media.ts'

function stage(over: Partial<MeetCapture> = {}) {
  const opened: FakeTrack[] = []
  const open = (kind: 'audio' | 'video') => {
    const { fake, track } = fakeTrack(kind)
    opened.push(fake)
    return track
  }
  const media = createOwnMedia({
    canShareScreen: true,
    camera: () => Promise.resolve(open('video')),
    microphone: () => Promise.resolve(open('audio')),
    screen: () => Promise.resolve({ picture: open('video'), sound: open('audio') }),
    ...over,
  })
  const sent: string[] = []
  const port = (source: string, outgoing: Outgoing | null) =>
    sent.push(`${source} ${outgoing ? (outgoing.paused ? 'paused' : 'on') : 'off'}`)
  return { media, opened, sent, port }
}

describe('own devices', () => {
  it('are asked for only when they are turned on', async () => {
    const { media, opened, sent, port } = stage()
    media.sendTo(port)
    expect(opened).toEqual([])
    await media.turnCamera(true)
    await media.turnMicrophone(true)
    expect(sent.slice(-2)).toEqual(['camera on', 'microphone on'])
  })

  it('keep a muted microphone for the next word, and let go of a camera that is off', async () => {
    const { media, opened, sent, port } = stage()
    media.sendTo(port)
    await media.turnMicrophone(true)
    await media.turnMicrophone(false)
    expect(opened[0]).toMatchObject({ enabled: false, readyState: 'live' })
    await media.turnMicrophone(true)
    expect(opened).toHaveLength(1)
    await media.turnCamera(true)
    await media.turnCamera(false)
    expect(opened[1]?.readyState).toBe('ended')
    expect(sent.slice(-5)).toEqual(['microphone on', 'microphone paused', 'microphone on', 'camera on', 'camera off'])
  })

  it('say why they did not open, or stopped', async () => {
    const { media } = stage({ camera: () => Promise.reject(new CaptureError('denied')) })
    await media.turnCamera(true)
    expect(media.get().camera).toMatchObject({ status: 'off', failure: 'denied' })
    const second = stage()
    await second.media.turnCamera(true)
    second.opened[0]!.unplug()
    expect(second.media.get().camera).toMatchObject({ status: 'off', track: null, failure: 'not_found' })
  })

  it('stop with the bar of the browser, and as a host wishes', async () => {
    const { media, opened, sent, port } = stage()
    media.sendTo(port)
    await media.turnScreen(true)
    expect(media.get().screen).toMatchObject({ status: 'on', hasSound: true })
    opened[0]!.unplug()
    expect(media.get().screen.status).toBe('off')
    expect(sent.slice(-2)).toEqual(['screen off', 'screenSound off'])
    await media.turnMicrophone(true)
    media.stopped('microphone')
    expect(media.get().microphone.status).toBe('off')
    expect(opened.at(-1)?.enabled).toBe(false)
  })

  it('show a screen that has no sound, or whose sound ends or is refused', async () => {
    const ended = fakeTrack('audio')
    ended.fake.stop()
    const mute = stage({ screen: () => Promise.resolve({ picture: fakeTrack('video').track, sound: ended.track }) })
    mute.media.sendTo(mute.port)
    await mute.media.turnScreen(true)
    expect(mute.media.get().screen).toMatchObject({ status: 'on', hasSound: false })
    expect(mute.sent.slice(-2)).toEqual(['screen on', 'screenSound off'])
    for (const end of [({ opened }: typeof mute) => opened[1]!.unplug(), ({ media }: typeof mute) => media.stopped('screenSound')]) {
      const one = stage()
      one.media.sendTo(one.port)
      await one.media.turnScreen(true)
      end(one)
      expect(one.media.get().screen).toMatchObject({ status: 'on', hasSound: false })
      expect(one.sent.at(-1)).toBe('screenSound off')
    }
  })

  it('are all off in the end', async () => {
    const { media, opened } = stage()
    await media.turnCamera(true)
    await media.turnMicrophone(true)
    await media.turnScreen(true)
    media.close()
    expect(opened.map(({ readyState }) => readyState)).toEqual(['ended', 'ended', 'ended', 'ended'])
  })
})
