import { rungs } from '@e-events/shared/domain/ladder.ts'

/** Heights of the picture that a feed can be captured at; 16:9 unless the source has its own shape. */
export const presets = ['1080p', '720p', '540p', '360p'] as const
export type Preset = (typeof presets)[number]

export const presetSize: Record<Preset, { width: number; height: number }> = {
  '1080p': { width: 1920, height: 1080 },
  '720p': { width: 1280, height: 720 },
  '540p': { width: 960, height: 540 },
  '360p': { width: 640, height: 360 },
}

export interface PlannedLayer {
  width: number
  height: number
  scaleResolutionDownBy: number
  maxBitrateBps: number
}

/**
 * Chromium sends H264 simulcast only under rules that were measured, not guessed: at most three layers, two below
 * 960x540, one at 640x360; exact divisors, or a layer's height is no rung's height and the transcoder cannot copy it.
 * 1080p therefore goes with 720p and 540p, and the ladder makes 360p.
 */
const simulcast: Record<number, readonly number[]> = { 1080: [540, 720, 1080], 720: [360, 540, 720], 540: [360, 540] }

/**
 * The encodings of a picture of this size, lowest first. Sizes that are no rung (a window of 1111x633) are sent once,
 * as they are: the transcoder then makes every rung. `simulcastAllowed` is false for VP8, whose layers cannot be
 * copied.
 */
export function planLayers(size: { width: number; height: number }, simulcastAllowed = true): PlannedLayer[] {
  const heights = simulcastAllowed && isWide(size) ? simulcast[size.height] : undefined
  if (!heights) return [{ ...size, scaleResolutionDownBy: 1, maxBitrateBps: bitrateFor(size) }]
  return heights.map((height) => ({
    width: Math.round((size.width * height) / size.height),
    height,
    scaleResolutionDownBy: size.height / height,
    maxBitrateBps: rungOf(height),
  }))
}

/** Sums the bit rate of all layers of all feeds: Chromium starts every layer at once only with this start bit rate. */
export function startBitrateKbps(layers: readonly PlannedLayer[]): number {
  return Math.ceil(layers.reduce((sum, layer) => sum + layer.maxBitrateBps, 0) / 1000)
}

/** Divisors stay exact only for pictures whose lower layers have whole pixels. */
function isWide({ width, height }: { width: number; height: number }): boolean {
  return width * 9 === height * 16
}

function rungOf(height: number): number {
  return rungs.find((rung) => rung.height === height)?.videoBps ?? 800_000
}

/**
 * Bits per second by area, between the nearest rungs: a tall phone window costs what a wide one of the same area does.
 */
export function bitrateFor({ width, height }: { width: number; height: number }): number {
  const area = width * height
  const byArea = rungs.map((rung) => ({ area: ((rung.height * 16) / 9) * rung.height, bps: rung.videoBps }))
  const above = byArea.findLast((rung) => rung.area >= area) ?? byArea[0]
  return Math.min(5_000_000, above?.bps ?? 2_800_000)
}
