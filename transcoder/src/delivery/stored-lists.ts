import type { Storage } from '@e-events/shared/node/storage.ts'
import { createMediaList, type MediaList } from '../hls/compose.ts'
import type { JournalState } from '../hls/journal.ts'
import { createForms, type PlaylistEdition } from '../hls/publisher.ts'
import { publicTracks, type TrackName } from '../hls/runs.ts'
import { followJournal, type FollowedJournal } from '../live/feed-journal.ts'

export interface StoredLists {
  /**
   * The newest edition in storage; undefined where there is no such playlist. However many ask, storage is looked at
   * once per `pollMs`.
   */
  current(key: string): Promise<PlaylistEdition | undefined>
}

interface Kept {
  atMs: number
  edition: Promise<PlaylistEdition | undefined>
}
interface Followed {
  journal: FollowedJournal
  lists: Map<TrackName, MediaList>
  /** The journal state behind the lists; the same state makes no new edition. */
  known: JournalState | undefined
  editions: Map<TrackName, PlaylistEdition>
  atMs: number
  reading: Promise<JournalState | undefined>
}

const mostKept = 1_000
const forgetMs = 60_000

/**
 * Playlists that another process writes, or wrote: those of a feed that still grows are made from its journal, the
 * others are files.
 */
export function createStoredLists({ storage, now, pollMs }: { storage: Storage; now: () => number; pollMs: number }): StoredLists {
  const files = new Map<string, Kept>()
  const feeds = new Map<string, Followed>()

  async function readFile(key: string, before: Promise<PlaylistEdition | undefined> | undefined): Promise<PlaylistEdition | undefined> {
    const [text, known] = await Promise.all([storage.getText(key), before?.catch(() => undefined)])
    if (text === undefined) return undefined
    return known && known.form(false).body.toString() === text ? known : toEdition(text, now())
  }

  function file(key: string): Promise<PlaylistEdition | undefined> {
    const known = files.get(key)
    if (known && now() - known.atMs < pollMs) return known.edition
    const entry = { atMs: now(), edition: readFile(key, known?.edition) }
    const forget = () => files.get(key) === entry && files.delete(key)
    files.set(key, entry)
    entry.edition.then((edition) => edition ?? forget(), forget)
    forgetOld(files)
    return entry.edition
  }

  async function growing(prefix: string, track: TrackName): Promise<PlaylistEdition | undefined> {
    const known = feeds.get(prefix)
    const feed: Followed = known ?? {
      journal: followJournal(storage, prefix),
      lists: new Map(),
      known: undefined,
      editions: new Map(),
      atMs: Number.NEGATIVE_INFINITY,
      reading: Promise.resolve(undefined),
    }
    if (now() - feed.atMs >= pollMs) {
      feed.atMs = now()
      // One look after the other: a slow storage must not be read by two at once.
      feed.reading = feed.reading.catch(() => undefined).then(() => feed.journal.read())
      feeds.set(prefix, feed)
      forgetOld(feeds)
    }
    const state = await feed.reading
    if (!state) {
      if (feeds.get(prefix) === feed) feeds.delete(prefix)
      return undefined
    }
    if (feed.known !== state) feed.editions.clear()
    feed.known = state
    const made = feed.editions.get(track)
    if (made) return made
    const list = feed.lists.get(track) ?? createMediaList(track)
    feed.lists.set(track, list)
    const edition = { ...list.edition(state), atMs: now() }
    if (edition.lastMsn < 0) return undefined
    feed.editions.set(track, edition)
    return edition
  }

  function forgetOld(entries: Map<string, { atMs: number }>): void {
    if (entries.size <= mostKept) return
    for (const [key, { atMs }] of entries) if (now() - atMs > forgetMs) entries.delete(key)
  }

  return {
    async current(key) {
      const slash = key.lastIndexOf('/')
      const track = trackOf(key.slice(slash + 1))
      return (await file(key)) ?? (track && (await growing(key.slice(0, slash), track)))
    },
  }
}

function trackOf(name: string): TrackName | undefined {
  return publicTracks.find((track) => name === `${track}.m3u8`)
}

function toEdition(text: string, atMs: number): PlaylistEdition {
  const first = Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)/m.exec(text)?.[1] ?? 0)
  const segments = text.match(/^#EXTINF:/gm)?.length ?? 0
  return { lastMsn: first + segments - 1, ended: /^#EXT-X-ENDLIST/m.test(text), atMs, form: createForms(text) }
}
