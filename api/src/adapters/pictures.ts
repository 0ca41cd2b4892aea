import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Sharp } from 'sharp'
import { createTurnstile } from './turnstile.ts'

export interface Picture {
  bytes: Buffer
  mimeType: 'image/jpeg' | 'image/png'
  width: number
  height: number
}

/** A picture of 50 megapixels takes 200 MB while it is decoded: whoever sends one, of whatever kind, passes here. */
const turnstile = createTurnstile({ width: 2, queue: 20 })

/** @throws DomainError UNAVAILABLE while too many are sent */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const made = await turnstile.pass(async () => ({ result: await work() }))
  if (!made) throw new DomainError('UNAVAILABLE')
  return made.result
}

/** In pixels of the upright picture. */
export interface Crop {
  left: number
  top: number
  width: number
  height: number
}

export type ModernFormat = 'avif' | 'webp'

/** Decoded, a small file can be a huge picture: 50 megapixels are more than nearly any phone takes. */
const maxPixels = 50_000_000
/** Nothing on a screen is wider than this. */
const longestSide = 3840
const placeholderWidth = 20

/**
 * Loads the library with the first picture: an api that has none yet saves 8 MB (docs/decisions.md,
 * `service-rest-kept-small`).
 */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One picture uses one core: requests beside it go on.
  sharp.concurrency(1)
  // Every picture is another one; remembering them only costs memory.
  sharp.cache(false)
  return sharp
}

/**
 * A square of at most `size` pixels, cut out of the middle, upright, without anything that the camera wrote into the
 * file (place, time, device). Detects the type by content, never by name. @throws DomainError IMAGE_FORMAT for anything
 * but a whole JPEG or PNG, IMAGE_DIMENSIONS; UNAVAILABLE
 */
export async function squarePicture(bytes: Uint8Array, size: number): Promise<Picture> {
  return inTurn(async () => {
    const { picture, format, width, height } = await open(bytes)
    const side = Math.min(size, width, height)
    return decoded(() => encode(picture.rotate().resize(side, side, { fit: 'cover' }), format))
  })
}

/**
 * The picture upright, cut to `crop` and free of what the camera wrote into it, never larger than a screen, and a tiny
 * one to show until it is there.
 * @throws DomainError IMAGE_FORMAT for anything but a whole JPEG or PNG, IMAGE_DIMENSIONS for one that is too large
 * decoded, VALIDATION_FAILED for a crop beside it, UNAVAILABLE
 */
export function normalPicture(bytes: Uint8Array, crop: Crop | undefined): Promise<Picture & { placeholder: string }> {
  return inTurn(() => normalise(bytes, crop))
}

async function normalise(bytes: Uint8Array, crop: Crop | undefined): Promise<Picture & { placeholder: string }> {
  const sharp = await loadSharp()
  const { picture, format, width, height } = await open(bytes)
  if (crop && (crop.left + crop.width > width || crop.top + crop.height > height)) {
    throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'query.crop', rule: 'too_big', message: 'lies beside the picture' }] })
  }
  return decoded(async () => {
    const upright = picture.rotate()
    const cut = crop ? upright.extract(crop) : upright
    const fitted = cut.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    const result = await encode(fitted, format)
    // Lossless pictures of noise grow when they are written anew.
    const normal =
      result.bytes.length <= limits.imageBytes ? result : await encode(sharp(result.bytes).flatten({ background: '#fff' }), 'jpeg')
    const tiny = await sharp(normal.bytes).resize(placeholderWidth).webp({ quality: 30, alphaQuality: 30, effort: 6 }).toBuffer()
    return { ...normal, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` }
  })
}

/** A picture of our own in a modern format, at most `width` wide. */
export async function pictureVariant(bytes: Uint8Array, width: number, format: ModernFormat): Promise<Buffer> {
  const sharp = await loadSharp()
  // At its quickest, AVIF costs less than WebP and is as small: somebody may be waiting.
  const resized = sharp(bytes, { limitInputPixels: maxPixels }).resize(width, undefined, { withoutEnlargement: true })
  return format === 'avif' ? resized.avif({ quality: 52, effort: 0 }).toBuffer() : resized.webp({ quality: 78, effort: 4 }).toBuffer()
}

interface OpenPicture {
  picture: Sharp
  format: 'jpeg' | 'png'
  /** As shown, upright. */
  width: number
  height: number
}

async function open(bytes: Uint8Array): Promise<OpenPicture> {
  const format = formatOf(bytes)
  if (!format) throw new DomainError('IMAGE_FORMAT')
  const sharp = await loadSharp()
  // Only the head is read here, so the true size is known before anything is decoded.
  const metadata = await decoded(() => sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata())
  if (metadata.width * metadata.height > maxPixels) throw new DomainError('IMAGE_DIMENSIONS')
  const { width, height } = metadata.autoOrient
  return { picture: sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }), format, width, height }
}

async function decoded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new DomainError('IMAGE_FORMAT', { cause: error })
  }
}

async function encode(picture: Sharp, format: 'jpeg' | 'png'): Promise<Picture> {
  const encoded = format === 'png' ? picture.png() : picture.jpeg({ quality: 88 })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { bytes: data, mimeType: `image/${format}`, width: info.width, height: info.height }
}

function formatOf(bytes: Uint8Array): 'jpeg' | 'png' | undefined {
  const startsWith = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte)
  if (startsWith(0xff, 0xd8, 0xff)) return 'jpeg'
  return startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'png' : undefined
}
