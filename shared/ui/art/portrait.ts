import { bust, type Hair } from './figures.ts'
import { palettes, type PaletteName } from './palettes.ts'
import { createRandom } from './random.ts'
import { circle, grain, grainDefs, linear, radial, rect, svgDocument, toDataUri } from './svg.ts'

const grounds: readonly PaletteName[] = ['ember', 'violet', 'lagoon', 'midnight', 'saffron', 'forest', 'rose', 'plum', 'cobalt']
const hairs: readonly Hair[] = ['short', 'long', 'bun', 'curly', 'bob', 'shaved', 'quiff']
const cache = new Map<string, string>()

/** A 1:1 duotone portrait from a name. Abstract on purpose: demo people must not look like real ones. */
export function portrait(name: string, wanted?: { palette?: PaletteName; hair?: Hair }): string {
  const key = `${name}|${wanted?.palette}|${wanted?.hair}`
  const known = cache.get(key)
  if (known) return known
  const uri = toDataUri(portraitSvg(name, wanted))
  cache.set(key, uri)
  return uri
}

/** The markup, for a server that rasterises it. */
export function portraitSvg(name: string, wanted?: { palette?: PaletteName; hair?: Hair }): string {
  const random = createRandom(`portrait/${name}`)
  const p = palettes[wanted?.palette ?? random.pick(grounds)]
  const hair = wanted?.hair ?? random.pick(hairs)
  const tone = { skin: p.glow, shade: p.base, hair: p.deep, cloth: p.deep, rim: p.spark }
  const defs =
    linear('g', 70, [0, p.spark], [0.5, p.glow], [1, p.base]) +
    radial('r', 0.3, 0.2, 0.9, [0, '#fff', 0.34], [1, '#fff', 0]) +
    linear('d', 90, [0.5, p.deep, 0], [1, p.deep, 0.55]) +
    grainDefs(random.int(1, 999))
  const body =
    rect(0, 0, 1000, 1000, 'url(#g)') +
    circle(500, 430, 380, p.spark, 'opacity=".3"') +
    rect(0, 0, 1000, 1000, 'url(#r)') +
    bust(hair, tone, random()) +
    rect(0, 0, 1000, 1000, 'url(#d)') +
    grain(1000, 1000, 0.5)
  return svgDocument(1000, 1000, defs, body)
}
