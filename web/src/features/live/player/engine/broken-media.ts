/** So many segments in a row of which nothing could be made are no accident. */
const hopeless = 12
/** A hole begins a little before or after the segment that it comes from. */
const slackSec = 0.5
/** The first picture behind the hole, not its very edge. */
const insideSec = 0.05

interface Span {
  start: number
  end: number
}

/**
 * Segments that came and could not be read. hls.js passes them over when it loads, and its picture waits before the
 * hole that they leave: here is where it ends.
 */
export class BrokenMedia {
  private spans: Span[] = []
  private inARow = 0

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

  forget(): void {
    this.spans = []
    this.inARow = 0
  }

  /** Where it goes on for a picture that waits before such a hole; undefined where nothing behind it is there yet. */
  endOfHole({ currentTime, buffered, readyState, seeking }: HTMLVideoElement): number | undefined {
    if (this.spans.length === 0 || readyState > 2) return undefined
    const isBroken = (sec: number, slack: number) => this.spans.some(({ start, end }) => sec >= start - slack && sec <= end + slack)
    // What lies before the hole may still come to a picture that seeks.
    const isInHole = isBroken(currentTime, seeking ? 0 : slackSec)
    for (let i = 0; i < buffered.length; i++) {
      const next = buffered.start(i)
      if (next > currentTime) return isInHole && isBroken(next, slackSec) ? next + insideSec : undefined
    }
    return undefined
  }
}
