import { bust, crowd, figure, profile } from './figures.ts'
import type { Palette } from './palettes.ts'
import type { Random } from './random.ts'
import { circle, group, path, rect, stroke, times } from './svg.ts'

export type Motif =
  | 'stage'
  | 'orbs'
  | 'vinyl'
  | 'strings'
  | 'curtain'
  | 'wave'
  | 'bauhaus'
  | 'landscape'
  | 'ribbons'
  | 'halftone'
  | 'skyline'
  | 'contours'
  | 'plates'
  | 'beams'
interface Canvas {
  w: number
  h: number
  p: Palette
  random: Random
}

/** Where the three plates stand and how large they are, as shares of the picture. */
const plateSpots = [
  [0.74, 0.38, 0.34],
  [0.47, 0.16, 0.2],
  [0.95, 0.86, 0.24],
] as const

/** One function per motif, each a dozen lines: add one here and the generator can use it. */
export const drawings: Record<Motif, (canvas: Canvas) => string> = {
  stage: ({ w, h, p, random }) => {
    const pose = random.pick(['singer', 'guitar', 'bass'] as const)
    return (
      circle(w * 0.62, h * 0.38, h * 0.75, 'url(#halo)') +
      group(
        'style="mix-blend-mode:screen"',
        times(8, (i) => {
          const x = (w / 7) * i
          const e = w * 0.6 + (x - w * 0.6) * 1.7
          return path(
            `M${x - 5} -10L${x + 5} -10L${e + 90} ${h}L${e - 90} ${h}Z`,
            p.spark,
            `opacity="${random.between(0.05, 0.2).toFixed(2)}"`,
          )
        }),
      ) +
      group(
        `transform="translate(${w * 0.64} ${h * 0.97}) scale(${h / 520})"`,
        group('filter="url(#soft)" opacity=".9"', figure(pose, p.spark)),
      ) +
      group(`transform="translate(${w * 0.64} ${h * 0.97}) scale(${h / 520})"`, figure(pose, '#060408')) +
      crowd(random, w, h * 0.93, '#050307', p.spark, h / 820)
    )
  },
  orbs: ({ w, h, p, random }) =>
    group(
      'filter="url(#deep)"',
      times(5, (i) =>
        circle(random() * w, random() * h, h * random.between(0.2, 0.45), [p.glow, p.base, p.spark][i % 3] as string, 'opacity=".75"'),
      ),
    ) +
    circle(w * 0.68, h * 0.42, h * 0.3, 'url(#duo2)') +
    circle(w * 0.68, h * 0.42, h * 0.3, 'none', `stroke="${p.ink}" stroke-width="2" opacity=".5"`) +
    circle(w * 0.5, h * 0.56, h * 0.15, 'url(#duo)') +
    times(4, (i) =>
      circle(w * 0.68, h * 0.42, h * (0.38 + i * 0.09), 'none', `stroke="${p.ink}" stroke-width="1.6" opacity="${0.3 - i * 0.06}"`),
    ),
  vinyl: ({ w, h, p }) =>
    group(
      `transform="translate(${w * 0.7} ${h * 0.42})"`,
      circle(0, 0, h * 0.56, '#08070a'),
      times(20, (i) => circle(0, 0, h * (0.2 + i * 0.0175), 'none', `stroke="#fff" stroke-width="${i % 4 ? 1 : 2.4}" opacity=".13"`)),
      path(`M0 0L${h * 0.55} ${-h * 0.14}A${h * 0.56} ${h * 0.56} 0 0 1 ${h * 0.55} ${h * 0.14}Z`, '#fff', 'opacity=".1"'),
      path(`M0 0L${-h * 0.55} ${h * 0.1}A${h * 0.56} ${h * 0.56} 0 0 1 ${-h * 0.5} ${-h * 0.25}Z`, '#fff', 'opacity=".07"'),
      circle(0, 0, h * 0.19, 'url(#duo2)'),
      circle(0, 0, h * 0.014, p.deep),
    ),
  strings: ({ w, h, p, random }) =>
    circle(w * 0.72, h * 0.4, h * 0.42, 'url(#halo)', 'opacity=".8"') +
    times(34, (i) =>
      stroke(
        `M${-w * 0.05} ${h * 0.1 + i * h * 0.018}C${w * 0.3} ${h * (0.9 - i * 0.02)} ${w * 0.6} ${h * (-0.3 + i * 0.034)} ${w * 1.05} ${h * (0.3 + i * 0.014)}`,
        i % 5 === 0 ? p.spark : p.glow,
        i % 5 === 0 ? 3.4 : 1.5,
        `opacity="${random.between(0.35, 0.9).toFixed(2)}"`,
      ),
    ),
  curtain: ({ w, h, p }) =>
    circle(w * 0.6, h * 0.5, h * 0.6, 'url(#halo)', 'opacity=".75"') +
    times(9, (i) => {
      const x = (i / 8) * w * 0.36
      return (
        path(
          `M${x} 0H${x + w * 0.05}C${x + w * 0.05} ${h * 0.5} ${x * 0.5 + w * 0.03} ${h * 0.8} ${x * 0.3 + w * 0.02} ${h}H${x * 0.3 - 40}C${x * 0.5} ${h * 0.8} ${x} ${h * 0.5} ${x} 0Z`,
          i % 2 ? p.base : p.glow,
          `opacity="${i % 2 ? 0.95 : 0.62}"`,
        ) +
        path(
          `M${w - x} 0H${w - x - w * 0.05}C${w - x - w * 0.05} ${h * 0.5} ${w - x * 0.5 - w * 0.03} ${h * 0.8} ${w - x * 0.3 - w * 0.02} ${h}H${w - x * 0.3 + 40}C${w - x * 0.5} ${h * 0.8} ${w - x} ${h * 0.5} ${w - x} 0Z`,
          i % 2 ? p.base : p.glow,
          `opacity="${i % 2 ? 0.95 : 0.62}"`,
        )
      )
    }) +
    `<ellipse cx="${w * 0.58}" cy="${h * 0.86}" rx="${w * 0.2}" ry="${h * 0.07}" fill="${p.spark}" opacity=".85"/>` +
    group(`transform="translate(${w * 0.58} ${h * 0.87}) scale(${h / 760})"`, figure('dancer', p.deep)),
  wave: ({ w, h, p, random }) =>
    times(44, (i) => {
      const a = Math.sin((i / 43) * Math.PI) ** 1.3
      const bar = h * (0.05 + a * random.between(0.2, 0.72))
      return rect(
        w * 0.05 + i * w * 0.0208,
        h * 0.4 - bar / 2,
        w * 0.0115,
        bar,
        i % 6 === 2 ? p.spark : 'url(#duo2)',
        `rx="${w * 0.006}" opacity="${(0.55 + a * 0.45).toFixed(2)}"`,
      )
    }),
  bauhaus: ({ w, h, p, random }) => {
    const size = h / 3
    const fills = [p.glow, p.base, p.spark, p.ink]
    return times(Math.ceil(w / size) * 3, (i) => {
      const x = (i % Math.ceil(w / size)) * size
      const y = Math.floor(i / Math.ceil(w / size)) * size
      const a = random.pick(fills)
      const b = random.pick(fills.filter((f) => f !== a))
      const forms = [
        circle(x + size / 2, y + size / 2, size * 0.36, b),
        path(`M${x} ${y}A${size} ${size} 0 0 1 ${x + size} ${y + size}H${x}Z`, b),
        path(`M${x} ${y + size}L${x + size} ${y}V${y + size}Z`, b),
        path(`M${x} ${y}H${x + size}A${size / 2} ${size / 2} 0 0 1 ${x} ${y}Z`, b),
        times(5, (k) => rect(x, y + k * size * 0.2, size, size * 0.1, b)),
      ]
      return x < w * 0.3 && y > 0
        ? ''
        : rect(x, y, size + 1, size + 1, a, `opacity="${x < w * 0.45 ? 0.5 : 0.92}"`) +
            group(`opacity="${x < w * 0.45 ? 0.5 : 1}"`, random.pick(forms))
    })
  },
  landscape: ({ w, h, p, random }) =>
    circle(w * random.between(0.55, 0.75), h * 0.36, h * 0.22, 'url(#duo2)') +
    circle(w * 0.65, h * 0.36, h * 0.7, 'url(#halo)', 'opacity=".5"') +
    times(5, (i) => {
      const y = h * (0.46 + i * 0.12)
      const k = () => h * random.between(-0.1, 0.06)
      return path(
        `M0 ${y + k()}C${w * 0.18} ${y + k() * 2} ${w * 0.28} ${y + k()} ${w * 0.42} ${y + k()}S${w * 0.66} ${y + k() * 2} ${w * 0.78} ${y + k()}S${w * 0.94} ${y + k()} ${w} ${y + k()}V${h}H0Z`,
        [p.glow, p.glow, p.base, p.base, p.deep][i] as string,
        `opacity="${[0.4, 0.62, 0.85, 1, 1][i]}"`,
      )
    }),
  ribbons: ({ w, h, p, random }) =>
    times(7, (i) => {
      const y = h * (0.05 + i * 0.1)
      return path(
        `M${-w * 0.05} ${y}C${w * 0.3} ${y - h * 0.4} ${w * 0.45} ${y + h * 0.6} ${w * 0.75} ${y}S${w * 1.1} ${y - h * 0.2} ${w * 1.1} ${y}V${y + h * 0.13}C${w * 0.9} ${y + h * 0.2} ${w * 0.8} ${y + h * 0.3} ${w * 0.7} ${y + h * 0.16}C${w * 0.45} ${y + h * 0.56} ${w * 0.3} ${y - h * 0.1} ${-w * 0.05} ${y + h * 0.22}Z`,
        [p.glow, 'url(#duo)', p.spark, 'url(#duo2)'][i % 4] as string,
        `opacity="${random.between(0.4, 0.85).toFixed(2)}" style="mix-blend-mode:${p.light ? 'multiply' : 'screen'}"`,
      )
    }),
  halftone: ({ w, h, p, random }) => {
    const hair = random.pick(['quiff', 'curly', 'bob', 'long'] as const)
    const who =
      random() > 0.45
        ? profile(p.light ? p.ink : p.deep)
        : bust(hair, { skin: p.glow, shade: p.base, hair: p.deep, cloth: p.deep, rim: p.spark }, random())
    return (
      circle(w * 0.68, h * 0.42, h * 0.46, 'url(#duo2)') +
      group(
        '',
        times(34 * 19, (i) => {
          const x = (i % 34) * (w / 33)
          const y = Math.floor(i / 34) * (h / 18)
          const d = Math.hypot(x - w * 0.7, y - h * 0.4) / h
          return circle(x, y, Math.max(0, h * 0.026 * (1.15 - d)), p.spark, 'opacity=".5"')
        }),
      ) +
      group(`transform="translate(${w * 0.7 - h * 0.56} ${h * 0.02}) scale(${(h / 1000) * 1.12})"`, who)
    )
  },
  skyline: ({ w, h, p, random }) =>
    circle(w * 0.66, h * 0.52, h * 0.34, 'url(#duo2)') +
    times(6, (i) => rect(0, h * (0.56 + i * 0.05), w, h * (0.006 + i * 0.003), p.base)) +
    times(26, (i) => {
      const tall = h * random.between(0.14, 0.46)
      const x = i * (w / 25) - 20
      return (
        rect(x, h * 0.86 - tall, w / 26, tall + h * 0.2, '#07060c') +
        times(10, () =>
          random() > 0.5 ? rect(x + random.between(6, w / 34), h * 0.88 - tall * random(), 6, 9, p.spark, 'opacity=".75"') : '',
        )
      )
    }),
  contours: ({ w, h, p, random }) => {
    const wob = random.between(0, 6)
    return (
      circle(w * 0.7, h * 0.4, h * 0.5, 'url(#halo)', 'opacity=".55"') +
      times(17, (i) => {
        const r = h * (0.06 + i * 0.058)
        let d = ''
        for (let a = 0; a <= 72; a++) {
          const t = (a / 72) * Math.PI * 2
          const k = r * (1 + 0.14 * Math.sin(t * 3 + wob + i * 0.16) + 0.08 * Math.cos(t * 5 - i * 0.2))
          d += `${a ? 'L' : 'M'}${(w * 0.7 + Math.cos(t) * k * 1.25).toFixed(1)} ${(h * 0.4 + Math.sin(t) * k).toFixed(1)}`
        }
        return stroke(`${d}Z`, i % 4 ? p.glow : p.spark, i % 4 ? 2 : 4, `opacity="${(1 - i * 0.045).toFixed(2)}"`)
      })
    )
  },
  plates: ({ w, h, p, random }) =>
    plateSpots
      .map(([atX, atY, size], i) => {
        const [x, y, r] = [w * atX, h * atY, h * size]
        return (
          circle(x + 10, y + 18, r, '#000', 'opacity=".22" filter="url(#soft)"') +
          circle(x, y, r, p.ink === '#ffffff' || !p.light ? p.ink : p.spark) +
          circle(x, y, r * 0.78, 'none', `stroke="${p.base}" stroke-width="3" opacity=".4"`) +
          times(9, (k) => {
            const a = (k / 9) * Math.PI * 2 + i
            const d = r * random.between(0.1, 0.5)
            return circle(
              x + Math.cos(a) * d,
              y + Math.sin(a) * d,
              r * random.between(0.07, 0.2),
              [p.glow, p.base, p.deep][k % 3] as string,
              'opacity=".92"',
            )
          })
        )
      })
      .join(''),
  beams: ({ w, h, p, random }) =>
    group(
      '',
      times(16, (i) => {
        const a = (i / 16) * Math.PI * 2
        const b = a + Math.PI / 16
        const R = w
        return path(
          `M${w * 0.68} ${h * 0.44}L${w * 0.68 + Math.cos(a) * R} ${h * 0.44 + Math.sin(a) * R}L${w * 0.68 + Math.cos(b) * R} ${h * 0.44 + Math.sin(b) * R}Z`,
          i % 2 ? p.glow : p.base,
          'opacity=".8"',
        )
      }),
    ) +
    circle(w * 0.68, h * 0.44, h * 0.25, p.spark) +
    circle(w * 0.68, h * 0.44, h * 0.19, p.deep) +
    group(
      `transform="translate(${w * 0.68} ${h * 0.9}) scale(${h / 620})"`,
      figure(random.pick(['bass', 'guitar', 'singer'] as const), p.light ? p.ink : p.deep),
    ),
}
