import { createStore, type Store } from '@e-events/shared/client/store.ts'
import type { MeetSource } from '@e-events/shared/domain/meets.ts'
import { CaptureError, toCaptureError, type CaptureFailure } from '../capture-error.ts'
import type { MeetCapture } from './meet-media.ts'
import type { Outgoing } from './meet-streams.ts'

export interface OwnDevice {
  status: 'off' | 'opening' | 'on'
  track: MediaStreamTrack | null
  /** '' for the one that the browser prefers. */
  deviceId: string
  /** Why it could not be opened, or stopped by itself. */
  failure: CaptureFailure | null
}

export interface OwnMediaState {
  camera: OwnDevice
  /** Off with a track: muted. */
  microphone: OwnDevice
  screen: { status: 'off' | 'opening' | 'on'; track: MediaStreamTrack | null; hasSound: boolean; failure: CaptureFailure | null }
}

type SendPort = (source: MeetSource, outgoing: Outgoing | null) => void

export interface OwnMedia extends Store<OwnMediaState> {
  readonly canShareScreen: boolean
  /** Devices are asked for here only, so call it from a click or a key. */
  turnCamera(on: boolean): Promise<void>
  turnMicrophone(on: boolean): Promise<void>
  turnScreen(on: boolean): Promise<void>
  /** Chooses a device; one that is on changes at once. */
  choose(kind: 'camera' | 'microphone', deviceId: string): Promise<void>
  /** A host paused it, or the sfu refused it. */
  stopped(source: MeetSource): void
  /** Hands over what is on, and every change from now on. Returns the way to stop. */
  sendTo(port: SendPort): () => void
  /** Turns everything off. */
  close(): void
}

const off: OwnDevice = { status: 'off', track: null, deviceId: '', failure: null }
const noScreen: OwnMediaState['screen'] = { status: 'off', track: null, hasSound: false, failure: null }

/** Camera, microphone and screen of this person, before and in a meeting. */
export function createOwnMedia(capture: MeetCapture): OwnMedia {
  const store = createStore<OwnMediaState>({ camera: off, microphone: off, screen: noScreen })
  let port: SendPort | undefined
  let sound: MediaStreamTrack | null = null

  const patch = <K extends keyof OwnMediaState>(kind: K, part: Partial<OwnMediaState[K]>) =>
    store.patch({ [kind]: { ...store.get()[kind], ...part } })

  function hand(source: MeetSource) {
    if (!port) return
    const { camera, microphone, screen } = store.get()
    if (source === 'camera') port(source, camera.track && { track: camera.track, paused: false })
    if (source === 'microphone') port(source, microphone.track && { track: microphone.track, paused: microphone.status !== 'on' })
    if (source === 'screen') port(source, screen.track && { track: screen.track, paused: false })
    if (source === 'screenSound') port(source, sound && { track: sound, paused: false })
  }

  async function openDevice(kind: 'camera' | 'microphone') {
    const before = store.get()[kind]
    patch(kind, { status: 'opening', failure: null })
    try {
      const track = await capture[kind](before.deviceId)
      // Turned off, or another one chosen, meanwhile.
      if (store.get()[kind].status !== 'opening') return track.stop()
      track.addEventListener('ended', () => {
        if (store.get()[kind].track === track) fail(kind, new CaptureError('not_found'))
      })
      before.track?.stop()
      patch(kind, { status: 'on', track })
      hand(kind)
    } catch (error) {
      if (store.get()[kind].status === 'opening') fail(kind, error)
    }
  }

  function fail(kind: 'camera' | 'microphone', error: unknown) {
    store.get()[kind].track?.stop()
    patch(kind, { status: 'off', track: null, failure: toCaptureError(error).reason })
    hand(kind)
  }

  function closeCamera() {
    store.get().camera.track?.stop()
    patch('camera', { status: 'off', track: null, failure: null })
    hand('camera')
  }

  function closeScreen() {
    store.get().screen.track?.stop()
    store.patch({ screen: noScreen })
    hand('screen')
    closeSound()
  }

  /** The picture of a screen goes on without its sound. */
  function closeSound() {
    sound?.stop()
    sound = null
    if (store.get().screen.hasSound) patch('screen', { hasSound: false })
    hand('screenSound')
  }

  function mute(isMuted: boolean) {
    const { track } = store.get().microphone
    if (track) track.enabled = !isMuted
    patch('microphone', { status: isMuted ? 'off' : 'on', failure: null })
    hand('microphone')
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    canShareScreen: capture.canShareScreen,
    async turnCamera(on) {
      if (!on) closeCamera()
      else if (store.get().camera.status === 'off') await openDevice('camera')
    },
    async turnMicrophone(on) {
      const { status, track } = store.get().microphone
      if (!on) mute(true)
      else if (track && status === 'off') mute(false)
      else if (status === 'off') await openDevice('microphone')
    },
    async turnScreen(on) {
      if (!on) return closeScreen()
      if (store.get().screen.status !== 'off') return
      patch('screen', { status: 'opening', failure: null })
      try {
        const { picture, sound: ofScreen } = await capture.screen()
        if (store.get().screen.status !== 'opening') {
          picture.stop()
          ofScreen?.stop()
          return
        }
        // Systems without a way to their sound hand out a track that has ended already.
        sound = ofScreen?.readyState === 'live' ? ofScreen : null
        ofScreen?.addEventListener('ended', () => {
          if (sound === ofScreen) closeSound()
        })
        // The browser's own bar stops it as well.
        picture.addEventListener('ended', () => {
          if (store.get().screen.track === picture) closeScreen()
        })
        patch('screen', { status: 'on', track: picture, hasSound: sound !== null })
        hand('screen')
        hand('screenSound')
      } catch (error) {
        const { reason } = toCaptureError(error, true)
        store.patch({ screen: { ...noScreen, failure: reason === 'cancelled' ? null : reason } })
      }
    },
    async choose(kind, deviceId) {
      const { status } = store.get()[kind]
      patch(kind, { deviceId })
      if (status === 'on') await openDevice(kind)
      // A muted one is opened anew with the next word.
      else if (kind === 'microphone') {
        store.get().microphone.track?.stop()
        patch('microphone', { track: null })
        hand('microphone')
      }
    },
    stopped(source) {
      if (source === 'microphone') mute(true)
      else if (source === 'camera') closeCamera()
      else if (source === 'screen') closeScreen()
      else closeSound()
    },
    sendTo(next) {
      port = next
      for (const source of ['microphone', 'camera', 'screen', 'screenSound'] as const) hand(source)
      return () => {
        if (port === next) port = undefined
      }
    },
    close() {
      port = undefined
      const { camera, microphone, screen } = store.get()
      for (const track of [camera.track, microphone.track, screen.track, sound]) track?.stop()
      store.set({ camera: off, microphone: off, screen: noScreen })
    },
  }
}
