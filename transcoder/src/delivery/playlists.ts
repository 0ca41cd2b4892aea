import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { PlaylistEdition, PlaylistHub } from '../hls/publisher.ts'

export interface ServedPlaylist {
  text: Buffer
  etag: string
  /** Undefined where it would gain nothing. */
  gzipped: (() => Promise<Buffer>) | undefined
}

export interface Playlists {
  /**
   * The newest edition; with `msn` the first one that lists that segment, or what there is after `holdMs`. Undefined where there is no such playlist.
   * @throws AbsurdRequest for a segment that lies further ahead than any player of ours asks for
   */
  get(key: string, msn: number | undefined, signal: AbortSignal): Promise<ServedPlaylist | undefined>
}

export class AbsurdRequest extends Error {
  override readonly name = 'AbsurdRequest'
}

/** RFC 8216bis lets a server refuse beyond two; a service that took over from storage may be a few segments behind what the player has seen. */
const maxAheadSegments = 5
/** Smaller texts gain nothing from gzip. */
const gzipFromBytes = 512

const compress = promisify(gzip)

export function createPlaylists(options: {
  storage: Storage
  hub: PlaylistHub
  now: () => number
  holdMs: number
  pollMs: number
}): Playlists {
  const { storage, hub, now, holdMs, pollMs } = options
  const served = new WeakMap<PlaylistEdition, ServedPlaylist>()
  const stored = new Map<string, { atMs: number; edition: Promise<PlaylistEdition | undefined> }>()

  /** Playlists of another process: however many viewers wait for one, it is read once per `pollMs`. */
  function readStored(key: string): Promise<PlaylistEdition | undefined> {
    const known = stored.get(key)
    if (known && now() - known.atMs < pollMs) return known.edition
    const entry = { atMs: now(), edition: readAgain(key, known?.edition) }
    const forget = () => stored.get(key) === entry && stored.delete(key)
    stored.set(key, entry)
    entry.edition.then((edition) => edition ?? forget(), forget)
    forgetOld()
    return entry.edition
  }

  async function readAgain(key: string, before: Promise<PlaylistEdition | undefined> | undefined): Promise<PlaylistEdition | undefined> {
    const [text, known] = await Promise.all([storage.getText(key), before?.catch(() => undefined)])
    if (text === undefined) return undefined
    return known?.text === text ? known : toEdition(text, now())
  }

  function forgetOld(): void {
    if (stored.size <= 1_000) return
    for (const [key, { atMs }] of stored) if (now() - atMs > 60_000) stored.delete(key)
  }

  async function waitInStorage(key: string, msn: number, signal: AbortSignal): Promise<PlaylistEdition | undefined> {
    for (;;) {
      const edition = hub.current(key) ?? (await readStored(key))
      if (!edition || lists(edition, msn) || signal.aborted) return edition
      await wait(pollMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async function find(key: string, msn: number | undefined, signal: AbortSignal): Promise<PlaylistEdition | undefined> {
    const current = hub.current(key) ?? (await readStored(key))
    if (!current || msn === undefined || lists(current, msn) || isMaster(current.text)) return current
    if (msn > current.lastMsn + maxAheadSegments) throw new AbsurdRequest(`segment ${msn} of a list that ends at ${current.lastMsn}`)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(holdMs)])
    return hub.current(key) ? hub.waitFor(key, msn, limit) : waitInStorage(key, msn, limit)
  }

  return {
    async get(key, msn, signal) {
      const edition = await find(key, msn, signal)
      if (!edition) return undefined
      const known = served.get(edition) ?? toServed(edition.text)
      served.set(edition, known)
      return known
    },
  }
}

function lists(edition: PlaylistEdition, msn: number): boolean {
  return edition.ended || edition.lastMsn >= msn
}

function isMaster(text: string): boolean {
  return text.includes('#EXT-X-STREAM-INF')
}

function toEdition(text: string, atMs: number): PlaylistEdition {
  const first = Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)/m.exec(text)?.[1] ?? 0)
  const segments = text.match(/^#EXTINF:/gm)?.length ?? 0
  return { text, lastMsn: first + segments - 1, ended: /^#EXT-X-ENDLIST/m.test(text), atMs }
}

/** A long DVR list is compressed once per edition and not once per viewer. */
function toServed(text: string): ServedPlaylist {
  let zipped: Promise<Buffer> | undefined
  const plain = Buffer.from(text)
  return {
    text: plain,
    etag: createHash('sha1').update(plain).digest('hex').slice(0, 20),
    gzipped: plain.length < gzipFromBytes ? undefined : () => (zipped ??= compress(plain, { level: 6 })),
  }
}
