import type { NewMediaEvent } from '@e-events/shared/events/media.ts'
import type { Clock } from '../clock.ts'

export type ReportedPeople = Extract<NewMediaEvent, { type: 'meet.people' }>['people']

/** Interval of reports; a change within it waits for its end. */
const everyMs = 2_000

/** Tells the api who is in a meeting, when it changed. */
export class PeopleReport {
  readonly #clock: Clock
  readonly #send: (people: ReportedPeople) => void
  #sent = '[]'
  #sentAtMs = Number.NEGATIVE_INFINITY
  #people: ReportedPeople = []
  #stop: (() => void) | undefined

  constructor(clock: Clock, send: (people: ReportedPeople) => void) {
    this.#clock = clock
    this.#send = send
  }

  set(people: ReportedPeople): void {
    this.#people = people
    this.#stop ??= this.#clock.after(Math.max(0, this.#sentAtMs + everyMs - this.#clock.nowMs()), () => {
      this.#stop = undefined
      this.flush()
    })
  }

  /** Tells now what is still to be told. */
  flush(): void {
    const people = JSON.stringify(this.#people)
    if (people === this.#sent) return
    this.#sent = people
    this.#sentAtMs = this.#clock.nowMs()
    this.#send(this.#people)
  }

  stop(): void {
    this.#stop?.()
    this.#stop = undefined
  }
}
