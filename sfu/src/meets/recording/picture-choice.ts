import type { MeetSource } from '@e-events/shared/domain/meets.ts'

/** A stream that can be shown. */
export interface Picture {
  readonly personId: string
  readonly source: Extract<MeetSource, 'camera' | 'screen'>
  readonly producerId: string
}

export interface ChoiceFacts {
  /** Everything that can be shown now, in the order of the people. */
  pictures: readonly Picture[]
  /** Who speaks, whoever holds the floor first. */
  speakers: readonly string[]
  nowMs: number
}

/** Somebody else is shown after speaking for this long. */
const speaksForMs = 1_500
/** A camera is shown for this long at least. */
const leastMs = 3_000

/**
 * Chooses what a recording shows: a screen where there is one, else the camera of whoever speaks. A word that is thrown
 * in changes nothing.
 */
export class PictureChoice {
  #current: Picture | undefined
  #sinceMs = Number.NEGATIVE_INFINITY
  #speaker: string | undefined
  #speaksSinceMs = Number.NEGATIVE_INFINITY

  choose({ pictures, speakers, nowMs }: ChoiceFacts): Picture | undefined {
    if (speakers[0] !== this.#speaker) {
      this.#speaker = speakers[0]
      this.#speaksSinceMs = nowMs
    }
    const next = this.#next(pictures, nowMs)
    if (next?.producerId !== this.#current?.producerId) this.#sinceMs = nowMs
    this.#current = next
    return next
  }

  #next(pictures: readonly Picture[], nowMs: number): Picture | undefined {
    const current = pictures.find(({ producerId }) => producerId === this.#current?.producerId)
    const screens = pictures.filter(({ source }) => source === 'screen')
    if (screens.length > 0) return current?.source === 'screen' ? current : screens.at(-1)
    const speaking = pictures.find(({ personId }) => personId === this.#speaker)
    if (!current) return speaking ?? pictures[0]
    const mayChange = nowMs - this.#sinceMs >= leastMs && nowMs - this.#speaksSinceMs >= speaksForMs
    return speaking && mayChange ? speaking : current
  }
}
