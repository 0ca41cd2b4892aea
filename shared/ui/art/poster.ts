import { drawings, type Motif } from './motifs.ts'
import { block, line, type Face } from './lettering.ts'
import { palettes, type Palette, type PaletteName } from './palettes.ts'
import { createRandom } from './random.ts'
import { blur, grain, grainDefs, group, linear, radial, rect, svgDocument, toDataUri } from './svg.ts'

export interface PosterOptions {
  title: string
  /** Same title and seed, same poster. Defaults to the title. */
  seed?: string
  motif?: Motif
  palette?: PaletteName
  face?: Face
  /** A short line over the title: artist, place, series. */
  kicker?: string
  ratio?: '16:9' | '1:1'
  /** Without lettering: for heroes and backdrops, where the page sets the title itself. */
  bare?: boolean
}

const cache = new Map<string, string>()
const facesOf: Record<Motif, readonly Face[]> = {
  stage: ['condensed', 'wide'],
  orbs: ['grotesk', 'wide'],
  vinyl: ['serif', 'condensed'],
  strings: ['italic', 'serif'],
  curtain: ['serif', 'italic'],
  wave: ['grotesk', 'wide'],
  bauhaus: ['grotesk', 'wide'],
  landscape: ['serif', 'grotesk'],
  ribbons: ['italic', 'serif'],
  halftone: ['condensed', 'wide'],
  skyline: ['wide', 'condensed'],
  contours: ['grotesk', 'serif'],
  plates: ['serif', 'grotesk'],
  beams: ['condensed', 'grotesk'],
}
const paletteNames = Object.keys(palettes) as PaletteName[]
const darkNames = paletteNames.filter((name) => !('light' in palettes[name]))
/** Motifs that are drawn in black need a dark ground, or their title drowns. */
const nightOnly = new Set<Motif>(['stage', 'skyline', 'halftone', 'curtain', 'vinyl'])
const motifNames = Object.keys(drawings) as Motif[]

/** Returns a data URI; `posterSvg` returns the markup for a server that rasterises it. */
export function poster(options: PosterOptions): string {
  const key = JSON.stringify(options)
  const known = cache.get(key)
  if (known) return known
  const uri = toDataUri(posterSvg(options))
  cache.set(key, uri)
  return uri
}

export function posterSvg(options: PosterOptions): string {
  const random = createRandom(`${options.seed ?? ''}/${options.title}`)
  const [w, h] = options.ratio === '1:1' ? [1000, 1000] : [1600, 900]
  const motif = options.motif ?? random.pick(motifNames)
  const p: Palette = palettes[options.palette ?? random.pick(nightOnly.has(motif) ? darkNames : paletteNames)]
  const face = options.face ?? random.pick(facesOf[motif])
  const shade = p.light ? p.deep : '#000'
  const defs =
    linear('ground', random.between(20, 70), [0, p.deep], [0.6, p.base], [1, p.deep]) +
    radial('halo', 0.5, 0.5, 0.5, [0, p.spark, 0.95], [0.3, p.glow, 0.65], [1, p.glow, 0]) +
    linear('fade', 90, [0.3, shade, 0], [1, shade, p.light ? 0.5 : 0.78]) +
    linear('duo', random.between(0, 90), [0, p.glow], [1, p.base]) +
    linear('duo2', random.between(0, 90), [0, p.spark], [1, p.glow]) +
    blur('soft', 14) +
    blur('deep', 60) +
    grainDefs(random.int(1, 999))
  const art = drawings[motif]({ w, h, p, random })
  const words = options.bare
    ? ''
    : lettering(options, { w, h, face, ink: p.ink, upper: face === 'condensed' || (face === 'wide' && random() > 0.4) })
  return svgDocument(
    w,
    h,
    defs,
    rect(0, 0, w, h, 'url(#ground)') +
      art +
      (options.bare ? '' : rect(0, 0, w, h, 'url(#fade)')) +
      words +
      grain(w, h, p.light ? 0.4 : 0.6),
  )
}

interface Layout {
  w: number
  h: number
  face: Face
  ink: string
}

/** Titles keep to the lower left: badges own the upper corners and the duration the lower right. */
function lettering({ title, kicker }: PosterOptions, { w, h, face, ink, upper }: Layout & { upper: boolean }): string {
  const pad = w * 0.055
  const tracking = { grotesk: -28, condensed: 4, serif: -16, italic: -14, wide: -18 }[face]
  const leading = { grotesk: 0.98, condensed: 1.16, serif: 0.98, italic: 0.96, wide: 1 }[face]
  const boxW = w * (w === h ? 0.86 : 0.66)
  const boxH = h * (title.length > 22 ? 0.46 : 0.34)
  const size = h * { grotesk: 0.2, condensed: 0.25, serif: 0.23, italic: 0.24, wide: 0.17 }[face]
  const { svg, top } = block(title, {
    face,
    x: pad,
    y: h - pad * 1.15 - boxH,
    width: boxW,
    height: boxH,
    fill: ink,
    upper,
    tracking,
    leading,
    maxSize: size,
  })
  if (!kicker) return svg
  const small = line(kicker.toUpperCase(), 'grotesk', w * 0.0195, 90)
  return svg + group(`fill="${ink}" opacity=".86" transform="translate(${pad} ${top - h * 0.05})"`, small.svg)
}
