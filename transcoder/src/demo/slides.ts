import { block, line, type Face } from '@e-events/shared/ui/art/lettering.ts'
import { palettes } from '@e-events/shared/ui/art/palettes.ts'
import { rect } from '@e-events/shared/ui/art/svg.ts'

const { deep, base, glow, spark, ink } = palettes.midnight
const W = 1280
const H = 720

const text = (words: string, options: { x: number; y: number; size: number; face?: Face; fill?: string }): string => {
  const { x, y, size, face = 'grotesk', fill = ink } = options
  return `<g fill="${fill}" transform="translate(${x} ${y})">${line(words, face, size, -10).svg}</g>`
}
function slide(number: number, title: string, body: string): string {
  const { svg } = block(title, { face: 'serif', x: 80, y: 60, width: 900, height: 110, fill: ink, maxSize: 72 })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}">${rect(0, 0, W, H, deep)}${rect(0, 0, 14, H, glow)}${svg}${body}${text(`${number} / 6`, { x: 80, y: 670, size: 22, fill: spark })}${text('Anatomía de una canción', { x: 150, y: 670, size: 22, fill: spark })}</svg>`
}

/** The board of the talk: six slides that look like slides. */
export function slideSvgs(): string[] {
  return [
    slide(1, 'Anatomía de una canción', list(['Qué se repite y por qué', 'Lo que el bajo sabe', 'Quitar para que suene más'])),
    slide(2, 'La forma', form(['Intro', 'Estrofa', 'Estribillo', 'Estrofa', 'Estribillo', 'Puente', 'Final'])),
    slide(3, 'Cuatro acordes', chords(['Am', 'F', 'C', 'G'])),
    slide(4, 'Capas', layers(['Voz', 'Guitarra', 'Teclado', 'Bajo', 'Batería'])),
    slide(5, 'El espectro', spectrum()),
    slide(6, 'Preguntas', list(['¿Dónde empieza el estribillo?', '¿Qué pasa si quitamos la batería?', 'Escríbelas en el chat'])),
  ]
}

function list(items: readonly string[]): string {
  return items
    .map((item, i) => `<circle cx="96" cy="${292 + i * 92}" r="11" fill="${glow}"/>${text(item, { x: 136, y: 306 + i * 92, size: 44 })}`)
    .join('')
}

function form(parts: readonly string[]): string {
  const widths = [90, 170, 200, 170, 200, 140, 110]
  let x = 80
  return parts
    .map((part, i) => {
      const width = widths[i] ?? 150
      const drawn =
        rect(x, 300, width - 10, 170, part === 'Estribillo' ? glow : base, 'rx="12"') + text(part, { x: x + 14, y: 515, size: 26 })
      x += width
      return drawn
    })
    .join('')
}

function chords(names: readonly string[]): string {
  const frets = [
    [0, 1, 2, 2, 0, 0],
    [1, 1, 2, 3, 3, 1],
    [0, 1, 0, 2, 3, 0],
    [3, 0, 0, 0, 2, 3],
  ]
  return names
    .map((name, i) => {
      const x = 100 + i * 285
      const strings = Array.from({ length: 6 }, (_, s) => rect(x + s * 36, 280, 3, 260, spark)).join('')
      const bars = Array.from({ length: 5 }, (_, f) => rect(x, 280 + f * 64, 183, f === 0 ? 8 : 3, spark)).join('')
      const dots = (frets[i] ?? []).map((fret, s) =>
        fret === 0 ? '' : `<circle cx="${x + s * 36 + 1}" cy="${250 + fret * 64}" r="15" fill="${glow}"/>`,
      )
      return strings + bars + dots.join('') + text(name, { x: x + 60, y: 610, size: 56, face: 'serif' })
    })
    .join('')
}

function layers(names: readonly string[]): string {
  return names
    .map((name, i) => {
      const y = 235 + i * 78
      const blocks = Array.from({ length: 12 }, (_, b) =>
        (b * 7 + i * 5) % 11 > 3 + i ? '' : rect(330 + b * 72, y, 64, 52, i % 2 ? base : glow, 'rx="8"'),
      )
      return text(name, { x: 80, y: y + 38, size: 36 }) + blocks.join('')
    })
    .join('')
}

function spectrum(): string {
  const bars = Array.from({ length: 44 }, (_, i) => {
    const height = 40 + 240 * Math.abs(Math.sin(i * 0.31) * Math.exp(-i / 34)) + (i % 5) * 9
    return rect(90 + i * 25, 590 - height, 17, height, i % 6 === 2 ? spark : glow, 'rx="5"')
  })
  return bars.join('') + rect(80, 594, 1120, 3, spark)
}
