/**
 * Holds the newest snapshot of something and tells its readers once per frame, however many events a frame brings.
 * Hidden tabs have no frames and need none.
 */
export class FrameStore<T> {
  value: T
  private readonly listeners = new Set<() => void>()
  private readonly read: () => T
  private request = 0

  constructor(initial: T, read: () => T) {
    this.value = initial
    this.read = read
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly get = (): T => this.value

  /** Something changed that a snapshot shows. */
  readonly schedule = (): void => {
    if (this.request !== 0) return
    this.request = requestAnimationFrame(() => {
      this.request = 0
      this.value = this.read()
      for (const listener of this.listeners) listener()
    })
  }

  cancel(): void {
    cancelAnimationFrame(this.request)
    this.request = 0
  }
}
