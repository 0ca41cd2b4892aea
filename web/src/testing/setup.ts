import { quickenQueries } from '@e-events/shared/ui/testing/quick-queries.ts'
import { cleanup, configure } from '@testing-library/react'
import { toursStorageKey } from '../features/guidance/tours/seen.ts'
import { giveConsent } from '../features/settings/cookie-consent/consent.ts'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { snackStore } from '../components/feedback/use-snacks.ts'
import { closedDoor } from '../lib/closed-door.ts'

// Two cores are shared by everything that runs beside the tests.
configure({ asyncUtilTimeout: 25_000 })
quickenQueries()

// Parts that jsdom lacks. Nothing of ours is replaced. They stand there for the whole process: what a file stubs is
// undone at its end.
globalThis.matchMedia = (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
  // MUI still speaks the older words for the same thing.
  addListener: () => undefined,
  removeListener: () => undefined,
})
globalThis.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
// axe asks whether an icon font is used, by drawing it.
HTMLCanvasElement.prototype.getContext = () => null
HTMLMediaElement.prototype.load = () => undefined
HTMLMediaElement.prototype.pause = () => undefined
HTMLMediaElement.prototype.play = () => Promise.resolve()

// A browser of the site's own language; the tests of the offer of another one say which.
vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-ES', 'es'])

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  // Somebody who has been shown around and asked: the tests of the consent ask again.
  localStorage.setItem(toursStorageKey, '["organizer-home"]')
  giveConsent({ analytics: false })
  document.documentElement.lang = 'es'
  document.documentElement.dataset.mode = 'light'
})

// Modules that keep something begin anew with every test.
afterEach(() => {
  cleanup()
  for (const { key } of snackStore.get()) snackStore.remove(key)
  closedDoor.forget()
})

// Files share a process and its page (vitest.config.ts): each ends with the page and the globals that it found.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  const { documentElement, head, body } = document
  // The style engine of the snackbars writes its rules once per process, into this element.
  for (const child of head.querySelectorAll(':scope > :not(#_goober)')) child.remove()
  body.replaceChildren()
  for (const element of [documentElement, body]) for (const name of element.getAttributeNames()) element.removeAttribute(name)
  history.replaceState(null, '', '/')
})
