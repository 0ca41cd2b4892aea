import type { RoomFeed } from '@e-events/shared/signaling/feed.ts'
import type { FeedSource, SourceLayer } from '../ffmpeg/plan.ts'

/** Facts that this worker has learnt about a publisher's streams and that the room does not report. */
export interface Experience {
  /** Producers that send nothing although the room lists them: muted at the source, a camera that hangs. */
  silent: ReadonlySet<string>
  /** Sizes seen in the pictures themselves, where they differ from what was announced. */
  seenLayers: ReadonlyMap<string, readonly SourceLayer[]>
  /** Simulcast layers that are not sent at the moment. */
  missingLayers: ReadonlySet<number>
  /** Producers whose pictures cannot be passed on as they are. */
  noCopy: ReadonlySet<string>
}

export interface EffectiveSource {
  source: FeedSource
  /** Changes exactly when a running plan is no longer the right one. */
  key: string
  allowCopy: boolean
  audioProducerId: string | undefined
  videoProducerId: string | undefined
  /** Positions of the source's layers among the announced ones. */
  spatialLayers: number[]
}

/** Returns the source that the feed sends now; undefined while its publisher is away or nothing flows. Pure. */
export function effectiveSource(feed: RoomFeed | undefined, experience: Experience): EffectiveSource | undefined {
  if (!feed?.connected) return undefined
  const audio = feed.audio && !experience.silent.has(feed.audio.producerId) ? feed.audio : null
  const video = feed.video && !experience.silent.has(feed.video.producerId) ? feed.video : null
  if (!audio && !video) return undefined

  const announced: readonly SourceLayer[] = video ? (experience.seenLayers.get(video.producerId) ?? video.layers) : []
  const isSimulcast = video?.type === 'simulcast' && announced.length > 1
  const present = announced
    .map((layer, index) => ({ layer, index }))
    .filter(({ index }) => !isSimulcast || !experience.missingLayers.has(index))
  const used = isSimulcast
    ? present.length > 0
      ? present
      : announced.slice(0, 1).map((layer) => ({ layer, index: 0 }))
    : present.slice(-1)
  // A publisher that announces nothing is taken for 720p until its pictures say otherwise.
  const layers = used.length > 0 ? used.map(({ layer }) => layer) : [{ width: 1280, height: 720 }]
  const allowCopy = !video || !experience.noCopy.has(video.producerId)
  const sizes = layers.map(({ width, height }) => `${width}x${height}`).join('+')
  return {
    source: {
      hasAudio: audio !== null,
      sounds: audio?.sounds,
      video: video && { mimeType: video.mimeType, layers, frameRate: video.frameRate },
    },
    key: [audio?.producerId ?? '-', video?.producerId ?? '-', video ? sizes : '-', allowCopy ? 'copy' : 'encode'].join(' '),
    allowCopy,
    audioProducerId: audio?.producerId,
    videoProducerId: video?.producerId,
    spatialLayers: isSimulcast ? used.map(({ index }) => index) : [],
  }
}
