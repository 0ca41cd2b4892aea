/* oxlint-disable max-params -- drawing helpers take coordinates in a row; names for each would hide the shape */
/** Small helpers shared by the drawings. Filters and gradients get short local ids: each SVG is its own document. */
export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`
export const stroke = (d: string, color: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
export const group = (more: string, ...parts: string[]): string => `<g ${more}>${parts.join('')}</g>`
export const times = (count: number, draw: (i: number) => string): string => Array.from({ length: count }, (_, i) => draw(i)).join('')

type Stop = readonly [offset: number, color: string, opacity?: number]
const stops = (list: readonly Stop[]) => list.map(([o, c, a = 1]) => `<stop offset="${o}" stop-color="${c}" stop-opacity="${a}"/>`).join('')
export const linear = (id: string, angle: number, ...list: Stop[]): string =>
  `<linearGradient id="${id}" gradientTransform="rotate(${angle} .5 .5)">${stops(list)}</linearGradient>`
export const radial = (id: string, cx: number, cy: number, r: number, ...list: Stop[]): string =>
  `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops(list)}</radialGradient>`
export const blur = (id: string, deviation: number): string =>
  `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`

/** Film grain: takes the plastic look off gradients and hides banding. */
export const grainDefs = (seed: number): string =>
  `<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".82" numOctaves="2" seed="${seed}" stitchTiles="stitch"/><feColorMatrix type="saturate" values="0"/><feComponentTransfer><feFuncA type="linear" slope=".5"/></feComponentTransfer></filter>`
export const grain = (w: number, h: number, opacity: number): string =>
  `<rect width="${w}" height="${h}" filter="url(#grain)" opacity="${opacity}" style="mix-blend-mode:soft-light"/>`

export const svgDocument = (w: number, h: number, defs: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" preserveAspectRatio="xMidYMid slice"><defs>${defs}</defs>${body}</svg>`
export const toDataUri = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

function n(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}
