import type { createBrowserRouter } from 'react-router'

/** The page stands in its first frame (main.ts beside this file) until the app draws over it. */
export const isFramed = (): boolean => document.documentElement.dataset['first'] !== undefined

/** An api that is slower than this is waited for under the page's own skeleton, which says so. */
const patienceMs = 3_000

/** Pages after the first one show their own skeletons. */
let isTaken = false

/**
 * Removes the frame once the first page is there, or will not be soon, so that nobody sees a page go back to grey
 * boxes.
 */
export function settled(asked: Promise<unknown>): Promise<unknown> {
  if (!isFramed() || isTaken) return Promise.resolve()
  return Promise.race([asked.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

/** The router knows its first page: its code, its words and what `settled` waited for. */
export async function routed(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  if (!router.state.initialized)
    await new Promise<void>((resolve) => {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return
        stop()
        resolve()
      })
    })
  isTaken = true
}
