// Draws the pictures of the landing page and the help centre with our own generator: `node tests/shots/draw-art.ts`.
// The results are committed, because a browser would need seconds for what a file brings in milliseconds. Same options,
// same picture.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { posterSvg } from '@e-events/shared/ui/art/poster.ts'
import { sceneSvg } from '@e-events/shared/ui/art/scenes.ts'
import sharp from 'sharp'

const features = path.join(import.meta.dirname, '../../web/src/features')
const wide = 1600
const tile = 640

const pictures: [file: string, widthPx: number, svg: string][] = [
  ['landing/art/hero', wide, sceneSvg({ seed: 'producers', shot: 'guitar', palette: 'ember' })],
  ['landing/art/air-1', tile, sceneSvg({ seed: 'producers', shot: 'wide', palette: 'violet' })],
  ['landing/art/air-2', tile, sceneSvg({ seed: 'producers', shot: 'singer', palette: 'violet' })],
  ['landing/art/air-3', tile, sceneSvg({ seed: 'producers', shot: 'keys', palette: 'violet' })],
  ['landing/art/air-4', tile, sceneSvg({ seed: 'producers', shot: 'crowd', palette: 'violet' })],
  ['landing/art/sell-1', tile, posterSvg({ title: 'Pulso', kicker: 'Festival Órbita', motif: 'orbs', palette: 'cobalt', face: 'wide' })],
  [
    'landing/art/sell-2',
    tile,
    posterSvg({ title: 'Mesa para doce', kicker: 'Ainhoa Goñi', motif: 'plates', palette: 'sky', face: 'serif' }),
  ],
  [
    'landing/art/sell-3',
    tile,
    posterSvg({ title: 'Nadie me entiende', kicker: 'Quique Barral', motif: 'beams', palette: 'citron', face: 'condensed' }),
  ],
  ['landing/art/sell-4', tile, posterSvg({ title: 'Duende', kicker: 'Marea Alta', motif: 'ribbons', palette: 'plum', face: 'serif' })],
  [
    'landing/art/keep-1',
    tile,
    posterSvg({ title: 'Sierra adentro', kicker: 'Cine Cumbre', motif: 'landscape', palette: 'forest', face: 'serif' }),
  ],
  [
    'landing/art/keep-2',
    tile,
    posterSvg({ title: 'Guitarra flamenca', kicker: 'Rafael Montes', motif: 'strings', palette: 'ember', face: 'serif' }),
  ],
  [
    'landing/art/keep-3',
    tile,
    posterSvg({ title: 'Respirar mejor', kicker: 'Elena Prado', motif: 'contours', palette: 'clay', face: 'serif' }),
  ],
  [
    'landing/art/keep-4',
    tile,
    posterSvg({ title: 'El taller de Remedios', kicker: 'Archivo vivo', motif: 'bauhaus', palette: 'bone', face: 'grotesk' }),
  ],
  ['landing/art/mission', wide, posterSvg({ title: 'e-events', seed: 'mission', motif: 'ribbons', palette: 'violet', bare: true })],
  ['help/art/start', wide, posterSvg({ title: 'e-events', seed: 'help', motif: 'contours', palette: 'midnight', bare: true })],
]

for (const [file, width, svg] of pictures) {
  const target = path.join(features, `${file}.webp`)
  await mkdir(path.dirname(target), { recursive: true })
  await sharp(Buffer.from(svg)).resize({ width }).webp({ quality: 78 }).toFile(target)
}
