import glyphs from './glyphs.json' with { type: 'json' }

/**
 * Titles are drawn as outlines, not as <text>: an SVG used as <img>, in an e-mail or through sharp on a server has no
 * web fonts. glyphs.json holds outlines of five SIL OFL 1.1 fonts: Inter, Anton, Fraunces (roman and italic) and Syne.
 */
export type Face = keyof typeof glyphs
type Glyph = [advance: number, outline: string]
interface FaceData {
  cap: number
  g: Record<string, Glyph>
}

// JSON arrays are typed as tuples: the file is made by our own script.
const faceOf = (face: Face) => glyphs[face] as unknown as FaceData

export interface Lettering {
  svg: string
  width: number
}

export function line(text: string, face: Face, size: number, tracking = 0): Lettering {
  const { g } = faceOf(face)
  let x = 0
  let svg = ''
  for (const char of text) {
    const [advance, outline] = g[char] ?? g[plain(char)] ?? g['·'] ?? [300, '']
    if (outline) svg += `<path transform="translate(${x} 0)" d="${outline}"/>`
    x += advance + tracking
  }
  return { svg: `<g transform="scale(${size / 1000})">${svg}</g>`, width: ((x - tracking) * size) / 1000 }
}

export interface BlockOptions {
  face: Face
  x: number
  y: number
  width: number
  height: number
  fill: string
  leading?: number
  tracking?: number
  maxSize?: number
  upper?: boolean
}

/** Sets a title at the foot of the box, as large as it allows, trying every way to break it into one to four lines. */
export function block(title: string, o: BlockOptions): { svg: string; top: number } {
  const text = o.upper ? title.toUpperCase() : title
  const cap = faceOf(o.face).cap / 1000
  const leading = o.leading ?? 0.98
  const tracking = o.tracking ?? -12
  let best = { size: 0, lines: [text] }
  for (const lines of splits(text.split(' '), 4)) {
    const widest = Math.max(...lines.map((l) => line(l, o.face, 1000, tracking).width))
    const byWidth = (o.width / widest) * 1000
    const byHeight = o.height / (cap + leading * (lines.length - 1))
    const size = Math.min(byWidth, byHeight, o.maxSize ?? 999)
    if (size > best.size + 0.5) best = { size, lines }
  }
  const { size, lines } = best
  const step = size * leading
  const top = o.y + o.height - (size * cap + step * (lines.length - 1))
  const svg = lines
    .map(
      (text, i) =>
        `<g fill="${o.fill}" transform="translate(${o.x} ${(top + size * cap + i * step).toFixed(1)})">${line(text, o.face, size, tracking).svg}</g>`,
    )
    .join('')
  return { svg, top }
}

function splits(words: string[], most: number): string[][] {
  if (words.length <= 1 || most === 1) return [[words.join(' ')]]
  const all: string[][] = [[words.join(' ')]]
  for (let i = 1; i < words.length; i++)
    for (const rest of splits(words.slice(i), most - 1)) all.push([words.slice(0, i).join(' '), ...rest])
  return all
}

/** A letter without an outline of its own is drawn without its accent rather than not at all: ö as o. */
function plain(char: string): string {
  return char.normalize('NFD').charAt(0)
}
