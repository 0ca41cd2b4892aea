/**
 * A value with listeners: what the engine shows and React reads with useSyncExternalStore. Every change is a new
 * object.
 */
export interface Store<T> {
  get(): T
  subscribe(listener: () => void): () => void
}

export interface WritableStore<T> extends Store<T> {
  set(next: T): void
  patch(part: Partial<T>): void
}

export function createStore<T extends object>(initial: T): WritableStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const set = (next: T) => {
    if (next === value) return
    value = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => value,
    set,
    patch: (part) => set({ ...value, ...part }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
