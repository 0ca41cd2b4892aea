import { useCallback, useSyncExternalStore } from 'react'
import type { Store } from '@e-events/shared/client/store.ts'

export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** The time by `nowMs` in whole seconds, rendered anew with each of them while `active`. */
export function useNow(nowMs: () => number, active = true): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!active) return () => undefined
      // Four looks a second: a clock that skips a second now and then looks broken.
      const timer = setInterval(listener, 250)
      return () => clearInterval(timer)
    },
    [active],
  )
  return useSyncExternalStore(subscribe, () => Math.floor(nowMs() / 1_000) * 1_000)
}
