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

export interface Learning extends Experience {
  /** Learns from the end of a run about its source. */
  noteEnd(end: RunEnd, effective: EffectiveSource, feed: RoomFeed | undefined): void
  /** A simulcast layer fell back (`isThere` false) or returned. */
  noteLayer(layer: number, isThere: boolean): void
  /** The publisher paused or resumed something: silence while paused is not held against a producer that goes on. */
  notePaused(feed: RoomFeed | undefined): void
  /** Makes layers that stayed away take effect; names the one to look for now. */
  tick(): { probe: number | undefined }
  /** Learns from the picture that came when a missing layer was requested: that layer, or one below it. */
  noteProbe(seen: PictureSize | undefined, feed: RoomFeed | undefined): void
}

/** Remembers facts about a feed's streams that the room does not report. Pure except for the clock. */
export function createLearning(now: () => number): Learning {
  /** With what the room said about pausing at that time. */
  const silentWhilePaused = new Map<string, boolean>()
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

  return {
    get silent() {
      return new Set(silentWhilePaused.keys())
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
          silentWhilePaused.set(audioProducerId, feed?.audio?.paused ?? false)
        }
        // Pictures that come but cannot be copied lack too: they are encoded first, and given up only then.
        const isPaused = feed?.video?.paused ?? false
        if (lacksPictures && !lacksSound && videoProducerId !== undefined && (isPaused || !effective.allowCopy)) {
          silentWhilePaused.set(videoProducerId, isPaused)
        }
      }
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
        if (producer && !producer.paused && silentWhilePaused.get(producer.producerId)) silentWhilePaused.delete(producer.producerId)
      }
    },
    tick() {
      for (const [layer, sinceMs] of fallenSinceMs) if (now() - sinceMs >= layerGraceMs) markMissing(layer)
      if (missingLayers.size === 0 || now() < probeAtMs) return { probe: undefined }
      probeAtMs = now() + probeEveryMs
      return { probe: Math.max(...missingLayers) }
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
