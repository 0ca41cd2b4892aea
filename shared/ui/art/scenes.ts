/* oxlint-disable max-params -- drawing helpers take coordinates in a row; names for each would hide the shape */
import { crowd, figure, profile, type Pose } from './figures.ts'
import { palettes, type PaletteName } from './palettes.ts'
import { createRandom } from './random.ts'
import { blur, circle, grain, grainDefs, group, linear, path, radial, rect, stroke, svgDocument, times, toDataUri } from './svg.ts'

export type Shot = 'wide' | 'singer' | 'guitar' | 'keys' | 'crowd' | 'speaker' | 'slides'

export interface SceneOptions {
  seed: string
  shot: Shot
  palette: PaletteName
}

const W = 1600
const H = 900
const cache = new Map<string, string>()

/** A believable video frame: haze, beams, an LED wall, backlit people. Stands in for live feeds and stills. */
export function scene(options: SceneOptions): string {
  const key = `${options.seed}|${options.shot}|${options.palette}`
  const known = cache.get(key)
  if (known) return known
  const uri = toDataUri(sceneSvg(options))
  cache.set(key, uri)
  return uri
}

/** The markup, for a server that rasterises it. */
export function sceneSvg({ seed, shot, palette }: SceneOptions): string {
  const p = palettes[palette]
  const random = createRandom(`${seed}/${shot}`)
  const defs =
    linear('sky', 90, [0, p.deep], [0.55, p.base], [1, p.deep]) +
    radial('halo', 0.5, 0.5, 0.5, [0, p.spark, 0.95], [0.25, p.glow, 0.7], [0.6, p.glow, 0.18], [1, p.glow, 0]) +
    linear('beam', 90, [0, p.spark, 0.75], [0.35, p.glow, 0.28], [1, p.glow, 0]) +
    linear('beam2', 90, [0, '#ffffff', 0.6], [0.4, p.spark, 0.18], [1, p.spark, 0]) +
    linear('floor', 90, [0, p.glow, 0.5], [0.35, p.base, 0.6], [1, p.deep, 1]) +
    linear('down', 90, [0, '#000', 0], [1, '#000', 0.85]) +
    radial('vignette', 0.5, 0.46, 0.75, [0.5, '#000', 0], [1, '#000', 0.72]) +
    linear('wall', 20, [0, p.glow], [0.5, p.base], [1, p.spark]) +
    `<pattern id="led" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="#000" opacity=".26"/><circle cx="4.5" cy="4.5" r="2.9" fill="#fff" opacity=".2"/></pattern>` +
    blur('b8', 5) +
    blur('b20', 16) +
    blur('b60', 52) +
    grainDefs(random.int(1, 999))

  const horizon = shot === 'crowd' ? 470 : 640
  const beams = (count: number, y: number, spread: number) =>
    group(
      'style="mix-blend-mode:screen" filter="url(#b8)"',
      times(count, (i) => {
        const x = (W / (count - 1)) * i
        const end = x + (random() - 0.5) * spread + (W / 2 - x) * 0.35
        const half = random.between(40, 110)
        return path(
          `M${x - 6} ${y}L${x + 6} ${y}L${end + half} ${y + 820}L${end - half} ${y + 820}Z`,
          `url(#${random() > 0.4 ? 'beam' : 'beam2'})`,
          `opacity="${random.between(0.45, 1).toFixed(2)}"`,
        )
      }),
    )
  const lamps = (count: number, y: number) =>
    times(count, (i) => circle((W / (count - 1)) * i, y, 9, '#fff') + circle((W / (count - 1)) * i, y, 46, 'url(#halo)', 'opacity=".9"'))
  const truss = (y: number) =>
    stroke(`M0 ${y - 14}H${W}M0 ${y + 14}H${W}`, '#000', 5, 'opacity=".8"') +
    times(46, (i) => stroke(`M${i * 36} ${y - 14}l18 28l18-28`, '#000', 3, 'opacity=".7"'))
  const wall = (x: number, y: number, w: number, h: number) =>
    group(
      '',
      rect(x, y, w, h, 'url(#wall)', 'rx="4"'),
      group(`clip-path="inset(0)"`, ledArt(x, y, w, h)),
      rect(x, y, w, h, 'url(#led)'),
      rect(x, y, w, h, 'none', 'stroke="#000" stroke-width="6"'),
    )
  const ledArt = (x: number, y: number, w: number, h: number) =>
    `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">` +
    times(5, (i) =>
      circle(
        w * (0.12 + i * 0.2),
        h * random.between(0.25, 0.75),
        h * random.between(0.2, 0.5),
        i % 2 ? p.spark : p.glow,
        `opacity="${i % 2 ? 0.55 : 0.8}"`,
      ),
    ) +
    times(22, (i) =>
      stroke(
        `M0 ${h * 0.2 + i * h * 0.04}C${w * 0.3} ${h * (random() * 0.6)} ${w * 0.6} ${h * (0.4 + random() * 0.6)} ${w} ${h * 0.2 + i * h * 0.03}`,
        p.ink,
        2,
        'opacity=".34"',
      ),
    ) +
    '</svg>'
  /** Backlight: the figure first in light and blurred, then in black on top, leaving a burning edge. */
  const lit = (pose: Pose, x: number, y: number, k: number, flip = 1) => {
    const look = random.pick(['loose', 'tied', 'hat'] as const)
    const edge = 2.6 / k
    return group(
      `transform="translate(${x} ${y}) scale(${k * flip} ${k})"`,
      group('filter="url(#b20)" opacity=".8"', figure(pose, p.spark, look)),
      group(`transform="translate(${-edge} ${-edge})" opacity=".9"`, figure(pose, p.glow, look)),
      group(`transform="translate(${edge} ${-edge})"`, figure(pose, p.spark, look)),
      figure(pose, '#07060a', look),
    )
  }
  const closeUp = (x: number, y: number, k: number) =>
    group(
      `transform="translate(${x} ${y}) scale(${k})"`,
      group('filter="url(#b20)" opacity=".7"', profile(p.spark)),
      group('transform="translate(-7 -5)" filter="url(#b8)"', profile(p.glow)),
      group('transform="translate(5 -4)" filter="url(#b8)"', profile(p.spark)),
      profile('#08060a'),
    )
  const haze = (y: number, o: number) =>
    group(
      `filter="url(#b60)" style="mix-blend-mode:screen" opacity="${o}"`,
      times(
        6,
        (i) =>
          `<ellipse cx="${i * 320}" cy="${y + random.between(-40, 40)}" rx="300" ry="${random.between(50, 110)}" fill="${i % 2 ? p.glow : p.base}"/>`,
      ),
    )
  const bokeh = (count: number) =>
    group(
      'style="mix-blend-mode:screen"',
      times(count, () =>
        circle(random() * W, random() * H * 0.9, random.between(6, 34), p.spark, `opacity="${random.between(0.05, 0.28).toFixed(2)}"`),
      ),
    )
  const ground = rect(0, 0, W, H, 'url(#sky)')
  const stage = (y: number) =>
    rect(0, y, W, H - y, 'url(#floor)') +
    group(
      'filter="url(#b20)" style="mix-blend-mode:screen"',
      times(9, (i) => rect(i * 180 + random.between(-30, 30), y, 46, H - y, p.spark, 'opacity=".16"')),
    )
  const finish = rect(0, H * 0.62, W, H * 0.38, 'url(#down)', 'opacity=".6"') + rect(0, 0, W, H, 'url(#vignette)') + grain(W, H, 0.55)

  const shots: Record<Shot, () => string> = {
    wide: () =>
      ground +
      truss(70) +
      wall(330, 150, 940, 440) +
      circle(800, 430, 460, 'url(#halo)', 'style="mix-blend-mode:screen" opacity=".8"') +
      beams(9, 84, 500) +
      lamps(9, 92) +
      stage(horizon) +
      haze(650, 0.6) +
      lit('guitar', 480, 760, 0.82) +
      lit('keys', 1180, 750, 0.78) +
      lit('singer', 812, 790, 1) +
      crowd(random, W, 850, '#050408', p.spark, 1.25) +
      bokeh(14) +
      finish,
    singer: () =>
      ground +
      circle(1040, 330, 620, 'url(#halo)', 'style="mix-blend-mode:screen"') +
      beams(7, -40, 700) +
      haze(520, 0.7) +
      bokeh(26) +
      lit('guitar', 1390, 880, 1, -1) +
      closeUp(260, 30, 0.98) +
      finish,
    guitar: () =>
      ground +
      circle(520, 380, 560, 'url(#halo)', 'style="mix-blend-mode:screen"') +
      beams(6, -40, 600) +
      haze(600, 0.7) +
      bokeh(20) +
      lit('guitar', 820, 1130, 2.1) +
      finish,
    keys: () =>
      ground +
      wall(120, 40, 1360, 420) +
      beams(6, -20, 500) +
      stage(horizon) +
      haze(640, 0.7) +
      lit('keys', 820, 900, 1.55) +
      bokeh(12) +
      finish,
    crowd: () =>
      ground +
      wall(470, 120, 660, 260) +
      circle(800, 330, 560, 'url(#halo)', 'style="mix-blend-mode:screen"') +
      beams(11, 30, 700) +
      lamps(11, 36) +
      haze(500, 0.8) +
      lit('singer', 800, 520, 0.5) +
      crowd(random, W, 600, '#0a070d', p.spark, 0.8) +
      crowd(random, W, 690, '#070509', p.spark, 1.25) +
      crowd(random, W, 800, '#040306', p.spark, 1.9) +
      bokeh(18) +
      finish,
    speaker: () =>
      ground +
      wall(700, 110, 760, 430) +
      circle(430, 360, 440, 'url(#halo)', 'style="mix-blend-mode:screen" opacity=".75"') +
      beams(4, -40, 300) +
      stage(700) +
      lit('speaker', 430, 850, 1.5) +
      bokeh(8) +
      finish,
    slides: () =>
      rect(0, 0, W, H, p.deep) +
      rect(0, 0, W, H, 'url(#sky)', 'opacity=".7"') +
      times(6, (i) =>
        rect(160 + i * 210, 640 - i * 62 - random.between(0, 60), 120, 130 + i * 62 + 60, i === 5 ? p.glow : p.base, 'rx="10"'),
      ) +
      stroke('M220 590C480 540 700 420 860 400S1200 260 1330 200', p.spark, 10) +
      rect(160, 110, 520, 44, p.ink, 'rx="8"') +
      rect(160, 178, 340, 24, p.ink, 'rx="8" opacity=".45"') +
      grain(W, H, 0.4),
  }
  return svgDocument(W, H, defs, shots[shot]())
}
