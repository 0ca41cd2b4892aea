const key = (slug: string) => `e-events.resume.${slug}`
/** A glimpse is not watching, and the credits are the end. */
const ignoreFirstSec = 10
const ignoreLastSec = 15
/** Credits are no longer than this part of a video: a short one has a middle, too. */
const ignoreLastPart = 0.1

/** Where watching stopped, and when by the server's clock; 0 is the beginning. */
export interface Stop {
  positionSec: number
  atMs: number
}

/** The stop that an answer of the server tells. */
export function stopOf(resume: { positionSec: number; at: string } | undefined): Stop | undefined {
  return resume && { positionSec: resume.positionSec, atMs: Date.parse(resume.at) }
}

/** Where somebody goes on who stopped here: at the beginning who has seen nothing yet, or all of it. */
export function resumePlace(positionSec: number, totalSec: number): number {
  const endsAtSec = totalSec - Math.min(ignoreLastSec, totalSec * ignoreLastPart)
  return positionSec <= ignoreFirstSec || positionSec >= endsAtSec ? 0 : Math.floor(positionSec)
}

interface ResumeOptions {
  /** Where the account stopped, as the server knows it: on any device. */
  known?: Stop | undefined
  /** Stops before it are of something else. */
  sinceMs?: number
  storage?: Pick<Storage, 'getItem'>
}

/** Where watching stopped last, on this device or another one; undefined for the beginning. */
export function resumePoint(slug: string, { known, sinceMs = 0, storage = localStorage }: ResumeOptions = {}): number | undefined {
  const stops = [known, readStop(slug, storage)].filter((stop) => stop !== undefined && stop.atMs >= sinceMs) as Stop[]
  const [last] = stops.toSorted((a, b) => b.atMs - a.atMs)
  return last?.positionSec || undefined
}

export function rememberPoint(
  slug: string,
  at: { positionSec: number; totalSec: number; nowMs: number },
  storage: Pick<Storage, 'setItem'> = localStorage,
): void {
  try {
    storage.setItem(key(slug), `${resumePlace(at.positionSec, at.totalSec)} ${Math.floor(at.nowMs)}`)
  } catch {
    // Without storage the server's word has to do.
  }
}

function readStop(slug: string, storage: Pick<Storage, 'getItem'>): Stop | undefined {
  try {
    const [positionSec = Number.NaN, atMs = 0] = (storage.getItem(key(slug)) ?? '').split(' ').filter(Boolean).map(Number)
    return positionSec >= 0 && atMs >= 0 ? { positionSec, atMs } : undefined
  } catch {
    return undefined
  }
}
