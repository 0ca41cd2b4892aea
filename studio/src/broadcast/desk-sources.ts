import { limits } from '@e-events/shared/limits.ts'
import { toCaptureError, type CaptureFailure } from '@e-events/shared/rtc/capture-error.ts'
import type { CapturePort } from '@e-events/shared/rtc/capture.ts'
import type { DeviceHub } from '@e-events/shared/rtc/devices.ts'
import type { DeskFeed, DeskStore } from './desk-state.ts'
import type { AudioMixer } from './mixer.ts'

interface DeskSourcesDeps {
  desk: DeskStore
  capture: CapturePort
  devices: DeviceHub
  mixer: AudioMixer
}

/** Opens and closes the cameras, screens and microphones of a desk, and reopens what was plugged out and is back. */
export function createDeskSources({ desk, capture, devices, mixer }: DeskSourcesDeps) {
  /** Tracks that this desk opened itself, by feed key or strip id: they are the ones to stop. */
  const owned = new Map<string, MediaStreamTrack>()
  /** Ways to stop watching the size of each feed's picture. */
  const watches = new Map<string, () => void>()
  let closed = false

  function release(id: string) {
    owned.get(id)?.stop()
    owned.delete(id)
  }

  /** A new track takes its place in the feed; the old one stops only now, so that no frame is missed. */
  function show(key: string, track: MediaStreamTrack, part: Partial<DeskFeed>): void {
    const current = desk.feed(key)
    if (!current || closed) return track.stop()
    const before = owned.get(key)
    owned.set(key, track)
    track.enabled = !current.hidden
    const settings = track.getSettings()
    const size = settings.width && settings.height ? { width: settings.width, height: settings.height } : current.size
    desk.patchFeed(key, { track, size, frameRate: Math.round(settings.frameRate ?? 30), ...part })
    if (before && before !== track) before.stop()
    watches.get(key)?.()
    watches.delete(key)
    // A camera gives what its settings say; what is shared may be dragged to another size at any moment.
    if (current.kind === 'camera') return
    watches.set(
      key,
      capture.watchSize(track, (real) => {
        const now = desk.feed(key)
        if (now?.track === track && !sameShape(now.size, real)) desk.patchFeed(key, { size: real })
      }),
    )
  }

  function lose(key: string) {
    const current = desk.feed(key)
    if (!current) return
    show(key, capture.standIn(current.size), { status: 'lost' })
  }

  function follow(key: string, track: MediaStreamTrack) {
    track.addEventListener('ended', () => {
      if (owned.get(key) === track) lose(key)
    })
  }

  function failFeed(key: string, cause: unknown, display: boolean) {
    const { reason } = toCaptureError(cause, display)
    const hadPicture = desk.feed(key)?.track != null
    desk.patchFeed(key, { status: hadPicture ? 'lost' : 'failed', failure: reason })
    return reason
  }

  /** Opens the source of a feed, again where it had one. Answers why it could not, or null. */
  async function openFeed(key: string, soundLabel?: string): Promise<CaptureFailure | null> {
    const current = desk.feed(key)
    if (!current) return null
    desk.patchFeed(key, { status: current.track ? current.status : 'opening', failure: null })
    const display = current.kind !== 'camera'
    try {
      if (display) await openDisplay(current, soundLabel)
      else {
        const got = await capture.camera({ deviceId: current.deviceId, preset: current.preset })
        follow(key, got.track)
        show(key, got.track, { status: 'live', deviceId: got.deviceId, failure: null })
      }
      void devices.refresh()
      return null
    } catch (cause) {
      return failFeed(key, cause, display)
    }
  }

  async function openDisplay({ key, deviceId, preset }: DeskFeed, soundLabel?: string) {
    const got = await capture.display({ sourceId: deviceId, preset })
    follow(key, got.track)
    show(key, got.track, { status: 'live', kind: got.kind, size: got.size, failure: null })
    const id = `sound-${key}`
    if (!got.audio) return
    if (!desk.strip(id)) {
      const label = (soundLabel ?? desk.feed(key)?.label ?? '').slice(0, limits.labelChars)
      desk.addStrip({ id, kind: 'feed', label, source: key, gainDb: 0, muted: false, route: key })
    }
    plug(id, got.audio)
  }

  function plug(id: string, track: MediaStreamTrack) {
    const entry = desk.strip(id)
    if (!entry || closed) return track.stop()
    release(id)
    owned.set(id, track)
    mixer.plug(id, track, entry)
    desk.patchStrip(id, { status: 'live', failure: null })
    track.addEventListener('ended', () => {
      if (owned.get(id) === track) desk.patchStrip(id, { status: 'lost' })
    })
  }

  async function openMicrophone(id: string): Promise<CaptureFailure | null> {
    const entry = desk.strip(id)
    if (!entry) return null
    try {
      const got = await capture.microphone(entry.source)
      plug(id, got.track)
      desk.patchStrip(id, { source: got.deviceId })
      void devices.refresh()
      return null
    } catch (cause) {
      const { reason } = toCaptureError(cause)
      desk.patchStrip(id, { status: 'failed', failure: reason })
      return reason
    }
  }

  /** Reopens lost devices that are plugged in again, without a question to the organizer. */
  function recover() {
    const { cameras, microphones } = devices.get()
    for (const entry of desk.get().feeds)
      if (entry.kind === 'camera' && entry.status === 'lost' && cameras.some((device) => device.deviceId === entry.deviceId))
        void openFeed(entry.key)
    for (const entry of desk.get().strips)
      if (entry.kind === 'microphone' && entry.status === 'lost' && microphones.some((device) => device.deviceId === entry.source))
        void openMicrophone(entry.id)
  }

  const stopDevices = devices.subscribe(recover)

  return {
    openFeed,
    openMicrophone,
    release,
    /** Stops the source of a feed and forgets it. */
    closeFeed(key: string) {
      release(key)
      watches.get(key)?.()
      watches.delete(key)
    },
    /** Sends black frames while hidden: players, ladder and recording go on. */
    setHidden(key: string, hidden: boolean) {
      const track = owned.get(key)
      if (track) track.enabled = !hidden
      desk.patchFeed(key, { hidden })
    },
    close() {
      closed = true
      stopDevices()
      for (const id of owned.keys()) release(id)
      for (const stop of watches.values()) stop()
    },
  }
}

/**
 * Chromium makes a shared tab smaller while the machine is short of CPU and larger again later. Encoders follow that by
 * themselves; producing anew for it would cost the CPU that is missing. A window that was dragged has another shape.
 */
function sameShape(a: { width: number; height: number }, b: { width: number; height: number }): boolean {
  return Math.abs((a.width * b.height) / (a.height * b.width) - 1) < 0.03
}
