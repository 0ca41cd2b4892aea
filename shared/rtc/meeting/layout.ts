import type { MeetSource } from '@e-events/shared/domain/meets.ts'
import type { MeetPerson } from '@e-events/shared/signaling/meet-requests.ts'

/** A picture that somebody sends, and the layer that fits the place where it is shown. */
export interface WantedPicture {
  personId: string
  source: Extract<MeetSource, 'camera' | 'screen'>
  spatialLayer: 0 | 1 | 2
}

/** The layer of a camera that fills this many pixels of the screen: 180, 360 or 720 lines. */
export function layerFor(heightCssPx: number, pixelRatio = 1): 0 | 1 | 2 {
  // A picture may be drawn a third larger than it is before anybody sees it.
  const lines = (heightCssPx * Math.min(pixelRatio, 2)) / 1.34
  return lines <= 180 ? 0 : lines <= 360 ? 1 : 2
}

export interface GridShape {
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
}

const gapPx = 8
const ratio = 16 / 9

/** The columns with which this many 16:9 tiles are largest in a box. Sizes in CSS pixels. */
export function gridShape(tiles: number, box: { width: number; height: number }): GridShape {
  let best: GridShape = { columns: 1, rows: Math.max(1, tiles), tileWidth: 0, tileHeight: 0 }
  for (let columns = 1; columns <= Math.max(1, tiles); columns += 1) {
    const rows = Math.ceil(Math.max(1, tiles) / columns)
    const width = (box.width - gapPx * (columns - 1)) / columns
    const height = (box.height - gapPx * (rows - 1)) / rows
    const tileWidth = Math.max(0, Math.floor(Math.min(width, height * ratio)))
    if (tileWidth > best.tileWidth) best = { columns, rows, tileWidth, tileHeight: Math.floor(tileWidth / ratio) }
  }
  return best
}

/** Tiles narrower than this are faces that nobody recognises. */
const leastTilePx = 150

/** How many tiles a box has room for, up to `most`. */
export function roomFor(box: { width: number; height: number }, most: number): number {
  let tiles = 1
  for (let count = 2; count <= most; count += 1) if (gridShape(count, box).tileWidth >= leastTilePx) tiles = count
  return tiles
}

export interface ShownFacts {
  /** Those who can be shown, in the order in which they came. */
  people: readonly Pick<MeetPerson, 'id' | 'streams'>[]
  /** Shown until now: whoever stays keeps the place. */
  before: readonly string[]
  /** Who spoke, the latest first. */
  spoke: readonly string[]
  /** Always shown. */
  pinned: string | null
  room: number
}

/**
 * Ids of the people whose tiles are shown. Places change as little as possible: somebody who begins to speak takes that
 * of the one who has been silent longest.
 */
export function whoIsShown({ people, before, spoke, pinned, room }: ShownFacts): string[] {
  const present = new Set(people.map(({ id }) => id))
  const silentFor = (id: string) => {
    const at = spoke.indexOf(id)
    return at < 0 ? spoke.length : at
  }
  const seen = (person: Pick<MeetPerson, 'streams'>) => (sends(person, 'camera') ? 0 : 1)
  const shown = before.filter((id) => present.has(id)).slice(0, room)
  const waiting = people
    .filter(({ id }) => !shown.includes(id))
    .toSorted((a, b) => silentFor(a.id) - silentFor(b.id) || seen(a) - seen(b))
    .map(({ id }) => id)
  shown.push(...waiting.slice(0, room - shown.length))
  const mustBeSeen = [pinned, ...spoke.slice(0, Math.max(1, Math.floor(room / 2)))].filter(
    (id): id is string => id !== null && present.has(id),
  )
  for (const id of mustBeSeen) {
    if (shown.includes(id)) continue
    const leaving = shown.filter((other) => !mustBeSeen.includes(other)).toSorted((a, b) => silentFor(b) - silentFor(a))[0]
    if (leaving !== undefined) shown[shown.indexOf(leaving)] = id
  }
  return shown
}

/** Whether a stream of somebody arrives: it is there and not muted. */
export function sends(person: Pick<MeetPerson, 'streams'>, source: MeetSource): boolean {
  return person.streams.some((stream) => stream.source === source && !stream.paused)
}

export interface MainFacts {
  people: readonly MeetPerson[]
  ownId: string | null
  spoke: readonly string[]
  pinned: string | null
  /** One large picture; otherwise only a screen that is shared is large. */
  wantsSpeaker: boolean
}

/** Picks the large picture: who is pinned, else a screen of somebody else, else the last speaker; none in a grid. */
export function mainPicture(facts: MainFacts): { personId: string; source: 'camera' | 'screen' } | null {
  const { people, ownId, spoke, pinned, wantsSpeaker } = facts
  const others = people.filter(({ id }) => id !== ownId)
  const screens = others.filter((person) => sends(person, 'screen'))
  const chosen = people.find(({ id }) => id === pinned)
  if (chosen) return { personId: chosen.id, source: screens.includes(chosen) ? 'screen' : 'camera' }
  const screen = screens.at(-1)
  if (screen) return { personId: screen.id, source: 'screen' }
  if (!wantsSpeaker) return null
  const speaker = spoke.map((id) => others.find((person) => person.id === id)).find((person) => person !== undefined)
  const first = speaker ?? others.find((person) => sends(person, 'camera')) ?? others[0] ?? people[0]
  return first ? { personId: first.id, source: 'camera' } : null
}

/** Moves those who speak now to the front. */
export function rememberSpeakers(spoke: readonly string[], now: readonly string[]): readonly string[] {
  if (now.every((id, index) => spoke[index] === id)) return spoke
  return [...now, ...spoke.filter((id) => !now.includes(id))].slice(0, 25)
}

/** Raised hands, the first one first. */
export function handsOf<P extends Pick<MeetPerson, 'handRaisedAtMs'>>(people: readonly P[]): P[] {
  return people
    .filter(({ handRaisedAtMs }) => handRaisedAtMs !== null)
    .toSorted((a, b) => (a.handRaisedAtMs ?? 0) - (b.handRaisedAtMs ?? 0))
}
