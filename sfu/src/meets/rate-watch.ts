import type { MeetSource } from '@e-events/shared/domain/meets.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Person, PersonStream } from './person.ts'

/** Bits per second of a source, all its layers together. */
const capBps: Record<MeetSource, number> = {
  microphone: limits.audioBitrateCapBps,
  camera: 4_000_000,
  screen: limits.videoBitrateCapBps,
  screenSound: limits.audioBitrateCapBps,
}
/** So many looks in a row above its cap end a stream: browsers keep to the cap, so this one does not mean to. */
const overCapLooks = 5
const overCapFactor = 1.25

export interface OverCap {
  readonly person: Person
  readonly source: MeetSource
  readonly bitrateBps: number
}

/** Looks at every stream from time to time: does it send more than it may? */
export class RateWatch {
  /** Looks in a row above the cap. */
  readonly #over = new WeakMap<PersonStream, number>()

  /** Answers the streams that have to go. */
  async look(people: readonly Person[]): Promise<OverCap[]> {
    const streams = people.flatMap((person) => [...person.streams].map(([source, stream]) => ({ person, source, stream })))
    const found = await Promise.all(
      streams.map(async ({ person, source, stream }) => {
        const stats = await stream.producer.stats().catch(() => []) // it closed while it was asked
        const bitrateBps = stats.reduce((sum, { bitrateBps }) => sum + bitrateBps, 0)
        const over = bitrateBps > capBps[source] * overCapFactor ? (this.#over.get(stream) ?? 0) + 1 : 0
        this.#over.set(stream, over)
        const isThere = person.streams.get(source) === stream
        return over >= overCapLooks && isThere ? [{ person, source, bitrateBps }] : []
      }),
    )
    return found.flat()
  }
}
