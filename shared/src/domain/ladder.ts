/**
 * The rungs the platform makes, highest first. Bit rates are targets for H264 video; audio is one 128 kb/s AAC
 * rendition for all.
 */
export const rungs = [
  { name: '1080p', height: 1080, videoBps: 5_000_000 },
  { name: '720p', height: 720, videoBps: 2_800_000 },
  { name: '540p', height: 540, videoBps: 1_600_000 },
  { name: '360p', height: 360, videoBps: 800_000 },
] as const

export type RungName = (typeof rungs)[number]['name']
export const rungNames = rungs.map((rung) => rung.name) as [RungName, ...RungName[]]
export const audioBps = 128_000

/**
 * The rungs for a source of `shortSidePx` (height, or width of a portrait video): never scaled up; a source below 360
 * keeps its own size as the only rung.
 */
export function rungsFor(shortSidePx: number): readonly (typeof rungs)[number][] {
  const fitting = rungs.filter((rung) => rung.height <= shortSidePx)
  return fitting.length > 0 ? fitting : rungs.slice(-1)
}

/**
 * Bit rate of a feed over an uplink that has `uplinkBps` to spare: the top rung from its own rate on (5 Mb/s), the next
 * one below, however little there is: it is encoded below 3 Mb/s.
 */
export function pickResolution(uplinkBps: number): '1080p' | '720p' {
  return uplinkBps >= rungs[0].videoBps ? '1080p' : '720p'
}
