import { createForms, type PlaylistEdition, type PlaylistForm } from '../hls/publisher.ts'
import { AbsurdRequest } from './playlists.ts'

/** `with=<track>:<msn>`: another list of the same folder, in the same answer, once it lists that segment. */
export interface Companion {
  track: string
  msn: number
}

/** @throws AbsurdRequest */
export function readCompanion(query: URLSearchParams): Companion | undefined {
  const text = query.get('with')
  if (text === null) return undefined
  const [, track, msn] = /^([a-z0-9]{1,16}):(\d{1,9})$/.exec(text) ?? []
  if (track === undefined) throw new AbsurdRequest(`with=${text.slice(0, 40)}`)
  return { track, msn: Number(msn) }
}

/** A line between two lists names the second one; to a player that knows nothing of it, it is a comment. */
const dividerOf = (track: string): string => `#E-EVENTS-LIST:${track}\n`

/**
 * Two whole lists of long shows are compressed as they grow, and each by itself: together they would be compressed anew
 * with every edition.
 */
const mostBytes = 64 * 1024

/** Two lists in one body, made and compressed once per pair of editions, however many ask. */
export interface ListPairs {
  /** The first list alone where both are too long for one body. */
  of(first: PlaylistEdition, track: string, second: PlaylistEdition): PlaylistEdition
}

export function createListPairs(): ListPairs {
  const known = new WeakMap<PlaylistEdition, WeakMap<PlaylistEdition, PlaylistEdition>>()
  return {
    of(first, track, second) {
      const pairs = known.get(first) ?? new WeakMap<PlaylistEdition, PlaylistEdition>()
      known.set(first, pairs)
      const pair = pairs.get(second) ?? join(first, track, second)
      pairs.set(second, pair)
      return pair
    },
  }
}

function join(first: PlaylistEdition, track: string, second: PlaylistEdition): PlaylistEdition {
  const made = new Map<boolean, PlaylistForm>()
  const make = (skip: boolean): PlaylistForm => {
    const [one, other] = [first.form(skip), second.form(skip)]
    if (sizeOf(one) + sizeOf(other) > mostBytes) return one
    const text = Buffer.concat([one.body, Buffer.from(dividerOf(track)), other.body]).toString()
    return createForms(text)(false)
  }
  return {
    lastMsn: first.lastMsn,
    ended: first.ended && second.ended,
    atMs: Math.max(first.atMs, second.atMs),
    form(skip) {
      const form = made.get(skip) ?? make(skip)
      made.set(skip, form)
      return form
    },
  }
}

/** As it is sent: the plain text of a long list is made for those alone who ask for it. */
const sizeOf = (form: PlaylistForm): number => (form.gzipped ?? form.body).length
