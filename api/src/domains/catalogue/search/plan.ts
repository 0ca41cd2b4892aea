/** Vocabulary entries for one typed word. */
export interface KnownWord {
  word: string
  /** Occurs as it was typed. */
  is_word: boolean
  /** Some word begins with it: somebody is still typing. */
  is_start: boolean
  /** Words that look like it, in no order. */
  similar: readonly string[]
}

/** Full-text queries, strictest first: the second is asked only where the first finds nothing. */
export interface SearchPlan {
  strict: string
  loose: string
  /** Every word as it was typed: what matches it stands before what was guessed. */
  exact: string
  /** The words in their order, mended: titles that hold it come first. */
  phrase: string
}

const stopWords = new Set(
  `a al algo ante con como de del desde e el ella en entre es esta este ha la las le lo los mas me mi muy ni no o para pero por que se si sin sobre su sus un una
   uno y ya
   an and are at be by for from has in is it its of on or that the this to was with you your
   ao aos as com da das dos do ela ele em foi mais mas na nas nos não os ou para pela pelo por qual seu sua um uma umas uns`.split(/\s+/),
)

/**
 * Every word that means something must be found, as typed, begun, in the singular, or as the nearest word that exists.
 * A word that looks like nothing is left out while most of the others are known.
 * @returns null when nothing can be found
 */
export function planSearch(text: string, known: readonly KnownWord[]): SearchPlan | null {
  const meaningful = known.filter(({ word }) => !stopWords.has(word))
  const words = (meaningful.length > 0 ? meaningful : known).map(readWord)
  const findable = words.filter((word) => word.strict.length > 0)
  if (findable.length === 0 || findable.length * 2 < words.length) return null
  const loosely = findable.filter((word) => word.loose.length > 0)
  const mended = new Map(words.flatMap(({ typed, nearest }) => (nearest === undefined ? [] : [[typed, nearest] as const])))
  return {
    strict: allOf(findable.map((word) => word.strict)),
    loose: allOf((loosely.length > 0 ? loosely : findable).map((word) => (word.loose.length > 0 ? word.loose : word.strict))),
    exact: allOf(words.map(({ typed }) => [lexeme(typed)])),
    phrase: text
      .split(' ')
      .map((word) => mended.get(word) ?? word)
      .join(' '),
  }
}

/** Words that are too short to be mended, and numbers, must stand there as they are. */
const isFixed = (word: string) => word.length < 3 || /^\d+$/.test(word)

function readWord({ word, is_word: isWord, is_start: isStart, similar }: KnownWord) {
  if (isFixed(word)) return { typed: word, strict: [lexeme(word)], loose: [], nearest: undefined }
  const near = nearestOf(word, similar)
  const guesses = near.map((guess) => (guess.length > 4 ? begun(guess) : lexeme(guess)))
  const literal =
    isWord || isStart
      ? [begun(word), ...singularsOf(word).map(lexeme)]
      : singularsOf(word)
          .filter((one) => similar.includes(one))
          .map(lexeme)
  return {
    typed: word,
    strict: isWord ? literal : [...literal, ...guesses],
    loose: [...literal, ...guesses],
    nearest: isWord ? undefined : near[0],
  }
}

/** The words with the fewest slips between, as many as a word of its length may have. */
function nearestOf(word: string, similar: readonly string[]): string[] {
  const allowed = slipsAllowed(word.length)
  let fewest = allowed
  let found: string[] = []
  for (const candidate of similar) {
    const slips = slipsBetween(word, candidate, fewest)
    if (slips > fewest) continue
    if (slips < fewest) found = []
    fewest = slips
    found.push(candidate)
  }
  return found
}

const slipsAllowed = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2)

/**
 * Letters too many, missing, wrong or swapped with their neighbour (optimal string alignment); more than `limit` are
 * not counted on.
 */
export function slipsBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let least = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1)
      current.push(least)
    }
    if (Math.min(...current) > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}

/** The singulars that a plural of our three languages may come from. */
function singularsOf(word: string): string[] {
  if (word.length < 5 || !word.endsWith('s')) return []
  const stem = word.slice(0, -1)
  // prettier-ignore
  const endings: [string, string][] = [['ies', 'y'], ['oes', 'ao'], ['aes', 'ao'], ['ais', 'al'], ['eis', 'el'], ['ns', 'm'], ['ces', 'z'], ['es', '']]
  const others = endings.filter(([ending]) => word.endsWith(ending)).map(([ending, singular]) => word.slice(0, -ending.length) + singular)
  return [stem, ...others].filter((one) => one.length >= 3)
}

const lexeme = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const begun = (word: string) => `${lexeme(word)}:*`
const allOf = (words: readonly (readonly string[])[]) => words.map((ways) => `(${ways.join(' | ')})`).join(' & ')
