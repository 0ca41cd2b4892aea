import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { GrowingText } from './growing-text.ts'

/** A playlist as it is sent. */
export interface PlaylistForm {
  etag: string
  readonly body: Buffer
  /** Absent where it would gain nothing. */
  gzipped: Buffer | undefined
}

/**
 * One edition of a public playlist. Editions of a key only ever grow: `lastMsn` never falls, and after `ended` there is
 * no further one.
 */
export interface PlaylistEdition {
  /** Media sequence number of the last listed segment; -1 while the list is empty (and for master playlists). */
  lastMsn: number
  ended: boolean
  /** Epoch ms of publication. */
  atMs: number
  /**
   * The whole list, or (`skip`) only what a player that follows does not have yet. Made and compressed once per
   * edition, however many ask.
   */
  form(skip: boolean): PlaylistForm
}

/** Smaller texts gain nothing from gzip. */
const gzipFromBytes = 200

/**
 * Forms of an edition whose whole text is read from `text` when it is first asked for; without `delta` both are the
 * whole.
 */
export function createForms(text: GrowingText | string, delta?: string): PlaylistEdition['form'] {
  let whole: PlaylistForm | undefined
  let short: PlaylistForm | undefined
  return (skip) => {
    if (skip && delta !== undefined) return (short ??= formOf(delta))
    return (whole ??= typeof text === 'string' ? formOf(text) : formOfGrowing(text))
  }
}

function formOf(text: string): PlaylistForm {
  const body = Buffer.from(text)
  const gzipped = body.length < gzipFromBytes ? undefined : gzipSync(body)
  return { etag: etagOf(gzipped ?? body), body, gzipped }
}

/** Nearly everybody takes the compressed one: the plain one of twelve hours is 2.5 MB. */
function formOfGrowing(text: GrowingText): PlaylistForm {
  if (text.length < gzipFromBytes) return formOf(text.plain().toString())
  const gzipped = text.gzip()
  const length = text.length
  let body: Buffer | undefined
  return {
    etag: etagOf(gzipped),
    gzipped,
    get body() {
      return (body ??= text.plain().subarray(0, length))
    },
  }
}

const etagOf = (content: Buffer): string => createHash('sha1').update(content).digest('hex').slice(0, 20)

/**
 * The seam between the packager and the delivery: the newest edition of every playlist that this process writes, by
 * storage key. Another process (or this one after a restart) makes them from the feed's journal in storage; blocking
 * reloads there look at it again and again.
 */
export interface PlaylistHub {
  /** Makes an edition current and wakes everybody who waits for a segment in it. */
  publish(key: string, edition: Omit<PlaylistEdition, 'atMs'>): void
  /** Undefined: this process does not write that playlist; look into storage. */
  current(key: string): PlaylistEdition | undefined
  /**
   * Calls `settle` once with the first edition that lists segment `msn` (or is final): at once where there is one, else
   * when it comes or the playlist is forgotten (with the last edition). Undefined for a key that this process does not
   * write. @returns how to stop waiting
   */
  wait(key: string, msn: number, settle: (edition: PlaylistEdition | undefined) => void): () => void
  /**
   * Forgets every playlist below a prefix (its writer moved away, or the feed ended long ago) and releases its waiters
   * with the last edition.
   */
  forget(prefix: string): void
}

interface Waiter {
  msn: number
  settle(): void
}

export function createPlaylistHub(now: () => number = Date.now): PlaylistHub {
  const editions = new Map<string, PlaylistEdition>()
  const waiters = new Map<string, Set<Waiter>>()

  const satisfied = (edition: PlaylistEdition, msn: number) => edition.ended || edition.lastMsn >= msn

  return {
    publish(key, edition) {
      const current = { ...edition, atMs: now() }
      editions.set(key, current)
      for (const waiter of waiters.get(key) ?? []) if (satisfied(current, waiter.msn)) waiter.settle()
    },
    current: (key) => editions.get(key),
    wait(key, msn, settle) {
      const current = editions.get(key)
      if (!current || satisfied(current, msn)) {
        settle(current)
        return () => undefined
      }
      const all = waiters.get(key) ?? new Set<Waiter>()
      waiters.set(key, all)
      const stop = () => {
        all.delete(waiter)
        if (all.size === 0 && waiters.get(key) === all) waiters.delete(key)
      }
      const waiter: Waiter = {
        msn,
        settle() {
          stop()
          settle(editions.get(key) ?? current)
        },
      }
      all.add(waiter)
      return stop
    },
    forget(prefix) {
      for (const [key, all] of waiters) if (key.startsWith(`${prefix}/`)) for (const waiter of all) waiter.settle()
      for (const key of editions.keys()) if (key.startsWith(`${prefix}/`)) editions.delete(key)
    },
  }
}
