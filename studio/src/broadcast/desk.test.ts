import { describe, expect, it } from 'vitest'
import { flushPromises } from '@e-events/shared/client/testing/fake-clock.ts'
import { fakeCapture, fakeDevices } from '@e-events/shared/rtc/testing/fakes.ts'
import { fakeMixer, fakeStorage } from '../testing/fakes.ts'
import type { CapturePort } from '@e-events/shared/rtc/capture.ts'
import { createDesk } from './desk.ts'
import { CaptureError } from '@e-events/shared/rtc/capture-error.ts'

function studio(over: { capture?: Partial<CapturePort>; storage?: ReturnType<typeof fakeStorage> } = {}) {
  let ids = 0
  const capture = fakeCapture(over.capture)
  const devices = fakeDevices([{ deviceId: 'cam-1', label: 'Camera' }], [{ deviceId: 'mic-1', label: 'Mic' }])
  const mixer = fakeMixer()
  const storage = over.storage ?? fakeStorage()
  const desk = createDesk({ slug: 'show', capture, devices, mixer, storage, newId: () => String((ids += 1)) })
  return { desk, capture, devices, mixer, storage }
}
const addCamera = (desk: ReturnType<typeof studio>['desk'], label = 'Stage') => desk.addCamera({ deviceId: 'cam-1', label, preset: '720p' })
const addScreen = (desk: ReturnType<typeof studio>['desk']) =>
  desk.addDisplay({ sourceId: '', label: 'Slides', soundLabel: 'Slides, sound', preset: '1080p' })

describe('desk refuses', () => {
  it.each(['denied', 'in_use', 'not_found'] as const)('a camera that is %s: the reason, and nothing stays behind', async (reason) => {
    const { desk } = studio({ capture: { camera: () => Promise.reject(new CaptureError(reason)) } })
    expect((await addCamera(desk)).failure).toBe(reason)
    expect(desk.get().feeds).toEqual([])
    expect(desk.outputs()).toEqual([])
  })

  it('a microphone that does not open, likewise', async () => {
    const { desk } = studio({ capture: { microphone: () => Promise.reject(new CaptureError('denied')) } })
    expect(await desk.addMicrophone({ deviceId: 'mic-1', label: 'Voice' })).toBe('denied')
    expect(desk.get().strips).toEqual([])
  })

  it('a ninth feed', async () => {
    const { desk } = studio()
    for (let n = 0; n < 8; n += 1) await addCamera(desk)
    expect((await addCamera(desk)).failure).toBe('unsupported')
    expect(desk.outputs()).toHaveLength(8)
  })
})

describe('sources', () => {
  it('several cameras and screens at once, each with a picture and the mixed sound', async () => {
    const { desk } = studio()
    await addCamera(desk)
    await addScreen(desk)
    expect(desk.outputs()).toMatchObject([
      { key: 'camera-1', kind: 'camera', label: 'Stage', size: { width: 1280, height: 720 } },
      { key: 'screen-2', kind: 'window', label: 'Slides', size: { width: 1111, height: 633 } },
    ])
    for (const output of desk.outputs()) expect(output.audio.kind).toBe('audio')
  })

  it("a screen's own sound is a strip of that feed; a microphone is heard on all", async () => {
    const { desk } = studio()
    await addScreen(desk)
    await desk.addMicrophone({ deviceId: 'mic-1', label: 'Voice' })
    expect(desk.get().strips).toMatchObject([
      { kind: 'feed', label: 'Slides, sound', route: 'screen-1', status: 'live' },
      { kind: 'microphone', route: '*', status: 'live' },
    ])
  })

  it('picture off sends black: the track is disabled, not removed', async () => {
    const { desk } = studio()
    const { key } = await addCamera(desk)
    desk.setHidden(key, true)
    expect(desk.outputs()[0]?.video.enabled).toBe(false)
    desk.setHidden(key, false)
    expect(desk.outputs()[0]?.video.enabled).toBe(true)
  })

  it('one key silences the show, and each strip has its own', async () => {
    const { desk, mixer } = studio()
    await desk.addMicrophone({ deviceId: 'mic-1', label: 'Voice' })
    desk.silence(true)
    expect(mixer.log.at(-1)).toBe('master muted')
    desk.silence(false)
    expect(mixer.log.at(-1)).toBe('master 0')
    desk.setStrip('mic-1', { muted: true })
    expect(mixer.log.at(-1)).toBe('control mic-1 muted *')
  })

  it('removing a feed takes its sound along and gives back what was only heard there', async () => {
    const { desk } = studio()
    const { key } = await addScreen(desk)
    await desk.addMicrophone({ deviceId: 'mic-1', label: 'Interpreter' })
    desk.setStrip('mic-2', { route: key })
    desk.removeFeed(key)
    expect(desk.get().feeds).toEqual([])
    expect(desk.get().strips).toMatchObject([{ id: 'mic-2', route: '*' }])
  })
})

describe('a shared window', () => {
  it('that was dragged to another shape is sent in that shape; one that is only scaled keeps its layers', async () => {
    let resize: (size: { width: number; height: number }) => void = () => undefined
    const { desk } = studio({ capture: { watchSize: (_track, listener) => ((resize = listener), () => undefined) } })
    await addScreen(desk)
    const size = () => desk.outputs()[0]?.size
    resize({ width: 926, height: 528 })
    expect(size()).toEqual({ width: 1111, height: 633 })
    resize({ width: 600, height: 800 })
    expect(size()).toEqual({ width: 600, height: 800 })
  })
})

describe('hot plug', () => {
  it('a camera that goes away leaves a stand-in of its size, and returns by itself', async () => {
    const { desk, capture, devices } = studio()
    await addCamera(desk)
    const before = desk.outputs()[0]!.video
    devices.plug({ cameras: [] })
    capture.opened[0]!.unplug()
    expect(desk.get().feeds[0]).toMatchObject({ status: 'lost' })
    const standIn = desk.outputs()[0]!
    expect(standIn.video).not.toBe(before)
    expect(standIn.size).toEqual({ width: 1280, height: 720 })
    devices.plug({ cameras: [{ deviceId: 'cam-1', label: 'Camera' }] })
    await flushPromises()
    expect(desk.get().feeds[0]).toMatchObject({ status: 'live' })
    expect(capture.opened).toHaveLength(2)
  })

  it('the hidden picture of a lost camera stays hidden', async () => {
    const { desk, capture, devices } = studio()
    const { key } = await addCamera(desk)
    desk.setHidden(key, true)
    devices.plug({ cameras: [] })
    capture.opened[0]!.unplug()
    expect(desk.outputs()[0]!.video.enabled).toBe(false)
  })

  it('changing the camera keeps the feed and stops the old device', async () => {
    const { desk, capture } = studio()
    const { key } = await addCamera(desk)
    await desk.change(key, { deviceId: 'cam-2' })
    expect(desk.get().feeds).toMatchObject([{ key, deviceId: 'cam-2', status: 'live' }])
    expect(capture.opened.map((track) => track.readyState)).toEqual(['ended', 'live'])
  })
})

describe('the next start', () => {
  it('finds the same feeds under the same keys [LIVE-022]', async () => {
    const storage = fakeStorage()
    const first = studio({ storage })
    const { key } = await addCamera(first.desk)
    first.desk.describe(key, { label: 'Wide', language: 'pt' })
    await first.desk.addMicrophone({ deviceId: 'mic-1', label: 'Voice' })
    first.desk.setStrip('mic-2', { gainDb: -6 })
    first.desk.close()
    expect(first.capture.opened.every((track) => track.readyState === 'ended')).toBe(true)

    const second = studio({ storage })
    await second.desk.restore()
    expect(second.desk.outputs()).toMatchObject([{ key, label: 'Wide', language: 'pt' }])
    expect(second.desk.get().strips).toMatchObject([{ id: 'mic-2', gainDb: -6, status: 'live' }])
  })

  it('keeps a screen that must be chosen again, without holding up the rest', async () => {
    const storage = fakeStorage()
    const first = studio({ storage })
    await addScreen(first.desk)
    await addCamera(first.desk)
    first.desk.close()
    const second = studio({ storage, capture: { display: () => Promise.reject(new CaptureError('needs_gesture')) } })
    await second.desk.restore()
    expect(second.desk.get().feeds).toMatchObject([{ status: 'failed', failure: 'needs_gesture' }, { status: 'live' }])
    expect(second.desk.outputs()).toHaveLength(1)
    expect(second.desk.get().strips).toEqual([])
  })
})

describe("another device's feed", () => {
  it('goes on with a source of this desk under its name, language and place, also after a reload', async () => {
    const { desk, storage } = studio()
    await addCamera(desk)
    desk.sit('camera-1', { key: 'camera-of-another', label: 'Stage left', language: 'es' })
    const output = { key: 'camera-1', seat: 'camera-of-another', label: 'Stage left', language: 'es' }
    expect(desk.outputs()).toMatchObject([output])
    desk.close()
    const again = studio({ storage })
    await again.desk.restore()
    expect(again.desk.outputs()).toMatchObject([output])
  })

  it('has one source here at most: who had its name gets a new one, and it can go back to its own', async () => {
    const { desk } = studio()
    await addCamera(desk)
    await addCamera(desk)
    desk.sit('camera-2', { key: 'camera-1', label: 'Stage', language: null })
    const [first, second] = desk.outputs().map(({ seat }) => seat)
    expect(second).toBe('camera-1')
    expect(new Set([first, second, 'camera-2']).size).toBe(3)
    desk.sit('camera-1', { key: 'camera-1', label: 'Stage', language: null })
    expect(desk.get().feeds[0]?.seat).toBeNull()
    expect(desk.outputs()[1]?.seat).not.toBe('camera-1')
  })
})
