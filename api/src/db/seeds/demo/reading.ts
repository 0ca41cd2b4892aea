import {
  countWords,
  postText,
  readingMinutes,
  type PostBlock,
  type PostDocument,
  type PostInline,
} from '@e-events/shared/domain/post-document.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { renderPostHtml } from '../../../adapters/post-html.ts'
import { toJson } from '../../row.ts'
import { demoChapters, demoPosts } from './reading-texts.ts'

/** Texts of posts and chapters of podcasts, as far as they are missing. */
export async function seedReading(knex: Knex, productIdOf: (slug: string) => string): Promise<void> {
  for (const [slug, texts] of Object.entries(demoPosts)) {
    const productId = await existing(knex, productIdOf(slug))
    if (productId === undefined) continue
    const rows = languages.map((language) => {
      const document = toDocument(texts[language].text)
      const words = countWords(postText(document))
      return {
        product_id: productId,
        language,
        document: toJson(document),
        html: renderPostHtml(document, () => undefined),
        excerpt: texts[language].excerpt,
        words,
        reading_minutes: readingMinutes(words),
      }
    })
    await knex('product_posts').insert(rows).onConflict().ignore()
  }
  for (const [slug, chapters] of Object.entries(demoChapters)) {
    const productId = await existing(knex, productIdOf(slug))
    if (productId === undefined || (await knex('product_chapters').where({ product_id: productId }).first('position'))) continue
    const rows = chapters.map(({ title, startSec }, position) => ({ product_id: productId, position, title, start_ms: startSec * 1_000 }))
    await knex('product_chapters').insert(rows)
  }
}

async function existing(knex: Knex, id: string): Promise<string | undefined> {
  return (await knex('products').where({ id }).first('id'))?.id
}

/**
 * Blocks stand between empty lines: `## ` heading, `> ` quote, `- ` and `1. ` lists, `---` a rule; `**bold**` and
 * `_italic_` inside.
 */
export function toDocument(text: string): PostDocument {
  return {
    type: 'doc',
    content: text
      .trim()
      .split(/\n\s*\n/)
      .map(toBlock),
  }
}

function toBlock(block: string): PostBlock {
  const lines = block.split('\n').map((line) => line.trim())
  const [first = ''] = lines
  if (first === '---') return { type: 'horizontalRule' }
  if (first.startsWith('## ')) return { type: 'heading', attrs: { level: 2 }, content: toInlines(first.slice(3)) }
  if (first.startsWith('> ')) return { type: 'blockquote', content: [toParagraph(lines.map((line) => line.replace(/^> ?/, '')).join(' '))] }
  const items = (mark: RegExp) => lines.map((line) => ({ type: 'listItem' as const, content: [toParagraph(line.replace(mark, ''))] }))
  if (first.startsWith('- ')) return { type: 'bulletList', content: items(/^- /) }
  if (/^\d+\. /.test(first)) return { type: 'orderedList', content: items(/^\d+\. /) }
  return toParagraph(lines.join(' '))
}

function toParagraph(text: string): { type: 'paragraph'; content: PostInline[] } {
  return { type: 'paragraph', content: toInlines(text) }
}

function toInlines(text: string): PostInline[] {
  return text
    .split(/(\*\*[^*]+\*\*|_[^_]+_)/)
    .filter(Boolean)
    .map((part): PostInline => {
      if (part.startsWith('**')) return { type: 'text', text: part.slice(2, -2), marks: [{ type: 'bold' }] }
      if (part.startsWith('_')) return { type: 'text', text: part.slice(1, -1), marks: [{ type: 'italic' }] }
      return { type: 'text', text: part }
    })
}
