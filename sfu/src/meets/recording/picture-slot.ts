import { card } from './card.ts'
import { ahead16, ahead32, beginsKeyFrame, readRtp, writeRtp } from './rtp.ts'
import type { SlotOutput } from './sound-slots.ts'

const ticksPerMs = 90
/** One picture later, where pictures would have the same time. */
const pictureTicks = 33 * ticksPerMs
/** The whole card in one packet: it begins its frame and is all of it. */
const cardPayload = Buffer.concat([Buffer.from([0x10]), card])

/**
 * One stream of pictures made of those of many: another one takes over with its next key frame, and a card stands where
 * there is none. Pictures are VP8.
 */
export class PictureSlot {
  readonly #output: SlotOutput
  readonly #beganAtMs: number
  #shown: string | undefined
  #wanted: string | undefined
  #sequence = 0
  #timestamp = 0
  #firstSequence = 0
  #sequenceOffset = 0
  #timestampOffset = 0
  #sentAtMs = Number.NEGATIVE_INFINITY

  constructor(output: SlotOutput, nowMs: number) {
    this.#output = output
    this.#beganAtMs = nowMs
  }

  /** The source whose pictures go out; undefined for the card. */
  get shown(): string | undefined {
    return this.#shown
  }

  /** When the last packet of pictures went out. */
  get sentAtMs(): number {
    return this.#sentAtMs
  }

  /** Pictures of this source from its next key frame on; undefined shows the card at once. */
  want(source: string | undefined): void {
    this.#wanted = source
    if (source === undefined) this.#shown = undefined
  }

  /** The source is gone: the card until another one shows something. */
  forget(source: string): void {
    if (this.#shown === source) this.#shown = undefined
    if (this.#wanted === source) this.#wanted = undefined
  }

  /** A packet of a source as it came. Answers true where the source takes over with it. */
  packet(source: string, bytes: Buffer, nowMs: number): boolean {
    const packet = readRtp(bytes)
    if (!packet) return false
    const takesOver = source !== this.#shown && source === this.#wanted && beginsKeyFrame(packet.payload)
    if (takesOver) {
      this.#shown = source
      this.#firstSequence = packet.sequence
      this.#sequenceOffset = this.#sequence + 1 - packet.sequence
      this.#timestampOffset = this.#nextTime(nowMs) - packet.timestamp
    } else if (source !== this.#shown || ahead16(packet.sequence, this.#firstSequence) < 0) {
      return false
    }
    // Half of the numbers later the first one would look like one that is still to come.
    if (ahead16(packet.sequence, this.#firstSequence) > 0x3fff) this.#firstSequence = packet.sequence - 0x1fff
    const { ssrc, payloadType } = this.#output
    // Gaps stay: a decoder has to know what was lost.
    const sequence = packet.sequence + this.#sequenceOffset
    const timestamp = packet.timestamp + this.#timestampOffset
    if (ahead16(sequence, this.#sequence) > 0) this.#sequence = sequence & 0xffff
    if (ahead32(timestamp, this.#timestamp) > 0) this.#timestamp = timestamp >>> 0
    this.#sentAtMs = nowMs
    this.#output.send(writeRtp({ ssrc, payloadType, sequence, timestamp, marker: packet.marker }, packet.payload))
    return takesOver
  }

  /** Sends the card, where nothing else is shown. */
  showCard(nowMs: number): void {
    if (this.#shown !== undefined) return
    this.#timestamp = this.#nextTime(nowMs)
    this.#sequence = (this.#sequence + 1) & 0xffff
    this.#sentAtMs = nowMs
    const { ssrc, payloadType } = this.#output
    this.#output.send(writeRtp({ ssrc, payloadType, sequence: this.#sequence, timestamp: this.#timestamp, marker: true }, cardPayload))
  }

  #nextTime(nowMs: number): number {
    const due = Math.round((nowMs - this.#beganAtMs) * ticksPerMs) >>> 0
    const next = this.#timestamp + pictureTicks
    return (ahead32(due, next) > 0 ? due : next) >>> 0
  }
}
