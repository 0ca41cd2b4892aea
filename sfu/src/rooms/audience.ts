import type { Clock } from '../clock.ts'

/** Publishes the number of viewers, at most once per `throttleMs` and only when the number changed. */
export class Audience {
  readonly #clock: Clock
  readonly #throttleMs: number
  readonly #publish: (viewers: number) => void
  #viewers = 0
  #published = 0
  #stop: (() => void) | undefined

  constructor(clock: Clock, throttleMs: number, publish: (viewers: number) => void) {
    this.#clock = clock
    this.#throttleMs = throttleMs
    this.#publish = publish
  }

  get viewers(): number {
    return this.#viewers
  }

  set(viewers: number): void {
    this.#viewers = viewers
    if (this.#stop || viewers === this.#published) return
    this.#stop = this.#clock.after(this.#throttleMs, () => {
      this.#stop = undefined
      if (this.#viewers === this.#published) return
      this.#published = this.#viewers
      this.#publish(this.#viewers)
    })
  }

  close(): void {
    this.#stop?.()
    this.#stop = undefined
  }
}
