import type { ParseKeys } from 'i18next'

/** A page that a visitor asked for and that only accounts may enter. */
export interface ClosedDoor {
  /** Where the visitor was led instead. */
  at: string
  /** Where a login leads back to. */
  next: string
  /** Name of the page: a product's own title, or the name that the menus give to a place. */
  wanted: { title: string } | { id: ParseKeys } | null
  /** The public page of what was wanted. */
  about: string | null
  /** Nothing in this site has such an address. */
  isUnknown: boolean
}

let door: ClosedDoor | null = null
const listeners = new Set<() => void>()

function show(next: ClosedDoor | null): void {
  door = next
  for (const listener of listeners) listener()
}

/** The gates find it closed before any page is drawn; the frame of the page that comes instead says so. */
export const closedDoor = {
  get: () => door,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  show,
  forget: () => show(null),
}
