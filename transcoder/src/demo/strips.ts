import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { line } from '@e-events/shared/ui/art/lettering.ts'
import { palettes, type PaletteName } from '@e-events/shared/ui/art/palettes.ts'
import { sceneSvg, type Shot } from '@e-events/shared/ui/art/scenes.ts'
import sharp from 'sharp'
import { composeMusic } from './music.ts'
import { slideSvgs } from './slides.ts'

/** Raise it when a drawing or the music changes: files of another version are made anew. */
const version = 2

/**
 * Shots stand below each other in one tall picture; ffmpeg shows a window of it that wanders and jumps. No frame is
 * ever decoded again.
 */
export const shotSize = { width: 1600, height: 900 }
export const slideSize = { width: 1280, height: 720 }
/** One row per number, 00 to 59. */
export const digitSize = { width: 72, height: 56 }
export const panelSize = { width: 4 * 72 + 3 * 20 + 32, height: 80 }

export interface ShowFiles {
  stage: string
  slides: string
  digits: string
  panel: string
  music: string
}

const stageShots: readonly Shot[] = ['wide', 'singer', 'crowd', 'guitar', 'keys']

/** Draws the pictures of the show once and caches them in `folder`, without fonts or files from elsewhere. */
export async function makeShowFiles(folder: string): Promise<ShowFiles> {
  await mkdir(folder, { recursive: true })
  const file = (name: string, extension: string) => join(folder, `${name}-${version}.${extension}`)
  return {
    stage: await keep(file('stage', 'png'), () => scenes('anatomia', stageShots, 'ember')),
    slides: await keep(file('slides', 'png'), () => stack(slideSvgs(), slideSize)),
    digits: await keep(file('digits', 'png'), drawDigits),
    panel: await keep(file('panel', 'png'), drawPanel),
    music: await keep(file('music', 'wav'), () => Promise.resolve(composeMusic({ seconds: 32, tick: true }))),
  }
}

export function scenes(seed: string, shots: readonly Shot[], palette: PaletteName): Promise<Buffer> {
  return stack(
    shots.map((shot) => sceneSvg({ seed, shot, palette })),
    shotSize,
  )
}

/** Film grain is half of the work of drawing, and most of the bits of a moving picture. */
const grainPattern = /<rect[^>]*filter="url\(#grain\)"[^>]*\/>/

/** Writes it when it is missing; half a file of a killed process never gets the name. */
export async function keep(path: string, make: () => Promise<Buffer>): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  if (exists) return path
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, await make())
  await rename(temporary, path)
  return path
}

export async function stack(svgs: readonly string[], { width, height }: { width: number; height: number }): Promise<Buffer> {
  const rows: { input: Buffer; left: number; top: number }[] = []
  for (const [index, svg] of svgs.entries()) {
    rows.push({
      input: await sharp(Buffer.from(svg.replace(grainPattern, '')))
        .resize(width, height)
        .removeAlpha()
        .png({ compressionLevel: 1 })
        .toBuffer(),
      left: 0,
      top: index * height,
    })
  }
  return sharp({ create: { width, height: height * svgs.length, channels: 3, background: '#000' } })
    .composite(rows)
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const ink = '#ffffff'
const ground = '#101014'

function drawDigits(): Promise<Buffer> {
  const { width, height } = digitSize
  const labels = Array.from({ length: 60 }, (_, i) => {
    // Every digit in a cell of its own, so that the clock does not dance.
    const digits = String(i).padStart(2, '0').split('')
    return digits
      .map((digit, place) => {
        const { svg, width: drawn } = line(digit, 'grotesk', height * 0.98)
        const x = (place + 0.5) * (width / 2) - drawn / 2
        return `<g fill="${ink}" transform="translate(${x.toFixed(1)} ${(i + 0.86) * height})">${svg}</g>`
      })
      .join('')
  })
  return raster(width, height * 60, labels.join(''))
}

function drawPanel(): Promise<Buffer> {
  const { width, height } = panelSize
  const separators = [':', ':', '.'].map((mark, i) => {
    const { svg, width: drawn } = line(mark, 'grotesk', 52)
    const x = 16 + (i + 1) * digitSize.width + i * 20 + 10 - drawn / 2
    return `<g fill="${palettes.ember.glow}" transform="translate(${x.toFixed(1)} ${height / 2 + 19})">${svg}</g>`
  })
  return raster(width, height, separators.join(''))
}

function raster(width: number, height: number, body: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${body}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()
}
