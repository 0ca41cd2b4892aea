import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import type { MeetCapture } from '@e-events/shared/rtc/meeting/meet-media.ts'
import { createOwnMedia } from '@e-events/shared/rtc/meeting/own-media.ts'
import { createSpeaker } from '../features/meetings/room/lobby/speaker.ts'
import { fakeDevices, fakeTrack } from '@e-events/shared/rtc/testing/fakes.ts'

export const meetOf = (wanted: Partial<Meet> = {}): Meet => ({
  slug: 'mesa-redonda',
  title: 'Mesa redonda',
  channel: { slug: 'sala-faro', name: 'Sala Faro' },
  state: 'waiting',
  startsAt: new Date(Date.now() + 600_000).toISOString(),
  endsAt: new Date(Date.now() + 4_200_000).toISOString(),
  startedAt: null,
  endedAt: null,
  endReason: null,
  people: 0,
  isHost: false,
  isRecording: false,
  canStartFrom: null,
  ownName: 'Ada Lovelace',
  ...wanted,
})

/** Devices that open at once. */
export function fakeOwnMedia(over: Partial<MeetCapture> = {}) {
  const media = createOwnMedia({
    canShareScreen: true,
    camera: () => Promise.resolve(fakeTrack('video').track),
    microphone: () => Promise.resolve(fakeTrack('audio').track),
    screen: () => Promise.resolve({ picture: fakeTrack('video').track, sound: null }),
    ...over,
  })
  const devices = fakeDevices([{ deviceId: 'cam-1', label: 'Webcam' }], [{ deviceId: 'mic-1', label: 'Headset' }])
  return { media, devices, speaker: createSpeaker() }
}
