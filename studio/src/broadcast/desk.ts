import type { Language } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { CaptureFailure } from '@e-events/shared/rtc/capture-error.ts'
import type { CapturePort } from '@e-events/shared/rtc/capture.ts'
import type { DeviceHub } from '@e-events/shared/rtc/devices.ts'
import type { Preset } from '@e-events/shared/rtc/layers.ts'
import type { FeedOutput } from '@e-events/shared/rtc/publisher.ts'
import { createDeskSources } from './desk-sources.ts'
import { createDeskStore, type DeskStrip } from './desk-state.ts'
import type { AudioMixer } from './mixer.ts'
import { everyFeed, type FeedSetup, type TextStorage } from './setup.ts'

export interface DeskDeps {
  slug: string
  capture: CapturePort
  devices: DeviceHub
  mixer: AudioMixer
  storage: TextStorage
  newId(): string
}

export type Desk = ReturnType<typeof createDesk>

/** The sources of one product: their devices, sound and names. Knows nothing of the network. */
export function createDesk({ slug, capture, devices, mixer, storage, newId }: DeskDeps) {
  const desk = createDeskStore(storage, slug, mixer.isBlocked())
  const sources = createDeskSources({ desk, capture, devices, mixer })
  let restored = false

  async function addFeed(
    entry: Omit<FeedSetup, 'key' | 'seat'>,
    soundLabel?: string,
  ): Promise<{ key: string; failure: CaptureFailure | null }> {
    if (desk.get().feeds.length >= limits.feedsPerBroadcast) return { key: '', failure: 'unsupported' }
    const key = `${entry.kind}-${newId()}`
    mixer.program(key)
    desk.addFeed({ ...entry, key, seat: null })
    const failure = await sources.openFeed(key, soundLabel)
    // A source that never gave a picture is no source: the reason is shown, nothing stays behind.
    if (failure) removeFeed(key)
    return { key, failure }
  }

  function removeFeed(key: string) {
    sources.closeFeed(key)
    for (const entry of desk.get().strips) if (entry.kind === 'feed' && entry.source === key) removeStrip(entry.id)
    for (const entry of desk.get().strips) if (entry.route === key) setStrip(entry.id, { route: everyFeed })
    mixer.dropProgram(key)
    desk.removeFeed(key)
  }

  function removeStrip(id: string) {
    sources.release(id)
    mixer.unplug(id)
    desk.removeStrip(id)
  }

  function setStrip(id: string, part: Partial<Pick<DeskStrip, 'gainDb' | 'muted' | 'route' | 'label'>>) {
    desk.patchStrip(id, part)
    const entry = desk.strip(id)
    if (entry) mixer.control(id, entry)
  }

  mixer.master(desk.get().masterDb, false)
  for (const entry of desk.get().feeds) mixer.program(entry.key)
  const stopBlocked = mixer.onBlocked(() => desk.show({ audioBlocked: mixer.isBlocked() }))

  return {
    get: desk.get,
    subscribe: desk.subscribe,
    /**
     * Opens everything that this desk had last time, once. Screens in a browser need a click each, so they may stay
     * 'failed' until then.
     */
    async restore(): Promise<void> {
      if (restored) return
      restored = true
      const { feeds, strips } = desk.get()
      await Promise.all([
        ...feeds.map((entry) => sources.openFeed(entry.key)),
        ...strips.filter((entry) => entry.kind === 'microphone').map((entry) => sources.openMicrophone(entry.id)),
      ])
      for (const entry of desk.get().strips) if (entry.kind === 'feed' && entry.status === 'opening') removeStrip(entry.id)
    },
    addCamera: (entry: { deviceId: string; label: string; preset: Preset }) => addFeed({ ...entry, kind: 'camera', language: null }),
    /** `soundLabel` names the strip of its own sound, where it has one. */
    addDisplay: (entry: { sourceId: string; label: string; soundLabel: string; preset: Preset }) =>
      addFeed({ deviceId: entry.sourceId, label: entry.label, preset: entry.preset, kind: 'screen', language: null }, entry.soundLabel),
    async addMicrophone(entry: { deviceId: string; label: string }): Promise<CaptureFailure | null> {
      const id = `mic-${newId()}`
      desk.addStrip({ id, kind: 'microphone', label: entry.label, source: entry.deviceId, gainDb: 0, muted: false, route: everyFeed })
      const failure = await sources.openMicrophone(id)
      if (failure) removeStrip(id)
      return failure
    },
    removeFeed,
    removeStrip,
    setStrip,
    reopenFeed: (key: string) => sources.openFeed(key),
    reopenStrip: sources.openMicrophone,
    describe: (key: string, part: { label?: string; language?: Language | null }) => desk.patchFeed(key, part),
    /** This source goes on with a feed of the show; another source of this desk that had its name gets a new one. */
    sit(key: string, { key: seat, label, language }: { key: string; label: string; language: Language | null }) {
      for (const entry of desk.get().feeds)
        if (entry.key !== key && (entry.seat ?? entry.key) === seat) desk.patchFeed(entry.key, { seat: `${entry.kind}-${newId()}` })
      desk.patchFeed(key, { seat: seat === key ? null : seat, label, language })
    },
    /** Another camera or another size: the feed stays the same feed. */
    async change(key: string, part: { deviceId?: string; preset?: Preset }): Promise<CaptureFailure | null> {
      desk.patchFeed(key, part)
      return sources.openFeed(key)
    },
    setHidden: sources.setHidden,
    setMaster(masterDb: number) {
      desk.change({ masterDb })
      mixer.master(masterDb, desk.get().silenced)
    },
    silence(silenced: boolean) {
      desk.show({ silenced })
      mixer.master(desk.get().masterDb, silenced)
    },
    unblockAudio: () => mixer.unblock(),
    levels: (stripId: string) => mixer.stripLevels(stripId),
    masterLevels: mixer.masterLevels,
    outputs(): FeedOutput[] {
      return desk
        .get()
        .feeds.flatMap(({ key, seat, kind, label, language, track, size, frameRate }) =>
          track === null
            ? []
            : [{ key, seat: seat ?? key, kind, label, language, video: track, size, frameRate, audio: mixer.program(key) }],
        )
    },
    close() {
      stopBlocked()
      sources.close()
      for (const entry of desk.get().feeds) mixer.dropProgram(entry.key)
      for (const entry of desk.get().strips) mixer.unplug(entry.id)
    },
  }
}
