import type { Language } from '@e-events/shared/domain/language.ts'
import { parseProse, type Block } from '../../../components/prose/parse-prose.ts'
import { factsIn, withFacts } from '../../../lib/facts.ts'
import { onlyBuilt } from '../../../lib/only-built.ts'

/** In the order of the screen. */
export const helpCategories = ['basics', 'organizers', 'about-products', 'player', 'legal'] as const
export type HelpCategory = (typeof helpCategories)[number]

export interface HelpSection {
  category: HelpCategory
  slug: string
  title: string
  summary: string
  blocks: Block[]
}

/** Every category of every language is a chunk of its own: nobody who does not ask for help loads a word of it. */
const files = import.meta.glob<string>('./content/*/*.md', { query: '?raw', import: 'default' })

export async function loadHelp(language: Language): Promise<HelpSection[]> {
  const facts = factsIn(language)
  const categories = await Promise.all(
    helpCategories.map(async (category) => {
      const read = files[`./content/${language}/${category}.md`]
      if (!read) throw new Error(`no help for ${category} in ${language}`)
      return parseHelp(category, withFacts(onlyBuilt(await read()), facts))
    }),
  )
  return categories.flat()
}

export function isHelpCategory(value: string | undefined): value is HelpCategory {
  return helpCategories.some((category) => category === value)
}

/** A file holds the sections of a category: `# Title {#slug}`, a line that sums it up, and the text. */
function parseHelp(category: HelpCategory, source: string): HelpSection[] {
  return source
    .split(/^(?=# )/m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const match = /^# (.+?) \{#([a-z0-9-]+)\}\n+(.+)\n/.exec(part)
      if (!match) throw new Error(`a section of ${category} begins wrong: ${part.slice(0, 80)}`)
      const [head, title = '', slug = '', summary = ''] = match
      return { category, slug, title, summary, blocks: parseProse(part.slice(head.length)) }
    })
}
