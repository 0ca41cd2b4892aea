const dayMs = 24 * 60 * 60_000

/** First and last instant of a calendar day ('2026-11-20') where the reader is; undefined for what is no day. */
export function dayBounds(day: string, timeZone: string): { start: string; end: string } | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return undefined
  const startMs = midnight(day, timeZone)
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
  return { start: new Date(startMs).toISOString(), end: new Date(midnight(next, timeZone) - 1).toISOString() }
}

/** Twice, because the clock may be put forward or back between here and Greenwich. */
function midnight(day: string, timeZone: string): number {
  const asUtcMs = Date.parse(`${day}T00:00:00Z`)
  const guessMs = asUtcMs - offsetMs(asUtcMs, timeZone)
  return asUtcMs - offsetMs(guessMs, timeZone)
}

function offsetMs(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(atMs)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - Math.floor(atMs / 1000) * 1000
}
