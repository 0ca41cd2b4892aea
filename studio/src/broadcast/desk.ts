import type { Language } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { CapturePort } from '@e-events/shared/rtc/capture.ts'
import type { DeviceHub } from '@e-events/shared/rtc/devices.ts'
import { toCaptureError, type CaptureFailure } from '@e-events/shared/rtc/capture-error.ts'
import { presetSize, type Preset } from '@e-events/shared/rtc/layers.ts'
import type { AudioMixer } from './mixer.ts'
import type { FeedOutput } from '@e-events/shared/rtc/publisher.ts'
import { everyFeed, loadSetup, saveSetup, type FeedSetup, type StripSetup, type TextStorage } from './setup.ts'
import { createStore } from '@e-events/shared/client/store.ts'

/** opening: asking the device. live: its picture flows. lost: it went away. failed: it never came, `failure` says why. */
export type SourceStatus = 'opening' | 'live' | 'lost' | 'failed'

export interface DeskFeed extends FeedSetup {
  status: SourceStatus
  failure: CaptureFailure | null
  /** The organizer turned the picture off: black goes out, the sound goes on. */
  hidden: boolean
  size: { width: number; height: number }
  frameRate: number
  /** What is shown and sent: the source, or a stand-in while it is away. Null before the first picture. */
  track: MediaStreamTrack | null
}

export interface DeskStrip extends StripSetup {
  status: SourceStatus
  failure: CaptureFailure | null
}

export interface DeskState {
  feeds: readonly DeskFeed[]
  strips: readonly DeskStrip[]
  masterDb: number
  /** One key silences the show. */
  silenced: boolean
  /** The browser keeps sound stopped until the organizer touches the page. */
  audioBlocked: boolean
}

export interface DeskDeps {
  slug: string
  capture: CapturePort
  devices: DeviceHub
  mixer: AudioMixer
  storage: TextStorage
  newId(): string
}

export type Desk = ReturnType<typeof createDesk>

/** The sources of one product: what is plugged in, how it sounds and what it is called. Knows nothing of the network. */
export function createDesk({ slug, capture, devices, mixer, storage, newId }: DeskDeps) {
  const setup = loadSetup(storage, slug)
  const store = createStore<DeskState>({
    feeds: setup.feeds.map(toDeskFeed),
    strips: setup.strips.map((strip) => ({ ...strip, status: 'opening', failure: null })),
    masterDb: setup.masterDb,
    silenced: false,
    audioBlocked: mixer.isBlocked(),
  })
  /** Tracks that this desk opened itself, by feed key or strip id: they are the ones to stop. */
  const owned = new Map<string, MediaStreamTrack>()
  /** Ways to stop watching the size of each feed's picture. */
  const watches = new Map<string, () => void>()
  let closed = false
  let restored = false

  const feed = (key: string) => store.get().feeds.find((entry) => entry.key === key)
  const strip = (id: string) => store.get().strips.find((entry) => entry.id === id)
  function patchFeed(key: string, part: Partial<DeskFeed>) {
    store.patch({ feeds: store.get().feeds.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)) })
    persist()
  }
  function patchStrip(id: string, part: Partial<DeskStrip>) {
    store.patch({ strips: store.get().strips.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)) })
    persist()
  }
  function persist() {
    const { feeds, strips, masterDb } = store.get()
    saveSetup(storage, slug, {
      version: 1,
      feeds: feeds.map(({ key, kind, label, language, seat, preset, deviceId }) => ({
        key,
        kind,
        label,
        language,
        seat,
        preset,
        deviceId,
      })),
      strips: strips.map(({ id, kind, label, source, gainDb, muted, route }) => ({ id, kind, label, source, gainDb, muted, route })),
      masterDb,
    })
  }
  function release(id: string) {
    owned.get(id)?.stop()
    owned.delete(id)
  }

  /** A new track takes its place in the feed; the old one stops only now, so that no frame is missed. */
  function show(key: string, track: MediaStreamTrack, part: Partial<DeskFeed>): void {
    const current = feed(key)
    if (!current || closed) return track.stop()
    const before = owned.get(key)
    owned.set(key, track)
    track.enabled = !current.hidden
    const settings = track.getSettings()
    const size = settings.width && settings.height ? { width: settings.width, height: settings.height } : current.size
    patchFeed(key, { track, size, frameRate: Math.round(settings.frameRate ?? 30), ...part })
    if (before && before !== track) before.stop()
    watches.get(key)?.()
    watches.delete(key)
    // A camera gives what its settings say; what is shared may be dragged to another size at any moment.
    if (current.kind === 'camera') return
    watches.set(
      key,
      capture.watchSize(track, (real) => {
        const now = feed(key)
        if (now?.track === track && !sameShape(now.size, real)) patchFeed(key, { size: real })
      }),
    )
  }

  function lose(key: string) {
    const current = feed(key)
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
    const hadPicture = feed(key)?.track != null
    patchFeed(key, { status: hadPicture ? 'lost' : 'failed', failure: reason })
    return reason
  }

  /** Opens the source of a feed, again where it had one. Answers why it could not, or null. */
  async function openFeed(key: string, soundLabel?: string): Promise<CaptureFailure | null> {
    const current = feed(key)
    if (!current) return null
    patchFeed(key, { status: current.track ? current.status : 'opening', failure: null })
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
    if (!strip(id)) {
      const label = (soundLabel ?? feed(key)?.label ?? '').slice(0, limits.labelChars)
      addStrip({ id, kind: 'feed', label, source: key, gainDb: 0, muted: false, route: key })
    }
    plug(id, got.audio)
  }

  function addStrip(entry: StripSetup) {
    store.patch({ strips: [...store.get().strips, { ...entry, status: 'opening', failure: null }] })
    persist()
  }

  function plug(id: string, track: MediaStreamTrack) {
    const entry = strip(id)
    if (!entry || closed) return track.stop()
    release(id)
    owned.set(id, track)
    mixer.plug(id, track, entry)
    patchStrip(id, { status: 'live', failure: null })
    track.addEventListener('ended', () => {
      if (owned.get(id) === track) patchStrip(id, { status: 'lost' })
    })
  }

  async function openMicrophone(id: string): Promise<CaptureFailure | null> {
    const entry = strip(id)
    if (!entry) return null
    try {
      const got = await capture.microphone(entry.source)
      plug(id, got.track)
      patchStrip(id, { source: got.deviceId })
      void devices.refresh()
      return null
    } catch (cause) {
      const { reason } = toCaptureError(cause)
      patchStrip(id, { status: 'failed', failure: reason })
      return reason
    }
  }

  /** What was plugged out and is back is opened again by itself: the organizer has both hands full. */
  function recover() {
    const { cameras, microphones } = devices.get()
    for (const entry of store.get().feeds)
      if (entry.kind === 'camera' && entry.status === 'lost' && cameras.some((device) => device.deviceId === entry.deviceId))
        void openFeed(entry.key)
    for (const entry of store.get().strips)
      if (entry.kind === 'microphone' && entry.status === 'lost' && microphones.some((device) => device.deviceId === entry.source))
        void openMicrophone(entry.id)
  }

  async function addFeed(
    entry: Omit<FeedSetup, 'key' | 'seat'>,
    soundLabel?: string,
  ): Promise<{ key: string; failure: CaptureFailure | null }> {
    if (store.get().feeds.length >= limits.feedsPerBroadcast) return { key: '', failure: 'unsupported' }
    const key = `${entry.kind}-${newId()}`
    mixer.program(key)
    store.patch({ feeds: [...store.get().feeds, toDeskFeed({ ...entry, key, seat: null })] })
    const failure = await openFeed(key, soundLabel)
    // A source that never gave a picture is no source: the reason is shown, nothing stays behind.
    if (failure) removeFeed(key)
    return { key, failure }
  }

  function removeFeed(key: string) {
    release(key)
    watches.get(key)?.()
    watches.delete(key)
    for (const entry of store.get().strips) if (entry.kind === 'feed' && entry.source === key) removeStrip(entry.id)
    for (const entry of store.get().strips) if (entry.route === key) setStrip(entry.id, { route: everyFeed })
    mixer.dropProgram(key)
    store.patch({ feeds: store.get().feeds.filter((entry) => entry.key !== key) })
    persist()
  }

  function removeStrip(id: string) {
    release(id)
    mixer.unplug(id)
    store.patch({ strips: store.get().strips.filter((entry) => entry.id !== id) })
    persist()
  }

  function setStrip(id: string, part: Partial<Pick<DeskStrip, 'gainDb' | 'muted' | 'route' | 'label'>>) {
    patchStrip(id, part)
    const entry = strip(id)
    if (entry) mixer.control(id, entry)
  }

  mixer.master(setup.masterDb, false)
  for (const entry of setup.feeds) mixer.program(entry.key)
  const stopDevices = devices.subscribe(recover)
  const stopBlocked = mixer.onBlocked(() => store.patch({ audioBlocked: mixer.isBlocked() }))

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Opens everything that this desk had last time, once. Screens in a browser need a click each, so they may stay 'failed' until then. */
    async restore(): Promise<void> {
      if (restored) return
      restored = true
      const { feeds, strips } = store.get()
      await Promise.all([
        ...feeds.map((entry) => openFeed(entry.key)),
        ...strips.filter((entry) => entry.kind === 'microphone').map((entry) => openMicrophone(entry.id)),
      ])
      for (const entry of store.get().strips) if (entry.kind === 'feed' && entry.status === 'opening') removeStrip(entry.id)
    },
    addCamera: (entry: { deviceId: string; label: string; preset: Preset }) => addFeed({ ...entry, kind: 'camera', language: null }),
    /** `soundLabel` names the strip of its own sound, where it has one. */
    addDisplay: (entry: { sourceId: string; label: string; soundLabel: string; preset: Preset }) =>
      addFeed({ deviceId: entry.sourceId, label: entry.label, preset: entry.preset, kind: 'screen', language: null }, entry.soundLabel),
    async addMicrophone(entry: { deviceId: string; label: string }): Promise<CaptureFailure | null> {
      const id = `mic-${newId()}`
      addStrip({ id, kind: 'microphone', label: entry.label, source: entry.deviceId, gainDb: 0, muted: false, route: everyFeed })
      const failure = await openMicrophone(id)
      if (failure) removeStrip(id)
      return failure
    },
    removeFeed,
    removeStrip,
    setStrip,
    reopenFeed: (key: string) => openFeed(key),
    reopenStrip: openMicrophone,
    describe: (key: string, part: { label?: string; language?: Language | null }) => patchFeed(key, part),
    /** This source goes on with a feed of the show; another source of this desk that had its name gets a new one. */
    sit(key: string, { key: seat, label, language }: { key: string; label: string; language: Language | null }) {
      for (const entry of store.get().feeds)
        if (entry.key !== key && (entry.seat ?? entry.key) === seat) patchFeed(entry.key, { seat: `${entry.kind}-${newId()}` })
      patchFeed(key, { seat: seat === key ? null : seat, label, language })
    },
    /** Another camera or another size: the feed stays the same feed. */
    async change(key: string, part: { deviceId?: string; preset?: Preset }): Promise<CaptureFailure | null> {
      patchFeed(key, part)
      return openFeed(key)
    },
    setHidden(key: string, hidden: boolean) {
      const track = owned.get(key)
      // A disabled track sends black frames: players, ladder and recording run on.
      if (track) track.enabled = !hidden
      patchFeed(key, { hidden })
    },
    setMaster(masterDb: number) {
      store.patch({ masterDb })
      mixer.master(masterDb, store.get().silenced)
      persist()
    },
    silence(silenced: boolean) {
      store.patch({ silenced })
      mixer.master(store.get().masterDb, silenced)
    },
    unblockAudio: () => mixer.unblock(),
    levels: (stripId: string) => mixer.stripLevels(stripId),
    masterLevels: mixer.masterLevels,
    outputs(): FeedOutput[] {
      return store
        .get()
        .feeds.flatMap(({ key, seat, kind, label, language, track, size, frameRate }) =>
          track === null
            ? []
            : [{ key, seat: seat ?? key, kind, label, language, video: track, size, frameRate, audio: mixer.program(key) }],
        )
    },
    close() {
      closed = true
      stopDevices()
      stopBlocked()
      for (const id of owned.keys()) release(id)
      for (const stop of watches.values()) stop()
      for (const entry of store.get().feeds) mixer.dropProgram(entry.key)
      for (const entry of store.get().strips) mixer.unplug(entry.id)
    },
  }
}

/**
 * Chromium makes a shared tab smaller while the machine is short of CPU and larger again later. Encoders follow that by themselves; producing anew for it
 * would cost the CPU that is missing. A window that was dragged has another shape.
 */
function sameShape(a: { width: number; height: number }, b: { width: number; height: number }): boolean {
  return Math.abs((a.width * b.height) / (a.height * b.width) - 1) < 0.03
}

function toDeskFeed(entry: FeedSetup): DeskFeed {
  return { ...entry, status: 'opening', failure: null, hidden: false, size: presetSize[entry.preset], frameRate: 30, track: null }
}
