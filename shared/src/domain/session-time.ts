/** The zone in which dates of events are typed and shown beside the viewer's own (decision times-without-offset). */
export const eventTimeZone = 'Europe/Madrid'

const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/

/**
 * The instant of what an organizer typed: `2025-07-10T20:00` on the clocks of `timeZone`, or an instant with its offset
 * as it stands. Undefined for a time that these clocks never show (the hour that summer time skips); of a time that
 * they show twice it is the first.
 */
export function toInstant(moment: string, timeZone: string): Date | undefined {
  if (hasOffset.test(moment)) return new Date(moment)
  const wallMs = Date.parse(`${moment}Z`)
  // The offset of the wanted instant is that of one of its neighbours: zones change by hours, not by days.
  const candidates = [wallMs - dayMs, wallMs + dayMs]
    .map((nearMs) => wallMs - offsetMs(nearMs, timeZone))
    .filter((instantMs) => instantMs + offsetMs(instantMs, timeZone) === wallMs)
  return candidates.length === 0 ? undefined : new Date(Math.min(...candidates))
}

/** Local time of `timeZone` at an instant, as a form shows it: `2025-07-10T20:00`. */
export function toWallTime(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone)).toISOString().slice(0, 16)
}

const dayMs = 24 * 60 * 60_000

function offsetMs(instantMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instantMs)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
  return shown - Math.floor(instantMs / 1000) * 1000
}
