import type { RoomFeed } from '@e-events/shared/signaling/feed.ts'
import type { SourceLayer } from '../ffmpeg/plan.ts'
import type { PictureSize } from '../hls/sps.ts'
import type { RunEnd } from './live-run.ts'
import type { EffectiveSource, Experience } from './source.ts'

/** Runs in a row that gave nothing before the publisher's own pictures are given up as unfit for copying. */
const emptyRunsBeforeEncoding = 2
/** A run that went well for so long speaks for its publisher. */
const longRunSec = 60
/** A layer that fell back must stay away this long before the ladder goes on without it. */
const layerGraceMs = 10_000
const probeEveryMs = 10_000
/** A stream that was given up is looked for again after this time, and after twice the time where that was in vain. */
const lookAgainMs = 30_000
const longestLookMs = 480_000

export interface GivenUp {
  producerId: string
  kind: 'audio' | 'video'
}

export interface Learning extends Experience {
  /** Learns from the end of a run about its source. */
  noteEnd(end: RunEnd, effective: EffectiveSource, feed: RoomFeed | undefined): void
  /** A simulcast layer fell back (`isThere` false) or returned. */
  noteLayer(layer: number, isThere: boolean): void
  /** The publisher paused or resumed something: silence while paused is not held against a producer that goes on. */
  notePaused(feed: RoomFeed | undefined): void
  /** Makes layers that stayed away take effect; names the one, and the stream that was given up, to look for now. */
  tick(): { probe: number | undefined; look?: GivenUp }
  /** A stream that was given up sends: it is used again. */
  noteFlow(producerId: string): void
  /** Learns from the picture that came when a missing layer was requested: that layer, or one below it. */
  noteProbe(seen: PictureSize | undefined, feed: RoomFeed | undefined): void
}

/** Remembers facts about a feed's streams that the room does not report. Pure except for the clock. */
export function createLearning(now: () => number): Learning {
  /** With what the room said about pausing at that time, and when to look for those that go on. */
  const silent = new Map<string, { kind: GivenUp['kind']; whilePaused: boolean; lookAtMs: number }>()
  const lookWaits = new Map<string, number>()
  const seenLayers = new Map<string, readonly SourceLayer[]>()
  const missingLayers = new Set<number>()
  const noCopy = new Set<string>()
  const longSegments = new Map<string, number>()
  const emptyRuns = new Map<string, number>()
  const fallenSinceMs = new Map<number, number>()
  let probeAtMs = 0

  function noteSize(producerId: string, layer: number | null, seen: PictureSize, announced: readonly SourceLayer[]): void {
    // A layer with the size of a lower one is that lower one, lent by the sfu.
    const isLent = announced.some(
      ({ width, height }, index) => layer !== null && index < layer && width === seen.width && height === seen.height,
    )
    if (isLent && layer !== null) return markMissing(layer)
    const layers = [...announced]
    layers[layer ?? Math.max(0, layers.length - 1)] = { ...seen }
    seenLayers.set(producerId, layers)
  }
  function markMissing(layer: number): void {
    missingLayers.add(layer)
    fallenSinceMs.delete(layer)
    probeAtMs = now() + probeEveryMs
  }

  /** A machine that could not keep up for a moment looks like a publisher that sends nothing. */
  function giveUp(producerId: string, kind: GivenUp['kind'], whilePaused: boolean): void {
    const waitMs = Math.min(longestLookMs, 2 * (lookWaits.get(producerId) ?? lookAgainMs / 2))
    lookWaits.set(producerId, waitMs)
    silent.set(producerId, { kind, whilePaused, lookAtMs: now() + waitMs })
  }

  return {
    get silent() {
      return new Set(silent.keys())
    },
    seenLayers,
    missingLayers,
    noCopy,
    noteEnd(end, effective, feed) {
      const { videoProducerId, audioProducerId } = effective
      if (end.cause === 'other_size' && videoProducerId !== undefined) {
        for (const { layer, seen } of end.sizes) {
          noteSize(videoProducerId, layer, seen, seenLayers.get(videoProducerId) ?? feed?.video?.layers ?? [])
        }
      }
      if (end.cause === 'ffmpeg_hang') {
        const lacksSound = end.lagging.includes('audio')
        const lacksPictures = end.lagging.some((track) => track !== 'audio')
        if (lacksSound && !lacksPictures && audioProducerId !== undefined) {
          giveUp(audioProducerId, 'audio', feed?.audio?.paused ?? false)
        }
        // Pictures that come but cannot be copied lack too: they are encoded first, and given up only then.
        const isPaused = feed?.video?.paused ?? false
        if (lacksPictures && !lacksSound && videoProducerId !== undefined && (isPaused || !effective.allowCopy)) {
          giveUp(videoProducerId, 'video', isPaused)
        }
      }
      if (end.listedSec > longRunSec) for (const id of [audioProducerId, videoProducerId]) if (id !== undefined) lookWaits.delete(id)
      if (videoProducerId === undefined) return
      if (end.cause === 'too_long' && end.track !== 'audio') {
        // Once is a hiccup of its network; soon again is its habit.
        const count = end.listedSec > longRunSec ? 1 : (longSegments.get(videoProducerId) ?? 0) + 1
        longSegments.set(videoProducerId, count)
        if (count >= 2) noCopy.add(videoProducerId)
      } else if (end.listedSec > 0 || end.cause === 'stopped') emptyRuns.delete(videoProducerId)
      else if (end.cause === 'ffmpeg_exit' || (end.cause === 'ffmpeg_hang' && areOnlyPicturesMissing(end, effective))) {
        const count = (emptyRuns.get(videoProducerId) ?? 0) + 1
        emptyRuns.set(videoProducerId, count)
        if (count >= emptyRunsBeforeEncoding) noCopy.add(videoProducerId)
      }
    },
    noteLayer(layer, isThere) {
      if (isThere) fallenSinceMs.delete(layer)
      else if (!fallenSinceMs.has(layer)) fallenSinceMs.set(layer, now())
    },
    notePaused(feed) {
      for (const producer of [feed?.audio, feed?.video]) {
        if (producer && !producer.paused && silent.get(producer.producerId)?.whilePaused) silent.delete(producer.producerId)
      }
    },
    tick() {
      for (const [layer, sinceMs] of fallenSinceMs) if (now() - sinceMs >= layerGraceMs) markMissing(layer)
      const due = [...silent].find(([, one]) => !one.whilePaused && now() >= one.lookAtMs)
      if (due) due[1].lookAtMs = now() + (lookWaits.get(due[0]) ?? lookAgainMs)
      const look = due && { producerId: due[0], kind: due[1].kind }
      if (missingLayers.size === 0 || now() < probeAtMs) return { probe: undefined, ...(look && { look }) }
      probeAtMs = now() + probeEveryMs
      return { probe: Math.max(...missingLayers), ...(look && { look }) }
    },
    noteFlow(producerId) {
      silent.delete(producerId)
    },
    noteProbe(seen, feed) {
      if (!seen) return
      for (const layer of missingLayers) {
        const announced = feed?.video?.layers[layer]
        if (announced && announced.width <= seen.width && announced.height <= seen.height) missingLayers.delete(layer)
      }
    },
  }
}

/**
 * Where sound does not come either, copying is not to blame: no media, or a machine that cannot keep up, which encoding
 * would only make worse.
 */
function areOnlyPicturesMissing({ lagging }: { lagging: readonly string[] }, { audioProducerId }: EffectiveSource): boolean {
  return audioProducerId === undefined || (lagging.length > 0 && !lagging.includes('audio'))
}
