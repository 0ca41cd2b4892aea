import { open } from 'node:fs/promises'
import { contentTypeOf } from '@e-events/shared/node/storage-content-type.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { joinFirstPart } from '@e-events/shared/domain/first-part.ts'
import { firstPartName, initName } from '@e-events/shared/domain/film-files.ts'
import type { RungName } from '@e-events/shared/domain/ladder.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { createMediaList, rungsOf, totalDurationSec, type MediaList, type Removed } from '../hls/compose.ts'
import {
  delaySegment,
  longestSampleSec,
  readInit,
  readSegment,
  segmentBytes,
  tameSamples,
  withoutEdits,
  type SegmentFacts,
} from '../hls/fmp4.ts'
import { composeMaster } from '../hls/master.ts'
import { runLine, segmentsLine, type JournalLine } from '../hls/journal.ts'
import { pruneOldest } from '../hls/prune.ts'
import { createForms, type PlaylistHub } from '../hls/publisher.ts'
import { toRunRecord } from '../hls/restore.ts'
import {
  isSound,
  publicTracks,
  runId,
  tallyOf,
  targetDurationSec,
  type Run,
  type RunTrack,
  type SoundTags,
  type TrackFacts,
  type TrackName,
} from '../hls/runs.ts'
import type { PictureSize } from '../hls/sps.ts'
import { createFeedJournal } from './feed-journal.ts'
import { assertCurrent, type Fence } from './fence.ts'
import { restoreFeed } from './restore-feed.ts'

/** First parts of a track that are kept: whoever is behind by more asks for whole segments. */
const firstPartsKept = 12
/** A full disk takes away this much of the beginning at a time; the last minute stays whatever happens. */
const pruneSec = 120
const keepLastSec = 60
/** The head of a segment: its tables, and the parameter sets of its first picture. */
const headBytes = 16 * 1024

/** A piece of a live segment, in memory: its times are put right in place. */
export interface LiveFragment {
  bytes: Buffer
  durationSec: number
}

/** Fragments that begin a segment of this file name. */
interface Beginning {
  track: TrackName
  name: string
  fragments: readonly LiveFragment[]
}

/** A finished segment of a run: a file on this machine, or what comes from a live one. */
export interface NewSegment {
  track: TrackName
  name: string
  durationSec: number
  content: { path: string } | { fragments: readonly LiveFragment[] }
}

export interface FeedStore {
  readonly runs: readonly Run[]
  /** The playlists were closed. */
  readonly ended: boolean
  readonly rungs: RungName[]
  durationSec(): number
  sizeBytes(): number
  /** A stretch begins; it shows up in the playlists with its first segments. */
  beginRun(options: { capturedAtMs: number; frameRate: number }): OpenRun
  /** Takes the oldest part away for lack of space. False: nothing is left that may go. */
  makeRoom(): Promise<boolean>
  /** Closes the playlists for good. @throws FencedError */
  end(): Promise<void>
}

export interface OpenRun {
  readonly id: string
  /**
   * Takes the track's initialization in and returns its facts. Its edits say when it begins, unless `startOffsetSec`
   * does. @throws FencedError
   */
  addTrack(track: TrackName, init: Uint8Array, more?: { sound?: SoundTags | undefined; startOffsetSec?: number }): Promise<TrackFacts>
  /**
   * Hands out the beginning of a segment that still grows, under a name of its own (`firstPartName`). It is in no list,
   * and gone a while after the segment is whole. Pictures carry the `sound` of the same time.
   */
  addFirstPart(part: Beginning & { sound?: Beginning }): Promise<void>
  /**
   * Moves a segment in; it is listed by the next `publish`. The size is what its pictures say, where they do.
   * @throws DomainError STORAGE_FULL
   */
  addSegment(segment: NewSegment): Promise<PictureSize | undefined>
  /** Lists what was added. True when the set of rungs changed. @throws FencedError */
  publish(): Promise<boolean>
  /** Removes what never got listed. */
  close(): Promise<void>
}

export interface FeedStoreOptions {
  storage: Storage
  hub: PlaylistHub
  /** Without a slash at the end. */
  prefix: string
  segmentDurationSec: 1 | 2
  /** Seconds of the beginnings of segments that its runs hand out; lists say so. None by default. */
  firstPartSec?: number
  fence: Fence
  /** Something had to be removed for lack of space. */
  onPruned?: () => void
}

/** The highest epoch whose folders are in storage; 0 for none. */
export async function lastEpoch(storage: Storage, prefix: string): Promise<number> {
  const epochs = (await storage.list(prefix)).map(({ key }) => Number(/^e(\d+)r/.exec(key.slice(prefix.length + 1))?.[1] ?? 0))
  return Math.max(0, ...epochs)
}

/** Opens a feed's folder and goes on where its playlists end, also those of another worker. */
export async function openFeedStore(options: FeedStoreOptions): Promise<FeedStore> {
  const { storage, hub, prefix, fence, firstPartSec } = options
  const restored = await restoreFeed(storage, prefix)
  let runs: Run[] = restored.runs
  let removed: Removed = restored.removed
  let ended = restored.ended
  let runCount = 0
  let master = ''
  /** Known with the first segments, and kept. */
  let target: number | undefined
  let publishedRungs = rungsOf(runs).join()
  const lists = new Map<TrackName, MediaList>()
  const journal = createFeedJournal(storage, prefix, fence.epoch)
  /** Lines of the lists that the journal does not have yet; all of them for a volume of our own. */
  let newLines: JournalLine[] = []
  let isJournalBehind = true

  /** Writes with the room that removing the oldest part makes. */
  async function withRoom(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!isStorageFull(error) || !(await makeRoom())) throw error
      }
    }
  }
  async function makeRoom(): Promise<boolean> {
    const pruned = pruneOldest(runs, removed, { seconds: pruneSec, keepLastSec })
    if (pruned.files.length === 0) return false
    const gone = new Set(runs.filter((run) => !pruned.runs.some(({ id }) => id === run.id)).map(({ id }) => id))
    runs = pruned.runs
    removed = pruned.removed
    isJournalBehind = true
    for (const file of pruned.files) await storage.removeAll(`${prefix}/${file}`)
    for (const id of gone) await storage.removeAll(`${prefix}/${id}`)
    options.onPruned?.()
    return true
  }

  async function publishLists(): Promise<void> {
    // Room is made by removing what the lists name, so they are composed anew each time.
    await withRoom(async () => {
      await assertCurrent(fence, prefix)
      const listed = runs.filter((run) => run.tracks.size > 0)
      const targetSec = (target ??= targetDurationSec(options.segmentDurationSec, listed))
      // Written before it is published: a worker that takes over lists at least what players know.
      if (isJournalBehind) await journal.begin({ runs: listed, removed, ended, targetDurationSec: targetSec, firstPartSec })
      else if (newLines.length > 0) await journal.append(newLines)
      isJournalBehind = false
      newLines = []
      const rungs = rungsOf(listed)
      const feed = { runs: listed, removed, ended, targetDurationSec: targetSec, firstPartSec }
      for (const track of publicTracks) {
        if (isSound(track) ? track !== 'audio' && !listed.some(({ tracks }) => tracks.has(track)) : !rungs.includes(track)) continue
        const list = lists.get(track) ?? createMediaList(track)
        lists.set(track, list)
        const key = `${prefix}/${track}.m3u8`
        const edition = list.edition(feed)
        // The whole list is written once, at its end: until then the journal stands for it.
        if (ended) await storage.put(key, edition.form(false).body, contentTypeOf(key))
        hub.publish(key, edition)
      }
      await writeMaster(listed)
      if (ended) await journal.remove()
    })
  }
  async function writeMaster(listed: Run[]): Promise<void> {
    const text = composeMaster(listed)
    if (text === undefined || text === master) return
    // Rates grow with every peak; players read a master once, so it is written anew for changes that matter.
    if (!ended && master !== '' && withoutRates(text) === withoutRates(master) && !isMuchHigher(text, master)) return
    const key = `${prefix}/master.m3u8`
    hub.publish(key, { lastMsn: -1, ended, form: createForms(text) })
    await storage.put(key, text, contentTypeOf(key))
    master = text
  }

  function beginRun({ capturedAtMs, frameRate }: { capturedAtMs: number; frameRate: number }): OpenRun {
    // The run enters `runs` with its first publication: until then nothing of it is listed anywhere.
    const id = runId(fence.epoch, runCount++)
    const pending: Run = { id, capturedAtMs, tracks: new Map() }
    const scales = new Map<TrackName, Scale>()
    const waiting: { track: TrackName; segment: RunTrack['segments'][number] }[] = []
    const firstParts: string[] = []
    /** Fragments as viewers get them; undefined before their track is known. */
    const bytesOf = ({ track, fragments }: Beginning): Buffer | undefined => {
      const scale = scales.get(track)
      return scale && Buffer.concat(fragments.map((fragment) => normalizeFragment(fragment, scale, track)))
    }
    let recorded = 0
    return {
      id,
      async addTrack(track, init, { sound, startOffsetSec: saidSec } = {}) {
        await assertCurrent(fence, prefix)
        const { codec, size, timescale, ...facts } = readInit(init)
        const startOffsetSec = saidSec ?? facts.startOffsetSec
        scales.set(track, { timescale, delay: Math.round(startOffsetSec * timescale), shift: 0, expected: undefined, lastSec: undefined })
        const [width, height] = [size?.width ?? null, size?.height ?? null]
        const known: TrackFacts = { codec, width, height, frameRate: null, startOffsetSec, ...(sound ? { sound } : {}) }
        const key = `${prefix}/${id}/${initName(track)}`
        await withRoom(() => storage.put(key, withoutEdits(init), contentTypeOf(key)))
        pending.tracks.set(track, { facts: known, segments: [] })
        return known
      },
      async addFirstPart({ sound, ...part }) {
        const begun = bytesOf(part)
        if (!begun) return
        const key = `${prefix}/${id}/${firstPartName(part.name)}`
        const heard = sound && bytesOf(sound)
        const bytes = sound && heard ? joinFirstPart(begun, { name: sound.name, bytes: heard }) : begun
        await withRoom(() => storage.put(key, bytes, contentTypeOf(key)))
        firstParts.push(key)
        while (firstParts.length > firstPartsKept * scales.size) await storage.removeAll(firstParts.shift() ?? key)
      },
      async addSegment({ track, name, durationSec, content }) {
        const scale = scales.get(track)
        const target = pending.tracks.get(track)
        if (!scale || !target) throw new Error(`segment before its track: ${name}`)
        const key = `${prefix}/${id}/${name}`
        const kind = isSound(track) ? 'audio' : 'video'
        const saidSec = durationSec > longestSampleSec * 2 ? (scale.lastSec ?? 2) : durationSec
        scale.lastSec = saidSec
        let facts: NormalizedSegment
        if ('path' in content) {
          facts = await normalizeFile(content.path, { scale, durationSec: saidSec }, kind)
          await withRoom(() => storage.putFile(key, content.path, contentTypeOf(key)))
        } else {
          const bytes = Buffer.concat(content.fragments.map((fragment) => normalizeFragment(fragment, scale, track)))
          facts = { ...readSegment(bytes, kind), sizeBytes: bytes.length }
          await withRoom(() => storage.put(key, bytes, contentTypeOf(key)))
        }
        if (kind === 'video') target.facts.frameRate ??= measuredRate(facts.samples / saidSec, frameRate)
        waiting.push({ track, segment: { name, durationSec: saidSec, sizeBytes: facts.sizeBytes } })
        return facts.size
      },
      async publish() {
        if (waiting.length === 0) return false
        const isNews = recorded < pending.tracks.size
        if (isNews) {
          const key = `${prefix}/${id}/run.json`
          await withRoom(() => storage.put(key, JSON.stringify(toRunRecord(pending)), contentTypeOf(key)))
          recorded = pending.tracks.size
        }
        if (!runs.some((run) => run.id === id)) runs = [...runs, pending]
        // Pruning replaces runs by shortened copies: the listed one is what grows.
        const listed = runs.find((run) => run.id === id)
        const added = waiting.splice(0)
        for (const { track, segment } of added) listed?.tracks.get(track)?.segments.push(segment)
        if (isNews && listed) newLines.push(runLine(listed))
        newLines.push(segmentsLine(id, added))
        await publishLists()
        const rungs = rungsOf(runs).join()
        const changed = rungs !== publishedRungs
        publishedRungs = rungs
        return changed
      },
      async close() {
        for (const key of firstParts.splice(0)) await storage.removeAll(key)
        if (!runs.some((run) => run.id === id)) await storage.removeAll(`${prefix}/${id}`)
      },
    }
  }

  return {
    get runs() {
      return runs
    },
    get ended() {
      return ended
    },
    get rungs() {
      return rungsOf(runs)
    },
    durationSec: () => totalDurationSec(runs),
    sizeBytes: () => runs.flatMap(({ tracks }) => [...tracks.values()]).reduce((sum, track) => sum + tallyOf(track).sizeBytes, 0),
    beginRun,
    makeRoom,
    async end() {
      ended = true
      if (runs.length > 0) {
        newLines.push({ type: 'end' })
        await publishLists()
      }
    },
  }
}

/** A show may pause for long within a run, but the clock of its sender does not leap by hours. */
const absurdJumpSec = 3_600

/** A track's clock within a run, in its own timescale. */
interface Scale {
  timescale: number
  /** How much later than the run it begins. */
  delay: number
  /** Offset subtracted from timestamps that jumped. */
  shift: number
  /** Where the next segment should begin, after the shift. */
  expected: number | undefined
  lastSec: number | undefined
}

type NormalizedSegment = SegmentFacts & { sizeBytes: number }

/** How much later a segment's times are to be told than its file tells them, in the track's timescale. */
function delayOf(startTime: number, durationSec: number, scale: Scale): number {
  const { timescale, expected } = scale
  // ffmpeg reads a sender report that is older than the first packet as 2^32 ticks later: half a day into the show.
  // Within a run time goes on as it went.
  if (expected !== undefined && Math.abs(startTime - scale.shift - expected) > absurdJumpSec * timescale)
    scale.shift = Math.round(startTime - expected)
  scale.expected = startTime - scale.shift + durationSec * timescale
  return scale.delay - scale.shift
}

/** Fragments whose times are those of their list. */
const normalized = new WeakSet<Buffer>()

/** Puts the track's delay into a fragment, once. */
function normalizeFragment({ bytes, durationSec }: LiveFragment, scale: Scale, track: TrackName): Buffer {
  if (normalized.has(bytes)) return bytes
  normalized.add(bytes)
  const { startTime } = readSegment(bytes, isSound(track) ? 'audio' : 'video')
  delaySegment(bytes, delayOf(startTime, durationSec, scale))
  return bytes
}

/**
 * Puts the track's delay into a segment's file and makes sure that it is whole.
 * @throws DomainError STORAGE_FULL for one cut short
 */
async function normalizeFile(
  path: string,
  { scale, durationSec }: { scale: Scale; durationSec: number },
  kind: 'audio' | 'video',
): Promise<NormalizedSegment> {
  const file = await open(path, 'r+')
  try {
    const { size: sizeBytes } = await file.stat()
    const head = new Uint8Array(Math.min(headBytes, sizeBytes))
    await file.read(head, 0, head.length, 0)
    const facts = readSegment(head, kind)
    if (segmentBytes(head) !== sizeBytes) throw new DomainError('STORAGE_FULL', { detail: `${path} was cut short` })
    const delay = delayOf(facts.startTime, durationSec, scale)
    delaySegment(head, delay)
    if (tameSamples(head, longestSampleSec * scale.timescale) > 0 || delay !== 0) await file.write(head, 0, head.length, 0)
    return { ...facts, sizeBytes }
  } finally {
    await file.close()
  }
}

/** Measured over one segment; the announced rate where it fits, since a segment is a frame more or less. */
function measuredRate(measured: number, announced: number): number {
  return announced > 0 && Math.abs(measured - announced) / announced < 0.1 ? announced : Math.round(measured * 1000) / 1000
}

const withoutRates = (master: string) => master.replaceAll(/BANDWIDTH=\d+/g, '')
function isMuchHigher(text: string, than: string): boolean {
  const rates = (master: string) => [...master.matchAll(/:BANDWIDTH=(\d+)/g)].map((match) => Number(match[1]))
  const old = rates(than)
  return rates(text).some((rate, index) => rate > (old[index] ?? 0) * 1.1)
}

export function isStorageFull(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'STORAGE_FULL'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}
