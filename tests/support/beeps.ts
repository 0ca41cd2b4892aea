import { beepEverySec, beepOrder, beepSec, beepsHz } from './beep-order.ts'
import { findBeepsOf, type DecodedPicture } from './decode-media.ts'

export interface Beep {
  /** In the file's own seconds. */
  atSec: number
  /** Index of its frequency. */
  pitch: number
}

export async function findAllBeeps(file: string): Promise<Beep[]> {
  const found = await findBeepsOf(file, beepsHz)
  return found.flatMap((times, pitch) => times.map((atSec) => ({ atSec, pitch }))).toSorted((a, b) => a.atSec - b.atSec)
}

/**
 * How late each beep is, ms, on a clock whose second zero is at `zeroSec`; undefined for one that does not belong to
 * the moment at which it is heard.
 */
export function latenessOf(beeps: readonly Beep[], zeroSec: number): (number | undefined)[] {
  return beeps.map(({ atSec, pitch }) => {
    const number = Math.round((atSec - zeroSec) / beepEverySec)
    return beepOrder.at(number % beepOrder.length) === pitch ? Math.round((atSec - zeroSec - number * beepEverySec) * 1000) : undefined
  })
}

/** The same beeps for ffmpeg's `aevalsrc`, from the first one on. */
export function beepExpression(count: number): string {
  const pitches = beepOrder.slice(0, count).map((pitch, number) => `${beepsHz[pitch]}*eq(floor(t/${beepEverySec})\\,${number})`)
  return `0.2*sin(2*PI*(${pitches.join('+')})*t)*lt(mod(t\\,${beepEverySec})\\,${beepSec})`
}

export interface SoundAndPicture {
  pictures: readonly DecodedPicture[]
  beeps: readonly Beep[]
}

/** Beeps that may be out of their order: noise sounds like one at times. */
const strayShare = 0.2

/**
 * How much later than its picture the sound is, ms: the median of the beeps. `zeros` are the seconds of the file at
 * which the clock of each picture stood at zero.
 * @throws Error where beeps are heard that belong to other moments
 */
export function soundAfterPicture(zeros: readonly number[], beeps: readonly Beep[]): number {
  const lateness = latenessOf(beeps, median(zeros))
  const known = lateness.filter((one) => one !== undefined)
  if (known.length < beeps.length * (1 - strayShare)) throw new Error(`beeps of other moments: ${JSON.stringify(lateness)}`)
  return median(known)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
