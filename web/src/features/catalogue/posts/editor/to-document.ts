import { limits } from '@e-events/shared/limits.ts'
import type { PostBlock, PostDocument, PostInline, PostMark } from '@e-events/shared/domain/post-document.ts'
import type { JSONContent } from '@tiptap/react'
import { isLinkAddress } from './link-address.ts'

type Paragraph = Extract<PostBlock, { type: 'paragraph' }>

/**
 * Content of the editor as the contract writes it: without the editor's own attributes, and without empty lines at the
 * end.
 */
export function toDocument(content: JSONContent): PostDocument {
  const blocks = (content.content ?? []).flatMap(toBlock)
  while (isEmptyParagraph(blocks.at(-1))) blocks.pop()
  return { type: 'doc', content: blocks }
}

function toBlock(node: JSONContent): PostBlock[] {
  switch (node.type) {
    case 'paragraph':
      return [toParagraph(node)]
    case 'heading':
      return [{ type: 'heading', attrs: { level: node.attrs?.['level'] === 2 ? 2 : 3 }, ...inlinesOf(node) }]
    case 'bulletList':
      return listOf(node, (content) => ({ type: 'bulletList', content }))
    case 'orderedList': {
      const start = Number(node.attrs?.['start'] ?? 1)
      return listOf(node, (content) => ({
        type: 'orderedList',
        attrs: { start: Number.isInteger(start) && start >= 0 ? start : 1 },
        content,
      }))
    }
    case 'blockquote':
      return [{ type: 'blockquote', content: paragraphsOf(node) }]
    case 'image':
      return [
        {
          type: 'image',
          attrs: { src: String(node.attrs?.['src'] ?? ''), alt: String(node.attrs?.['alt'] ?? '').slice(0, limits.postImageAltChars) },
        },
      ]
    case 'horizontalRule':
      return [{ type: 'horizontalRule' }]
    default:
      return []
  }
}

type ListItems = Extract<PostBlock, { type: 'bulletList' }>['content']

function listOf(node: JSONContent, make: (items: ListItems) => PostBlock): PostBlock[] {
  const items = (node.content ?? []).map((item) => ({ type: 'listItem' as const, content: paragraphsOf(item) }))
  return items.length > 0 ? [make(items)] : []
}

function paragraphsOf(node: JSONContent): Paragraph[] {
  const paragraphs = (node.content ?? []).filter((child) => child.type === 'paragraph').map(toParagraph)
  return paragraphs.length > 0 ? paragraphs : [{ type: 'paragraph' }]
}

function toParagraph(node: JSONContent): Paragraph {
  return { type: 'paragraph', ...inlinesOf(node) }
}

function inlinesOf(node: JSONContent): { content?: PostInline[] } {
  const content = (node.content ?? []).flatMap(toInline)
  return content.length > 0 ? { content } : {}
}

function toInline(node: JSONContent): PostInline[] {
  if (node.type === 'hardBreak') return [{ type: 'hardBreak' }]
  if (node.type !== 'text' || !node.text) return []
  const marks = (node.marks ?? []).flatMap(toMark)
  return [{ type: 'text', text: node.text, ...(marks.length > 0 ? { marks } : {}) }]
}

function toMark(mark: { type: string; attrs?: Record<string, unknown> }): PostMark[] {
  if (mark.type === 'bold' || mark.type === 'italic') return [{ type: mark.type }]
  const href = mark.attrs?.['href']
  return mark.type === 'link' && typeof href === 'string' && isLinkAddress(href) ? [{ type: 'link', attrs: { href } }] : []
}

function isEmptyParagraph(block: PostBlock | undefined): boolean {
  return block?.type === 'paragraph' && block.content === undefined
}
