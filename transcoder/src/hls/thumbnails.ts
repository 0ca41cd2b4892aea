/** Small pictures of a film for its seek bar: ten by ten on a sheet, located by a WebVTT file. */
export interface ThumbnailPlan {
  everySec: number
  width: number
  height: number
}

export const sheetSide = 10
export const sheetPattern = 'sheet_%03d.jpg'
export const thumbnailPattern = 'thumb_%05d.jpg'
const longSide = 160
/** So many are enough to find a scene, and a film of hours stays at a few sheets. */
const wanted = 300
const leastSec = 2

const even = (px: number) => Math.max(2, 2 * Math.round(px / 2))

export function planThumbnails(video: { width: number; height: number }, durationSec: number): ThumbnailPlan {
  const factor = longSide / Math.max(video.width, video.height)
  return {
    everySec: Math.max(leastSec, Math.ceil(durationSec / wanted)),
    width: even(video.width * factor),
    height: even(video.height * factor),
  }
}

/** Frames at least so far apart, each scaled by itself: the others cost nothing. */
export function thumbnailFilter({ everySec, width, height }: ThumbnailPlan): string {
  const pick = String.raw`select=isnan(prev_selected_t)+gte(t-prev_selected_t\,${everySec})`
  return `${pick},scale=${width}:${height}:flags=bilinear,setsar=1,format=yuvj420p`
}

export function sheetName(index: number): string {
  return `sheet_${String(index + 1).padStart(3, '0')}.jpg`
}

/**
 * How many sheets a film of this length has, and which picture is shown when. Addresses are relative: they inherit the
 * token of the file's own.
 */
export function thumbnailTrack(plan: ThumbnailPlan, durationSec: number): { vtt: string; sheets: number } {
  const perSheet = sheetSide * sheetSide
  const count = Math.max(1, Math.ceil(durationSec / plan.everySec))
  const cues = Array.from({ length: count }, (_, index) => {
    const place = index % perSheet
    const x = (place % sheetSide) * plan.width
    const y = Math.floor(place / sheetSide) * plan.height
    const from = index * plan.everySec
    const to = Math.min(durationSec, from + plan.everySec)
    const box = `${x},${y},${plan.width},${plan.height}`
    return `${timestamp(from)} --> ${timestamp(to)}\n${sheetName(Math.floor(index / perSheet))}#xywh=${box}\n`
  })
  return { vtt: `WEBVTT\n\n${cues.join('\n')}`, sheets: Math.ceil(count / perSheet) }
}

function timestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0')
  return `${part(Math.floor(ms / 3_600_000))}:${part(Math.floor(ms / 60_000) % 60)}:${part(Math.floor(ms / 1000) % 60)}.${part(ms % 1000, 3)}`
}
