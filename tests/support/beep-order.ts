/** Frequencies of the beeps of screen and microphone. Nothing else in a run sounds like them. */
export const beepsHz = [3_000, 3_300, 3_600, 3_900] as const
export const beepEverySec = 2
export const beepSec = 0.12

/**
 * Which frequency each beep has, by its number: a de Bruijn sequence, in which any three that follow one another stand
 * once. Sound that is late by any number of beeps is heard in the wrong order; after 64 of them (128 s) it begins
 * again.
 */
export const beepOrder: readonly number[] = startingAt(22, deBruijn(beepsHz.length, 3))

/** Its first ten have every pitch in them. */
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
