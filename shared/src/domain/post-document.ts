import { z } from 'zod'
import { filesBase } from '../contract/addresses.ts'
import { limits } from '../limits.ts'

/**
 * The text of a post, as the editor writes it (the JSON of ProseMirror) and the server accepts it: a closed set of
 * nodes and marks. Lists are flat and quotes hold paragraphs, so the shape has an end and needs no recursion.
 */
const address = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((url) => !/\s/.test(url), { message: 'must not hold blanks' })

const markSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bold') }),
  z.strictObject({ type: z.literal('italic') }),
  z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: address }) }),
])

const inlineSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: z.string().min(1).max(limits.postTextChars),
    marks: z.array(markSchema).max(3).optional(),
  }),
  z.strictObject({ type: z.literal('hardBreak') }),
])
const inlinesMax = 2_000
const inlines = z.array(inlineSchema).max(inlinesMax).optional()

const paragraphSchema = z.strictObject({ type: z.literal('paragraph'), content: inlines })
const listItemSchema = z.strictObject({ type: z.literal('listItem'), content: z.array(paragraphSchema).min(1).max(100) })
const listItems = z.array(listItemSchema).min(1).max(500)

/** A picture of ours: nobody else's server learns who reads. */
const imageSchema = z.strictObject({
  type: z.literal('image'),
  attrs: z.strictObject({
    src: z.string().regex(/^\/api\/files\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
    alt: z.string().max(limits.postImageAltChars),
  }),
})

const blockSchema = z.discriminatedUnion('type', [
  paragraphSchema,
  z.strictObject({
    type: z.literal('heading'),
    attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]) }),
    content: inlines,
  }),
  z.strictObject({ type: z.literal('bulletList'), content: listItems }),
  z.strictObject({
    type: z.literal('orderedList'),
    attrs: z.strictObject({ start: z.int().min(0).max(100_000) }).optional(),
    content: listItems,
  }),
  z.strictObject({ type: z.literal('blockquote'), content: z.array(paragraphSchema).min(1).max(100) }),
  imageSchema,
  z.strictObject({ type: z.literal('horizontalRule') }),
])

export const postDocumentSchema = z
  .strictObject({ type: z.literal('doc'), content: z.array(blockSchema).max(limits.postBlocks) })
  .meta({ id: 'PostDocument' })

export type PostDocument = z.infer<typeof postDocumentSchema>
export type PostBlock = PostDocument['content'][number]
export type PostInline = z.infer<typeof inlineSchema>
export type PostMark = z.infer<typeof markSchema>

/** Every word of a document, block by block, as a reader meets them. */
export function postText(document: PostDocument): string {
  return document.content.map(textOf).filter(Boolean).join('\n')
}

/** Lines of a plain text as a document: an empty line ends a paragraph, a single break stays one. */
export function documentOfText(text: string): PostDocument {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((part) => part.trim().split('\n'))
    .filter((lines) => lines.some((line) => line !== ''))
  // A text of breaks alone would not fit into a document.
  const isLong = paragraphs.length > limits.postBlocks || paragraphs.some((lines) => lines.length > inlinesMax / 2)
  return { type: 'doc', content: (isLong ? [[text.replaceAll(/\s+/g, ' ').trim()]] : paragraphs).map(toParagraph) }
}

function toParagraph(lines: readonly string[]): PostBlock {
  const inlines = lines.flatMap((line, index): PostInline[] => [
    ...(index > 0 ? [{ type: 'hardBreak' as const }] : []),
    ...(line === '' ? [] : [{ type: 'text' as const, text: line }]),
  ])
  return { type: 'paragraph', content: inlines }
}

type Node = { type: string; text?: string | undefined; content?: readonly Node[] | undefined }

function textOf(node: Node): string {
  if (node.type === 'text') return node.text ?? ''
  if (node.type === 'hardBreak') return '\n'
  const isLine = node.type === 'paragraph' || node.type === 'heading'
  return (node.content ?? []).map(textOf).join(isLine ? '' : '\n')
}

/** Words as people count them: what stands between blanks and holds a letter or a digit. */
export function countWords(text: string): number {
  return text.split(/\s+/u).filter((part) => /[\p{L}\p{N}]/u.test(part)).length
}

/** At the pace of an adult who reads for pleasure (about 230 words a minute), and never less than one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / 230))
}

/** The pictures of a document, by the id of their file. */
export function postImageIds(document: PostDocument): string[] {
  const ids = document.content.flatMap((block) => (block.type === 'image' ? [block.attrs.src.slice(filesBase.length)] : []))
  return [...new Set(ids)]
}
