import type { Clock } from '../clock.ts'

/** Tells how many watch, at most once per `throttleMs` and only when the number changed. */
export class Audience {
  readonly #clock: Clock
  readonly #throttleMs: number
  readonly #tell: (viewers: number) => void
  #viewers = 0
  #told = 0
  #stop: (() => void) | undefined

  constructor(clock: Clock, throttleMs: number, tell: (viewers: number) => void) {
    this.#clock = clock
    this.#throttleMs = throttleMs
    this.#tell = tell
  }

  get viewers(): number {
    return this.#viewers
  }

  set(viewers: number): void {
    this.#viewers = viewers
    if (this.#stop || viewers === this.#told) return
    this.#stop = this.#clock.after(this.#throttleMs, () => {
      this.#stop = undefined
      if (this.#viewers === this.#told) return
      this.#told = this.#viewers
      this.#tell(this.#viewers)
    })
  }

  close(): void {
    this.#stop?.()
    this.#stop = undefined
  }
}
