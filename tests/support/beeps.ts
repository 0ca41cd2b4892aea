import { findBeeps } from './decode-media.ts'

/** Frequencies of the beeps of screen and microphone. Nothing else in a run sounds like them. */
export const beepsHz = [3_000, 3_300, 3_600, 3_900] as const
export const beepEverySec = 2
export const beepSec = 0.12

/**
 * Which frequency each beep has, by its number: a de Bruijn sequence, in which any three that follow one another stand once. Sound that is late by any number of
 * beeps is heard in the wrong order; after 64 of them (128 s) it begins again.
 */
export const beepOrder: readonly number[] = startingAt(22, deBruijn(beepsHz.length, 3))

/** Its first ten, which a short film repeats, have every pitch in them. */
function startingAt(index: number, circle: readonly number[]): number[] {
  return [...circle.slice(index), ...circle.slice(0, index)]
}

/** All words of `length` out of `letters`, each once, in a circle (Fredricksen, Kessler, Maiorana). */
function deBruijn(letters: number, length: number): number[] {
  const word = Array<number>(letters * length).fill(0)
  const sequence: number[] = []
  const extend = (at: number, period: number): void => {
    if (at > length) {
      if (length % period === 0) sequence.push(...word.slice(1, period + 1))
      return
    }
    word[at] = word[at - period] ?? 0
    extend(at + 1, period)
    for (let letter = (word[at - period] ?? 0) + 1; letter < letters; letter++) {
      word[at] = letter
      extend(at + 1, at)
    }
  }
  extend(1, 1)
  return sequence
}

export interface Beep {
  /** In the file's own seconds. */
  atSec: number
  /** Index of its frequency. */
  pitch: number
}

export async function findAllBeeps(file: string): Promise<Beep[]> {
  const found = await Promise.all(beepsHz.map((hz) => findBeeps(file, hz)))
  return found.flatMap((times, pitch) => times.map((atSec) => ({ atSec, pitch }))).toSorted((a, b) => a.atSec - b.atSec)
}

/** How late each beep is, ms, on a clock whose second zero is at `zeroSec`; undefined for one that does not belong to the moment at which it is heard. */
export function latenessOf(beeps: readonly Beep[], zeroSec: number): (number | undefined)[] {
  return beeps.map(({ atSec, pitch }) => {
    const number = Math.round((atSec - zeroSec) / beepEverySec)
    return beepOrder.at(number % beepOrder.length) === pitch ? Math.round((atSec - zeroSec - number * beepEverySec) * 1000) : undefined
  })
}

/**
 * Second at which a film of the first `count` beeps, played in a circle, stood at its beginning: what most beeps agree on, from 0 to its length. Undefined where
 * there is no beep.
 */
export function beginningOf(beeps: readonly Beep[], count: number): number | undefined {
  const lengthSec = count * beepEverySec
  const order = beepOrder.slice(0, count)
  const wishes = beeps.map(({ atSec, pitch }) =>
    order.flatMap((one, number) => (one === pitch ? [modulo(atSec - number * beepEverySec, lengthSec)] : [])),
  )
  const supporters = (sec: number) =>
    wishes.flatMap((some) => some.filter((one) => Math.abs(around(one - sec, lengthSec)) < 0.3).slice(0, 1))
  const [best] = wishes.flat().toSorted((a, b) => supporters(b).length - supporters(a).length)
  if (best === undefined) return undefined
  const distances = supporters(best)
    .map((one) => around(one - best, lengthSec))
    .toSorted((a, b) => a - b)
  return modulo(best + (distances[Math.floor(distances.length / 2)] ?? 0), lengthSec)
}

export const modulo = (value: number, length: number): number => ((value % length) + length) % length
/** The same place on a circle, from minus half its length to half. */
export const around = (value: number, length: number): number => modulo(value + length / 2, length) - length / 2
