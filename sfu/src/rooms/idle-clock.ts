export type IdleStep = 'none' | 'warn' | 'close'

export interface IdleOptions {
  /** Without media or a studio action for this long, the broadcast is closed. */
  cutoffMs: number
  /** After this long its organizer is warned; a value at or above the cutoff never warns. */
  warningMs: number
}

/**
 * The idle clock of one broadcast: pure, driven by the time that its owner passes. It survives a change of node by
 * starting at the registry's last media.
 */
export class IdleClock {
  readonly #options: IdleOptions
  #lastMediaAtMs: number
  #lastSignAtMs: number
  #warned = false

  constructor(options: IdleOptions, lastMediaAtMs: number) {
    this.#options = options
    this.#lastMediaAtMs = lastMediaAtMs
    this.#lastSignAtMs = lastMediaAtMs
  }

  get lastMediaAtMs(): number {
    return this.#lastMediaAtMs
  }

  get closesAtMs(): number {
    return this.#lastSignAtMs + this.#options.cutoffMs
  }

  get warned(): boolean {
    return this.#warned
  }

  /** @returns true when this takes back a warning */
  media(nowMs: number): boolean {
    this.#lastMediaAtMs = Math.max(this.#lastMediaAtMs, nowMs)
    return this.#sign(nowMs)
  }

  /** A studio action. @returns true when this takes back a warning */
  activity(nowMs: number): boolean {
    return this.#sign(nowMs)
  }

  /** Returns the notice that is due now; a warning is due once per silence. */
  check(nowMs: number): IdleStep {
    const silentMs = nowMs - this.#lastSignAtMs
    if (silentMs >= this.#options.cutoffMs) return 'close'
    if (silentMs < this.#options.warningMs || this.#warned) return 'none'
    this.#warned = true
    return 'warn'
  }

  #sign(nowMs: number): boolean {
    const takenBack = this.#warned
    this.#lastSignAtMs = Math.max(this.#lastSignAtMs, nowMs)
    this.#warned = false
    return takenBack
  }
}
