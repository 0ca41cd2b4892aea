const longestSec = 48 * 3600

/** The place that a shared address names (`?t=`, whole seconds); null where it names none. */
export function startAt(params: URLSearchParams): number | null {
  const text = params.get('t') ?? ''
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return seconds > 0 && seconds <= longestSec ? seconds : null
}

/** A path with the place. */
export function withStart(path: string, seconds: number | null): string {
  if (seconds === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}t=${seconds}`
}
