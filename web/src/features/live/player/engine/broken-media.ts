/** So many segments in a row of which nothing could be made are no accident. */
const hopeless = 12
/** A hole begins a little before or after the segment that it comes from. */
const slackSec = 0.5
/** Another size of it may come meanwhile. */
const patienceMs = 2_000
/** The first picture behind the hole, not its very edge. */
const insideSec = 0.05

interface Span {
  start: number
  end: number
}

/**
 * Segments that came and could not be read. hls.js passes them over when it loads, and its picture waits before the
 * hole that they leave: here it is brought behind it.
 */
export class BrokenMedia {
  private readonly video: HTMLVideoElement
  private readonly seekTo: (sec: number) => void
  private spans: Span[] = []
  private inARow = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(video: HTMLVideoElement, seekTo: (sec: number) => void) {
    this.video = video
    this.seekTo = seekTo
  }

  /** Answers whether it is time to give up. */
  note({ start, end }: Span): boolean {
    this.spans = [...this.spans.filter((span) => span.start !== start), { start, end }].slice(-hopeless)
    this.inARow += 1
    return this.inARow >= hopeless
  }

  /** Something could be read. */
  settle(): void {
    this.inARow = 0
  }

  /** The picture that waited is loaded anew. */
  cancel(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  forget(): void {
    this.cancel()
    this.spans = []
    this.inARow = 0
  }

  /** Goes on behind a hole that the picture waits before or in: at once, or after two seconds without media there. */
  pass(): void {
    const endSec = this.endOfHole()
    if (endSec !== undefined) this.seekTo(endSec)
    else if (!this.video.paused && this.spanHere) this.timer ??= setTimeout(this.passUnseen, patienceMs)
  }

  /** hls.js may load nothing more: of pictures and sound it can have left out one that a seek broke off. */
  private readonly passUnseen = (): void => {
    this.timer = undefined
    const span = this.video.paused ? undefined : this.spanHere
    if (span) this.seekTo(this.endOfHole() ?? span.end + insideSec)
  }

  /** Beginning of what is there behind the hole; undefined where nothing is. */
  private endOfHole(): number | undefined {
    const { currentTime, buffered } = this.video
    if (!this.spanHere) return undefined
    for (let i = 0; i < buffered.length; i++) {
      const next = buffered.start(i)
      if (next > currentTime) return this.spanAt(next, slackSec) && next + insideSec
    }
    return undefined
  }

  /** The broken segment that the picture waits before or in. */
  private get spanHere(): Span | undefined {
    const { currentTime, readyState, seeking } = this.video
    if (readyState > 2) return undefined
    // Media before the hole may still come to a picture that seeks.
    return this.spanAt(currentTime, seeking ? 0 : slackSec)
  }

  private spanAt(sec: number, slack: number): Span | undefined {
    return this.spans.findLast(({ start, end }) => sec >= start - slack && sec <= end + slack)
  }
}
