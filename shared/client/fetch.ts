import type { FetchLike } from '@e-events/shared/contract/client.ts'
import type { ServerClock } from './server-clock.ts'

/** The browser's fetch in the form that the client of the contract takes. */
export const browserFetch: FetchLike = (url, { signal, ...request }) =>
  globalThis.fetch(url, { ...request, ...(signal instanceof AbortSignal ? { signal } : {}) })

/** Sets the clock by every answer. */
export function timedFetch(fetch: FetchLike, clock: ServerClock): FetchLike {
  return async (url, request) => {
    const startedMs = performance.now()
    const reply = await fetch(url, request)
    clock.learn(reply.headers.get('date'), performance.now() - startedMs)
    return reply
  }
}
