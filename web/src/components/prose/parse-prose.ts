import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'

/**
 * A piece of a line: `**strong**`, `*emphasis*`, `` `K` `` (a key or a thing to type), `[words](address)` and the
 * support address.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'emphasis'; text: string }
  | { kind: 'key'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'email' }

export type NoteTone = 'info' | 'success' | 'warning'

export type Block =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'heading'; id: string; level: 2 | 3; text: string }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'note'; tone: NoteTone; content: Inline[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  /** A drawing that the page knows by name. */
  | { kind: 'figure'; name: string; caption: string }

export type HeadingBlock = Extract<Block, { kind: 'heading' }>

/**
 * The small part of Markdown that our texts need, one block per group of lines:
 * `## Heading {#anchor}`, `- item`, `1. item`, `> note` (`> !` warns, `> +` is good news), `| a | b |` with its head
 * first, `@figure caption`.
 */
export function parseProse(source: string): Block[] {
  return source
    .split(/\n\s*\n/)
    .map((group) => group.trim())
    .filter((group) => group !== '')
    .map(toBlock)
}

export function parseInline(line: string): Inline[] {
  const pieces: Inline[] = []
  let end = 0
  for (const match of line.matchAll(/\*\*(.+?)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\{email\}/g)) {
    if (match.index > end) pieces.push({ kind: 'text', text: line.slice(end, match.index) })
    const [all, strong, emphasis, key, text, href] = match
    if (strong !== undefined) pieces.push({ kind: 'strong', text: strong })
    else if (emphasis !== undefined) pieces.push({ kind: 'emphasis', text: emphasis })
    else if (key !== undefined) pieces.push({ kind: 'key', text: key })
    else if (text !== undefined && href !== undefined) pieces.push({ kind: 'link', text, href })
    else pieces.push({ kind: 'email' })
    end = match.index + all.length
  }
  if (end < line.length) pieces.push({ kind: 'text', text: line.slice(end) })
  return pieces
}

export function wordsOf(content: Inline[]): string {
  return content.map((piece) => (piece.kind === 'email' ? '' : piece.text)).join('')
}

/** The words alone, for searching and for descriptions. */
export function plainText(blocks: Block[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'paragraph':
        case 'note':
          return wordsOf(block.content)
        case 'heading':
          return block.text
        case 'list':
          return block.items.map(wordsOf).join(' ')
        case 'table':
          return [block.head, ...block.rows].map((row) => row.map(wordsOf).join(' ')).join(' ')
        case 'figure':
          return block.caption
        default:
          return assertUnreachable(block)
      }
    })
    .join(' ')
}

const heading = /^(##|###) (.+?) \{#([a-z0-9-]+)\}$/
const tones: Record<string, NoteTone> = { '!': 'warning', '+': 'success' }

function toBlock(group: string): Block {
  const lines = group.split('\n').map((line) => line.trim())
  const [first = ''] = lines
  const title = heading.exec(first)
  if (title) return { kind: 'heading', level: title[1] === '##' ? 2 : 3, text: title[2] ?? '', id: title[3] ?? '' }
  if (first.startsWith('#')) throw new Error(`a heading needs an anchor: ${first}`)
  if (first.startsWith('- ')) return { kind: 'list', ordered: false, items: joinItems(lines, /^- /).map(parseInline) }
  if (/^\d+\. /.test(first)) return { kind: 'list', ordered: true, items: joinItems(lines, /^\d+\. /).map(parseInline) }
  if (first.startsWith('> ')) return toNote(lines)
  if (first.startsWith('|')) return toTable(lines)
  const figure = /^@([a-z-]+) (.+)$/.exec(lines.join(' '))
  if (figure) return { kind: 'figure', name: figure[1] ?? '', caption: figure[2] ?? '' }
  return { kind: 'paragraph', content: parseInline(lines.join(' ')) }
}

function toNote(lines: string[]): Block {
  const text = lines.map((line) => line.replace(/^> ?/, '')).join(' ')
  const tone = tones[text.slice(0, 1)]
  return { kind: 'note', tone: tone ?? 'info', content: parseInline(tone ? text.slice(1).trim() : text) }
}

function toTable(lines: string[]): Block {
  const [head = [], ...rows] = lines.map((line) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => parseInline(cell.trim())),
  )
  return { kind: 'table', head, rows }
}

/** An item may go on in the next line. */
function joinItems(lines: string[], mark: RegExp): string[] {
  const items: string[] = []
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''))
    else items.push(`${items.pop() ?? ''} ${line}`)
  }
  return items
}
