import { limits } from '@e-events/shared/limits.ts'
import { plainText } from '../../components/prose/parse-prose.ts'
import type { HelpSection } from './help-content.ts'

export interface HelpHit {
  section: HelpSection
  /** Where the first word was found, with its surroundings. */
  excerpt: string
}

/** Letters alone count: 'sesion' finds 'sesión', 'facturacao' finds 'faturação' as little as any other misspelling. */
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
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ section }) => ({ section, excerpt: excerptOf(section, words) }))
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
