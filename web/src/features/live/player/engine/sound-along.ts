import { readLiveList } from './first-part-list.ts'

/** Line between two lists of one answer. */
const between = /\n#E-EVENTS-LIST:audio\n/

/** Sound waits this long for a request of pictures that it could come along with. */
const carrierWithinMs = 300
/** A server that never brings it does not know how; one that sends a whole long list leaves it out. */
const hopeless = 3

/**
 * Brings the list of sound along with the list of pictures: one request less per segment. The first list of sound is
 * asked for by itself, and so is any for which nothing comes along.
 */
export class SoundAlong {
  /** Sequence number of the sound that comes next; undefined before its first list. */
  private nextSn: number | undefined
  /** Answers in a row that brought no sound. */
  private misses = 0
  private carriers = 0
  private kept: string | undefined
  private waiting: { sn: number; settle: (list: string | undefined) => void } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Sound that is listed; a list that is no live one with first parts comes by itself. */
  note(list: string): void {
    const live = readLiveList(list)
    this.nextSn = live && live.lastSn + 1
  }

  /** The address of a list of pictures with the sound that comes next; undefined where it comes by itself. */
  carry(url: string): string | undefined {
    if (this.nextSn === undefined || this.misses >= hopeless || !/[?&]_HLS_msn=/.test(url)) return undefined
    this.carriers += 1
    clearTimeout(this.timer)
    return `${url}&with=audio:${this.nextSn}`
  }

  /** A request of pictures is over, however it ended. */
  carried(): void {
    this.carriers -= 1
    if (this.carriers === 0 && this.waiting) this.giveUpSoon()
  }

  /** Takes the list of sound out of an answer; returns that of the pictures. */
  take(answer: string): string {
    const [pictures = answer, sound] = answer.split(between)
    this.misses = sound === undefined ? this.misses + 1 : 0
    if (sound === undefined) this.end(undefined)
    else {
      this.kept = sound
      this.serve()
    }
    return pictures
  }

  /** The list of sound with segment `sn`; undefined where it has to be asked for by itself. */
  next(sn: number): Promise<string | undefined> {
    this.waiting?.settle(undefined)
    if (this.misses >= hopeless || this.nextSn === undefined) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.waiting = { sn, settle: resolve }
      this.serve()
      if (this.carriers === 0) this.giveUpSoon()
    })
  }

  private serve(): void {
    const { kept, waiting } = this
    if (kept === undefined || !waiting) return
    const live = readLiveList(kept)
    this.kept = undefined
    if (live && live.lastSn < waiting.sn) return
    this.end(kept)
  }

  private giveUpSoon(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.end(undefined), carrierWithinMs)
  }

  private end(list: string | undefined): void {
    clearTimeout(this.timer)
    this.waiting?.settle(list)
    this.waiting = undefined
  }
}
