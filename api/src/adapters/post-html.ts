import { imageWidths } from '@e-events/shared/domain/picture-set.ts'
import type { PostBlock, PostDocument, PostInline, PostMark } from '@e-events/shared/domain/post-document.ts'
import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import sanitizeHtml from 'sanitize-html'

export interface PictureSize {
  width: number | null
  height: number | null
}

const measure = '(min-width: 760px) 720px, 100vw'
const linkRel = 'noopener nofollow ugc'

/**
 * Only what the closed set of nodes can make; a second wall behind the schema of the document, in case the first one
 * ever gets a gap.
 */
const rules: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'strong', 'em', 'a', 'img', 'br', 'hr'],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    ol: ['start'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
  },
  allowedSchemes: ['http', 'https'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: linkRel, target: '_blank' } }) },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/api\/files\/[0-9a-f-]{36}$/.test(attribs['src'] ?? ''),
}

/** The HTML that readers get. `sizeOf` keeps a place for each picture before it is there. */
export function renderPostHtml(document: PostDocument, sizeOf: (fileId: string) => PictureSize | undefined): string {
  return sanitizeHtml(document.content.map((block) => renderBlock(block, sizeOf)).join(''), rules)
}

function renderBlock(block: PostBlock, sizeOf: (fileId: string) => PictureSize | undefined): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${renderInlines(block.content)}</p>`
    case 'heading':
      return `<h${block.attrs.level}>${renderInlines(block.content)}</h${block.attrs.level}>`
    case 'bulletList':
      return `<ul>${renderItems(block.content)}</ul>`
    case 'orderedList': {
      const start = block.attrs?.start ?? 1
      return `<ol${start === 1 ? '' : ` start="${start}"`}>${renderItems(block.content)}</ol>`
    }
    case 'blockquote':
      return `<blockquote>${block.content.map((paragraph) => renderBlock(paragraph, sizeOf)).join('')}</blockquote>`
    case 'image':
      return renderImage(block.attrs, sizeOf)
    case 'horizontalRule':
      return '<hr>'
    default:
      return assertUnreachable(block)
  }
}

function renderItems(items: Extract<PostBlock, { type: 'bulletList' }>['content']): string {
  return items
    .map(({ content }) => `<li>${content.map((paragraph) => `<p>${renderInlines(paragraph.content)}</p>`).join('')}</li>`)
    .join('')
}

function renderImage({ src, alt }: { src: string; alt: string }, sizeOf: (fileId: string) => PictureSize | undefined): string {
  const size = sizeOf(src.slice(src.lastIndexOf('/') + 1))
  const place = size?.width && size.height ? ` width="${size.width}" height="${size.height}"` : ''
  const widths = imageWidths.filter((width) => !size?.width || width <= size.width).map((width) => `${src}?w=${width} ${width}w`)
  const set = widths.length > 0 ? ` srcset="${widths.join(', ')}" sizes="${measure}"` : ''
  return `<img src="${escape(src)}"${set} alt="${escape(alt)}"${place} loading="lazy" decoding="async">`
}

function renderInlines(inlines: readonly PostInline[] | undefined): string {
  return (inlines ?? [])
    .map((inline) => (inline.type === 'hardBreak' ? '<br>' : (inline.marks ?? []).reduce(wrap, escape(inline.text))))
    .join('')
}

function wrap(html: string, mark: PostMark): string {
  switch (mark.type) {
    case 'bold':
      return `<strong>${html}</strong>`
    case 'italic':
      return `<em>${html}</em>`
    case 'link':
      return `<a href="${escape(mark.attrs.href)}">${html}</a>`
    default:
      return assertUnreachable(mark)
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
