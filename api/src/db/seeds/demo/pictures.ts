import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { portraitSvg } from '@e-events/shared/ui/art/portrait.ts'
import { posterSvg } from '@e-events/shared/ui/art/poster.ts'
import { sceneSvg } from '@e-events/shared/ui/art/scenes.ts'
import type { Knex } from 'knex'
import { demoChannels, demoSpeakers, type DemoArt, type DemoProduct } from './content.ts'
import { demoId } from './ids.ts'

/** Raise it when the drawings change: pictures of another version are made anew. */
const version = 1

export interface DemoPicture {
  /** Row of `files`. */
  id: string
  key: string
  width: number
  height: number
  draw(): string
}

const wide = { width: 1280, height: 720 }
const square = { width: 512, height: 512 }

function picture(name: string, size: { width: number; height: number }, draw: () => string): DemoPicture {
  const id = demoId(`picture/${version}/${name}`)
  return { id, key: `public/demo/${id}.webp`, ...size, draw }
}

export const pictureOf = {
  poster: ({ slug, kicker, art, text }: DemoProduct): DemoPicture =>
    picture(`poster/${slug}`, wide, () => posterSvg({ title: art.lettering ?? text.es.title, kicker, ...words(art) })),
  hero: ({ slug, art, text }: DemoProduct): DemoPicture =>
    picture(`hero/${slug}`, wide, () =>
      art.shot
        ? sceneSvg({ seed: slug, shot: art.shot, palette: art.palette })
        : posterSvg({ title: art.lettering ?? text.es.title, bare: true, ...words(art) }),
    ),
  logo: ({ slug, title, art }: { slug: string; title: string; art: DemoArt }): DemoPicture =>
    picture(`logo/${slug}`, square, () => posterSvg({ title, bare: true, ratio: '1:1', ...words(art) })),
  cover: ({ slug, title, art }: { slug: string; title: string; art: DemoArt }): DemoPicture =>
    picture(`cover/${slug}`, wide, () => posterSvg({ title, bare: true, ...words(art), seed: 'cover' })),
  portrait: ({ slug, name }: { slug: string; name: string }): DemoPicture => picture(`portrait/${slug}`, square, () => portraitSvg(name)),
}

export function allPictures(products: readonly DemoProduct[]): DemoPicture[] {
  return [
    ...products.map(pictureOf.poster),
    ...products.map(pictureOf.hero),
    ...demoChannels.flatMap((channel) => [pictureOf.logo(channel), pictureOf.cover(channel)]),
    ...demoSpeakers.map(pictureOf.portrait),
  ]
}

/** Draws what is missing, as many at once as there are cores, and answers how many that were. */
export async function renderPictures(knex: Knex, storage: Storage, pictures: readonly DemoPicture[], scale = 1): Promise<number> {
  const known = new Set(
    await knex('files')
      .whereIn(
        'id',
        pictures.map(({ id }) => id),
      )
      .pluck<string[]>('id'),
  )
  const missing: DemoPicture[] = []
  for (const one of pictures) if (!known.has(one.id) || !(await storage.head(one.key))) missing.push(one)
  const total = missing.length
  await Promise.all(
    Array.from({ length: Math.min(total, availableParallelism()) }, async () => {
      for (let one = missing.shift(); one; one = missing.shift()) await render(knex, storage, sized(one, scale))
    }),
  )
  return total
}

function sized(one: DemoPicture, scale: number): DemoPicture {
  return { ...one, width: Math.round(one.width * scale), height: Math.round(one.height * scale) }
}

async function render(knex: Knex, storage: Storage, { id, key, width, height, draw }: DemoPicture): Promise<void> {
  const content = await rasterise(draw(), { width, height })
  await storage.put(key, content, 'image/webp')
  await knex('files')
    .insert({
      id,
      purpose: 'art',
      storage_key: key,
      original_name: `${id}.webp`,
      mime_type: 'image/webp',
      size_bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      width,
      height,
      is_public: true,
    })
    .onConflict('id')
    .merge(['size_bytes', 'sha256'])
}

/**
 * Film grain is more than half of the work of drawing, and no two pictures need grain of their own: it is laid over
 * from one tile.
 */
const grainPattern = /<rect[^>]*filter="url\(#grain\)"[^>]*\/>/
let grainTile: Promise<Buffer> | undefined

async function rasterise(svg: string, { width, height }: { width: number; height: number }): Promise<Buffer> {
  // Loaded only when there is something to draw: later starts are quick.
  const { default: sharp } = await import('sharp')
  grainTile ??= sharp({
    create: { width: 128, height: 128, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 46 } },
  })
    .greyscale()
    .toColourspace('srgb')
    .ensureAlpha(0.3)
    .png()
    .toBuffer()
  // The drawings are 1600 or 1000 wide at 72 dpi: the density draws them at their final size instead of scaling them
  // down afterwards.
  const density = (72 * width) / (width === height ? 1_000 : 1_600)
  return sharp(Buffer.from(svg.replace(grainPattern, '')), { density })
    .resize(width, height)
    .composite([{ input: await grainTile, tile: true, blend: 'soft-light' }])
    .webp({ quality: 84 })
    .toBuffer()
}

function words({ motif, palette, face, seed }: DemoArt): Omit<DemoArt, 'lettering' | 'shot'> {
  return { motif, palette, ...(face ? { face } : {}), ...(seed ? { seed } : {}) }
}
