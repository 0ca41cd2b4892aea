import { useSyncExternalStore } from 'react'
import { schemeOf, type AppMode, type Scheme } from './schemes.ts'

export type { AppMode, Scheme }
export type Shade = 'light' | 'dark'

/** The two keys that theme-boot.js reads before the first paint; change them there too. */
export const modeStorageKey = 'e-events.mode'
export const shadeStorageKey = 'e-events.back-office-shade'

const listeners = new Set<() => void>()

/** The page's attribute is the truth (theme-boot.js sets it before the first paint); React only listens. */
export function readScheme(): Scheme {
  const scheme = document.documentElement.dataset.mode
  return scheme === 'dark' || scheme === 'backOffice' || scheme === 'backOfficeDark' ? scheme : 'light'
}

export function readMode(): AppMode {
  const scheme = readScheme()
  if (scheme === 'dark') return 'alternative'
  return scheme === 'light' ? 'normal' : 'back-office'
}

/** Changes the look of the whole page at once and remembers it on this device. */
export function setMode(mode: AppMode): void {
  store(modeStorageKey, mode)
  show(backOffices > 0 || mode === 'back-office' ? backOfficeScheme() : schemeOf[mode])
}

/** The back office is one mode in two shades; the storefront's light and dark are modes of their own. */
export function setBackOfficeShade(shade: Shade): void {
  store(shadeStorageKey, shade)
  if (readMode() === 'back-office') show(shade === 'dark' ? 'backOfficeDark' : 'backOffice')
}

/** How many parts of the page ask for the back office: one page may leave after the next one came. */
let backOffices = 0

/**
 * The account and manage areas are shown in the back office whatever the store looks like, which gets its own look back
 * afterwards.
 */
export function enterBackOffice(): () => void {
  const before = readScheme()
  backOffices += 1
  if (readMode() !== 'back-office') show(backOfficeScheme(before))
  return () => {
    backOffices -= 1
    if (backOffices > 0) return
    if (stored(modeStorageKey) !== 'back-office') show(storedScheme())
  }
}

/** Stored mode of this device, as this page shows it. */
function storedScheme(): Scheme {
  const mode = stored(modeStorageKey)
  const ofStore = mode === 'alternative' || (mode === null && prefersDark()) ? 'dark' : 'light'
  return backOffices > 0 || mode === 'back-office' ? backOfficeScheme(ofStore) : ofStore
}

// All tabs of a browser look alike: this event is of a choice in another one.
addEventListener('storage', ({ key }) => {
  if (key === modeStorageKey || key === shadeStorageKey || key === null) show(storedScheme())
})

/** As chosen for it; before that as dark as the store is. */
function backOfficeScheme(shown: Scheme = readScheme()): Scheme {
  const shade = stored(shadeStorageKey)
  return shade === 'dark' || (shade === null && shown === 'dark') ? 'backOfficeDark' : 'backOffice'
}

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)').matches

export function useMode(): AppMode {
  return useSyncExternalStore(subscribe, readMode)
}

export function useScheme(): Scheme {
  return useSyncExternalStore(subscribe, readScheme)
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

function show(scheme: Scheme): void {
  document.documentElement.dataset.mode = scheme
  listeners.forEach((notify) => notify())
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Private windows may refuse storage; the choice then lasts as long as the page.
  }
}
