import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'

const pictures = new Map<string, () => string>()
const drawn = new Map<string, Promise<Buffer>>()
const cacheFolder = path.join(tmpdir(), 'e-events-fixture-pictures')

/** Drawn once and kept between runs: the grain of the posters costs a browser more than the rest of the page. */
export function pictureAt(url: string): Promise<Buffer> | undefined {
  const draw = pictures.get(url)
  if (!draw) return undefined
  const known = drawn.get(url)
  if (known) return known
  const making = makePicture(draw())
  drawn.set(url, making)
  return making
}

async function makePicture(svg: string): Promise<Buffer> {
  const file = path.join(cacheFolder, `${createHash('sha256').update(svg).digest('hex')}.webp`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept) return kept
  const picture = await sharp(Buffer.from(svg)).resize({ width: 1280, withoutEnlargement: true }).webp({ quality: 86 }).toBuffer()
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(file, picture)
  return picture
}

/** Where a picture of the demo is fetched. */
export function upload({ key, draw }: { key: string; draw: () => string }): string {
  pictures.set(`/uploads/${key}`, draw)
  return `/uploads/${key}`
}
