import { limits } from '@e-events/shared/limits.ts'
import { plainText } from '../../../components/prose/parse-prose.ts'
import type { HelpSection } from './help-content.ts'

export interface HelpHit {
  section: HelpSection
  /** Where the first word was found, with its surroundings. */
  excerpt: string
}

/** Letters alone count: 'sesion' finds 'sesión'. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Undefined while there are too few letters to look for. */
export function searchHelp(sections: HelpSection[], query: string): HelpHit[] | undefined {
  const words = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  if (words.join('').length < limits.searchMinChars) return undefined
  return (
    hitsOf(sections, words) ??
    hitsOf(
      sections,
      words.map((word) => nearest(sections, word)),
    ) ??
    []
  )
}

/** Undefined where nothing is found. */
function hitsOf(sections: HelpSection[], words: string[]): HelpHit[] | undefined {
  const hits = sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ section }) => ({ section, excerpt: excerptOf(section, words) }))
  return hits.length > 0 ? hits : undefined
}

/**
 * The word of the texts that somebody who wrote this may have meant: one letter off in a short word, two in a long one.
 */
function nearest(sections: HelpSection[], word: string): string {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
  let found = { word, distance: most + 1 }
  for (const section of sections) {
    const text = fold(`${section.title} ${section.summary} ${plainText(section.blocks)}`)
    for (const candidate of text.split(/[^\p{L}\p{N}]+/u)) {
      if (Math.abs(candidate.length - word.length) > most) continue
      const distance = distanceOf(word, candidate)
      if (distance < found.distance) found = { word: candidate, distance }
    }
  }
  return found.word
}

/** How many letters have to be put in, taken out, changed or swapped with their neighbour. */
function distanceOf(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[j - 2] ?? Infinity) + 1 : Infinity,
      )
    }
    ;[before, row] = [row, next]
  }
  return row[b.length] ?? 0
}

/** Every word must occur; a word of the title says more than one of the summary, and that more than one of the text. */
function scoreOf(section: HelpSection, words: string[]): number {
  const headings = section.blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []))
  const places = [
    { text: fold(section.title), worth: 8 },
    { text: fold(section.summary), worth: 4 },
    { text: fold(headings.join(' ')), worth: 3 },
    { text: fold(plainText(section.blocks)), worth: 1 },
  ]
  let sum = 0
  for (const word of words) {
    const worth = places.reduce((found, place) => found + (place.text.includes(word) ? place.worth : 0), 0)
    if (worth === 0) return 0
    sum += worth
  }
  return sum
}

const excerptChars = 150

function excerptOf(section: HelpSection, words: string[]): string {
  const text = plainText(section.blocks).normalize('NFC')
  // Letter by letter, so that places in the folded text are places in the text.
  const folded = text
    .toLowerCase()
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => (letter.length === 1 ? fold(letter).slice(0, 1) || letter : letter))
  const at = words.map((word) => folded.indexOf(word)).find((place) => place >= 0)
  if (at === undefined) return section.summary
  const start = at < 60 ? 0 : text.indexOf(' ', at - 60) + 1
  const cut = text.slice(start, start + excerptChars)
  const end = start + excerptChars < text.length ? `${cut.slice(0, cut.lastIndexOf(' '))}…` : cut
  return start > 0 ? `…${end}` : end
}
