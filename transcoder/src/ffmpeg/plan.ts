import { rungs as ladder, rungsFor, type RungName } from '@e-events/shared/domain/ladder.ts'

/** One separately sent stream of pictures as it is, lowest first in a list. */
export interface SourceLayer {
  width: number
  height: number
}

export interface FeedSource {
  hasAudio: boolean
  /** Sounds to be mixed, of a feed that is put together from several streams. */
  sounds?: number | undefined
  /** Null: no pictures come (an audio feed, or a camera that is gone while its microphone stays). */
  video: { mimeType: string; layers: readonly SourceLayer[]; frameRate: number } | null
}

export interface PlanPolicy {
  /**
   * False after a publisher's own pictures proved unfit to be passed on (no key frames on the grid, broken bitstream).
   */
  allowCopy: boolean
  /** Without pictures: a feed that has (or may get) pictures shows black, an audio feed has no video rungs at all. */
  blackWithoutVideo: boolean
}

export interface CopiedRung {
  kind: 'copy'
  rung: RungName
  /** Index into `videoInputs`. */
  input: number
  width: number
  height: number
}
export interface EncodedRung {
  kind: 'encode'
  rung: RungName
  input: number
  width: number
  height: number
  videoBps: number
}
export type PlannedRung = CopiedRung | EncodedRung

export interface LadderPlan {
  /**
   * direct: every rung that the publisher sends is copied, missing ones are encoded. copyTop: one H264 stream copied,
   * lower rungs encoded. encodeAll: the stream cannot be copied. black: encoded black pictures under the feed's sound.
   * audioOnly: no pictures.
   */
  mode: 'direct' | 'copyTop' | 'encodeAll' | 'black' | 'audioOnly'
  /** Streams to open at the sfu, by simulcast layer; null takes what there is. Empty for black and audioOnly. */
  videoInputs: readonly { spatialLayer: number | null }[]
  /**
   * silence: an encoded silent track, so that every run of a feed has the same renditions whatever its publisher sends
   * at the moment.
   */
  audio: 'feed' | 'silence'
  /** So many sounds are mixed, and pictures of any shape are fitted into the rungs. */
  composedOf?: number | undefined
  frameRate: number
  /** Highest first. */
  rungs: readonly PlannedRung[]
}

const shortSide = ({ width, height }: SourceLayer): number => Math.min(width, height)

/** Pictures may miss a rung by this much (1072 lines, cropped screens) and still be called by its name. */
const nameTolerance = 0.97

/** The rung whose name fits pictures of this size; undefined below the lowest one. */
export function rungOf(layer: SourceLayer): RungName | undefined {
  return ladder.find((rung) => shortSide(layer) >= rung.height * nameTolerance)?.name
}

/** `layer` scaled down so that its short side is `targetPx`; even numbers, never larger than the source. */
export function scaledTo(layer: SourceLayer, targetPx: number): SourceLayer {
  const factor = Math.min(1, targetPx / shortSide(layer))
  const even = (px: number) => Math.max(2, 2 * Math.round((px * factor) / 2))
  return { width: even(layer.width), height: even(layer.height) }
}

/** How the rungs of a feed are made from what its publisher sends, at the least cost. Pure. */
export function planLadder(source: FeedSource, policy: PlanPolicy): LadderPlan {
  const audio = source.hasAudio ? ('feed' as const) : ('silence' as const)
  const { video } = source
  const top = video?.layers.at(-1)
  if (!video || !top) {
    if (!policy.blackWithoutVideo) return { mode: 'audioOnly', videoInputs: [], audio, frameRate: 0, rungs: [] }
    const black: EncodedRung = { kind: 'encode', rung: '360p', input: 0, width: 640, height: 360, videoBps: 100_000 }
    return { mode: 'black', videoInputs: [], audio, frameRate: 10, rungs: [black] }
  }

  const frameRate = Math.min(60, Math.max(1, Math.round(video.frameRate)))
  const composedOf = source.sounds
  const common = { audio, frameRate, ...(composedOf === undefined ? {} : { composedOf }) }
  const canCopy = policy.allowCopy && video.mimeType.toLowerCase() === 'video/h264'
  const isSimulcast = video.layers.length > 1
  if (!canCopy) {
    // A feed that is put together is watched later, and seldom by many: one size is enough.
    const names = composedOf === undefined ? wanted(top) : wanted(top).slice(0, 1)
    const rungs = names.map(({ name, height, videoBps }) => encode(name, 0, scaledTo(top, height), videoBps))
    return { mode: 'encodeAll', videoInputs: [{ spatialLayer: isSimulcast ? video.layers.length - 1 : null }], ...common, rungs }
  }

  // The larger one of two layers with the same rung is copied.
  const named = new Map<RungName, { layer: SourceLayer; spatialLayer: number }>()
  video.layers.forEach((layer, spatialLayer) => {
    const name = rungOf(layer) ?? (layer === top ? '360p' : undefined)
    if (name) named.set(name, { layer, spatialLayer })
  })
  const copied = [...named].toSorted(([, a], [, b]) => shortSide(b.layer) - shortSide(a.layer))
  const videoInputs = copied.map(([, { spatialLayer }]) => ({ spatialLayer: isSimulcast ? spatialLayer : null }))
  const rungs: PlannedRung[] = wanted(top).map(({ name, height, videoBps }) => {
    const own = copied.findIndex(([copiedName]) => copiedName === name)
    const ownLayer = copied[own]?.[1].layer
    if (ownLayer) return { kind: 'copy', rung: name, input: own, width: ownLayer.width, height: ownLayer.height }
    // The smallest stream that still has enough lines costs the least to decode.
    const input = copied.findLastIndex(([, { layer }]) => shortSide(layer) >= height)
    return encode(name, Math.max(0, input), scaledTo(copied[Math.max(0, input)]?.[1].layer ?? top, height), videoBps)
  })
  return { mode: isSimulcast ? 'direct' : 'copyTop', videoInputs, ...common, rungs }
}

function wanted(top: SourceLayer): readonly (typeof ladder)[number][] {
  return rungsFor(Math.round(shortSide(top) / nameTolerance))
}

function encode(rung: RungName, input: number, size: SourceLayer, videoBps: number): EncodedRung {
  return { kind: 'encode', rung, input, width: size.width, height: size.height, videoBps }
}
