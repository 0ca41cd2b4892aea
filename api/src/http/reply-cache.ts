import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Clock } from '../adapters/clock.ts'

/** A finished reply: nothing of it is made again for the next caller. */
export interface KeptReply {
  route: string
  bytes: Buffer
  /** As in the header, with its quotes. */
  etag: string
  /** Compressed, once somebody asked for it. */
  zipped: Buffer | undefined
  /** What stood in the answer when it was made, names and values in turns: the next one gets the same. */
  headers: readonly string[] | undefined
  expiresAtMs: number
}

export interface ReplyCache {
  /** What is kept for this question. */
  find(key: string): KeptReply | undefined
  /** What is kept, else what `make` makes: once, however many ask for it at a time. A failure is told to all of them and never kept. */
  get(question: { key: string; route: string; seconds: number }, make: () => Promise<string>): Promise<KeptReply>
  /** Nothing that was read before this moment is given to anybody who asks after it. */
  clear(): void
  /** Bytes held. */
  size(): number
}

const mostBytes = 32 * 1024 * 1024
/** Names, keys and the entry itself. */
const overheadBytes = 1_000
/** Smaller ones gain nothing. */
const zipsFromBytes = 1_024

/**
 * Replies that are the same for many, for a second or so: one process reads and writes them once, whoever asks. `isShared` says whether word of a write in
 * another process would arrive here; while it would not, nothing is kept.
 */
export function createReplyCache(deps: { clock: Pick<Clock, 'nowMs'>; isShared(): boolean }): ReplyCache {
  /** The first made first: within a second it hardly matters which of them was used. */
  const kept = new Map<string, KeptReply>()
  const flights = new Map<string, Promise<KeptReply>>()
  let bytes = 0
  /** Counts the clearings: what was begun before one is not kept after it. */
  let era = 0

  function find(key: string): KeptReply | undefined {
    const reply = kept.get(key)
    if (!reply || !deps.isShared()) return undefined
    if (reply.expiresAtMs <= deps.clock.nowMs()) {
      forget(key, reply)
      return undefined
    }
    return reply
  }

  function keep(key: string, reply: KeptReply): void {
    const before = kept.get(key)
    if (before) forget(key, before)
    kept.set(key, reply)
    bytes += weight(key, reply)
    const nowMs = deps.clock.nowMs()
    for (const [oldKey, old] of kept) {
      if (bytes <= mostBytes && old.expiresAtMs > nowMs) break
      forget(oldKey, old)
    }
  }

  function forget(key: string, reply: KeptReply): void {
    kept.delete(key)
    bytes -= weight(key, reply)
  }

  return {
    find,

    async get({ key, route, seconds }, make) {
      const found = find(key) ?? (deps.isShared() ? flights.get(key) : undefined)
      if (found) return found
      const begunIn = era
      const expiresAtMs = deps.clock.nowMs() + seconds * 1000
      const flight = make().then((text) => {
        const reply: KeptReply = {
          route,
          bytes: Buffer.from(text),
          etag: `"${hashOf(text)}"`,
          zipped: undefined,
          headers: undefined,
          expiresAtMs,
        }
        if (era === begunIn && deps.isShared()) keep(key, reply)
        return reply
      })
      flights.set(key, flight)
      try {
        return await flight
      } finally {
        if (flights.get(key) === flight) flights.delete(key)
      }
    },

    clear() {
      era += 1
      kept.clear()
      flights.clear()
      bytes = 0
    },

    size: () => bytes,
  }
}

/** The compressed form counts as large as the plain one before it exists, so that the sum never changes behind the limit's back. */
const weight = (key: string, reply: KeptReply) => 2 * (reply.bytes.length + key.length) + overheadBytes

export const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64url')

/** The question that a request asks, as far as its reply depends on it. */
export const replyKey = (url: string, language: Language): string => `${language} ${url}`

const compress = promisify(gzip)

/** Undefined where compressing gains nothing. */
export async function zippedOf(reply: KeptReply): Promise<Buffer | undefined> {
  if (reply.bytes.length < zipsFromBytes) return undefined
  return (reply.zipped ??= await compress(reply.bytes, { level: 5 }))
}

/** What is known without asking: the compressed form, the plain one for whoever takes no other, or nothing yet. */
export function readyForm(reply: KeptReply, acceptEncoding: string | undefined): { body: Buffer; isZipped: boolean } | undefined {
  const zips = acceptEncoding !== undefined && /(?:^|,)\s*gzip\s*(?:,|$)/.test(acceptEncoding) && reply.bytes.length >= zipsFromBytes
  if (zips) return reply.zipped && { body: reply.zipped, isZipped: true }
  // Anything else that is said about encodings is rare, and weighed where there is time for it.
  return acceptEncoding === undefined || !/gzip|identity|\*/.test(acceptEncoding) || reply.bytes.length < zipsFromBytes
    ? { body: reply.bytes, isZipped: false }
    : undefined
}
