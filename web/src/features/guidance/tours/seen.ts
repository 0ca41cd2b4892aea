import { z } from 'zod'

export const toursStorageKey = 'e-events.tours'
const names = z.array(z.string())

/** Tours that were seen on this device: visitors have no account to remember them. */
export function seenHere(): string[] {
  try {
    const parsed = names.safeParse(JSON.parse(localStorage.getItem(toursStorageKey) ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}

export function rememberHere(tour: string): void {
  try {
    localStorage.setItem(toursStorageKey, JSON.stringify([...new Set([...seenHere(), tour])]))
  } catch {
    // The account remembers; a visitor may see it once more.
  }
}
