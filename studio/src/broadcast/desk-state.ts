import type { CaptureFailure } from '@e-events/shared/rtc/capture-error.ts'
import { createStore } from '@e-events/shared/client/store.ts'
import { presetSize } from '@e-events/shared/rtc/layers.ts'
import { loadSetup, saveSetup, type FeedSetup, type StripSetup, type TextStorage } from './setup.ts'

/**
 * opening: asking the device. live: its picture flows. lost: it went away. failed: it never came, `failure` says why.
 */
export type SourceStatus = 'opening' | 'live' | 'lost' | 'failed'

export interface DeskFeed extends FeedSetup {
  status: SourceStatus
  failure: CaptureFailure | null
  /** The organizer turned the picture off: black goes out, the sound goes on. */
  hidden: boolean
  size: { width: number; height: number }
  frameRate: number
  /** Track that is shown and sent: the source, or a stand-in while it is away. Null before the first picture. */
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

export type DeskStore = ReturnType<typeof createDeskStore>

/** The state of a desk, restored from storage and saved with every change of its sources. */
export function createDeskStore(storage: TextStorage, slug: string, audioBlocked: boolean) {
  const setup = loadSetup(storage, slug)
  const store = createStore<DeskState>({
    feeds: setup.feeds.map(toDeskFeed),
    strips: setup.strips.map(toDeskStrip),
    masterDb: setup.masterDb,
    silenced: false,
    audioBlocked,
  })

  function save() {
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

  function change(part: Partial<DeskState>) {
    store.patch(part)
    save()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Changes what is shown and not saved. */
    show: store.patch,
    change,
    feed: (key: string) => store.get().feeds.find((entry) => entry.key === key),
    strip: (id: string) => store.get().strips.find((entry) => entry.id === id),
    /** Adds a feed without saving it: it is saved with its first change, or removed when its source does not open. */
    addFeed: (entry: FeedSetup) => store.patch({ feeds: [...store.get().feeds, toDeskFeed(entry)] }),
    addStrip: (entry: StripSetup) => change({ strips: [...store.get().strips, toDeskStrip(entry)] }),
    patchFeed: (key: string, part: Partial<DeskFeed>) =>
      change({ feeds: store.get().feeds.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)) }),
    patchStrip: (id: string, part: Partial<DeskStrip>) =>
      change({ strips: store.get().strips.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)) }),
    removeFeed: (key: string) => change({ feeds: store.get().feeds.filter((entry) => entry.key !== key) }),
    removeStrip: (id: string) => change({ strips: store.get().strips.filter((entry) => entry.id !== id) }),
  }
}

function toDeskFeed(entry: FeedSetup): DeskFeed {
  return { ...entry, status: 'opening', failure: null, hidden: false, size: presetSize[entry.preset], frameRate: 30, track: null }
}

function toDeskStrip(entry: StripSetup): DeskStrip {
  return { ...entry, status: 'opening', failure: null }
}
