import { DomainError } from '@e-events/shared/errors.ts'
import sharp from 'sharp'

export interface Picture {
  bytes: Buffer
  mimeType: 'image/jpeg' | 'image/png'
  width: number
  height: number
}

/** Decoded, a small file can be a huge picture: 50 megapixels are more than any phone takes. */
const maxPixels = 50_000_000

/**
 * A square of at most `size` pixels, cut out of the middle, upright, without anything that the camera wrote into the file (place, time, device).
 * What it is is told by its content, never by its name. @throws DomainError IMAGE_FORMAT for anything but a whole JPEG or PNG
 */
export async function squarePicture(bytes: Uint8Array, size: number): Promise<Picture> {
  const format = formatOf(bytes)
  if (!format) throw new DomainError('IMAGE_FORMAT')
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    const { width, height } = await picture.metadata()
    const side = Math.min(size, width, height)
    const square = picture.rotate().resize(side, side, { fit: 'cover' })
    const { data } = await (format === 'png' ? square.png() : square.jpeg({ quality: 86, mozjpeg: true })).toBuffer({
      resolveWithObject: true,
    })
    return { bytes: data, mimeType: `image/${format}`, width: side, height: side }
  } catch (error) {
    throw new DomainError('IMAGE_FORMAT', { cause: error })
  }
}

function formatOf(bytes: Uint8Array): 'jpeg' | 'png' | undefined {
  const startsWith = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte)
  if (startsWith(0xff, 0xd8, 0xff)) return 'jpeg'
  return startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'png' : undefined
}
