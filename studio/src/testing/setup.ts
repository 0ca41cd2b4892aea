import '@testing-library/jest-dom/vitest'
import { quickenQueries } from '@e-events/shared/ui/testing/quick-queries.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// Two cores are shared by everything that runs beside the tests; a whole desk in jsdom takes seconds on a busy machine.
configure({ asyncUtilTimeout: 15_000 })
quickenQueries()

// Parts of browsers that jsdom lacks. Nothing of ours is replaced. (The main process is tested in plain Node, without a
// page.)
if (typeof document !== 'undefined') {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    // MUI still speaks the older words for the same thing.
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
  vi.stubGlobal('MediaStream', EventTarget)
  // A meter without a canvas draws nothing.
  HTMLCanvasElement.prototype.getContext = () => null
  HTMLMediaElement.prototype.load = () => undefined
  HTMLMediaElement.prototype.pause = () => undefined
  HTMLMediaElement.prototype.play = () => Promise.resolve()

  beforeEach(() => {
    localStorage.clear()
    document.documentElement.dataset.mode = 'dark'
  })
  afterEach(() => cleanup())
}
