const key = (slug: string) => `e-events.resume.${slug}`
/** A glimpse is not watching, and the credits are the end. */
const ignoreFirstSec = 10
const ignoreLastSec = 15

/** Where this device stopped watching; undefined for the beginning. */
export function resumePoint(slug: string, storage: Pick<Storage, 'getItem'> = localStorage): number | undefined {
  try {
    const value = Number(storage.getItem(key(slug)))
    return value > ignoreFirstSec ? value : undefined
  } catch {
    return undefined
  }
}

export function rememberPoint(
  slug: string,
  positionSec: number,
  totalSec: number,
  storage: Pick<Storage, 'setItem' | 'removeItem'> = localStorage,
): void {
  try {
    if (positionSec <= ignoreFirstSec || positionSec >= totalSec - ignoreLastSec) storage.removeItem(key(slug))
    else storage.setItem(key(slug), String(Math.floor(positionSec)))
  } catch {
    // Without storage every visit starts at the beginning.
  }
}
