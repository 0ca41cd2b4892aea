import { createHash, randomUUID } from 'node:crypto'
import type { Image } from '@e-events/shared/contract/media/images.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Log } from '../../../adapters/log.ts'
import { normalPicture, type Crop } from '../../../adapters/pictures.ts'
import { fileUrl } from '../read/file-url.ts'
import type { ImageRepository } from './repository.ts'

export type Images = ReturnType<typeof createImages>

/** Pictures that organizers and staff send: for products, channels, speakers, pages and posts. */
export function createImages(deps: {
  repository: ImageRepository
  storage: Storage
  /** Makes the smaller ones. */
  warm(fileId: string): Promise<void>
  log: Log
}) {
  return {
    /**
     * @throws DomainError QUOTA_IMAGES, QUOTA_BYTES, IMAGE_FORMAT, IMAGE_DIMENSIONS, VALIDATION_FAILED, STORAGE_FULL;
     * UNAVAILABLE while too many are sent
     */
    async add(ownerId: string, bytes: Uint8Array, crop: Crop | undefined): Promise<Image> {
      await deps.repository.assertMore(ownerId)
      const picture = await normalPicture(bytes, crop)
      const storageKey = `images/${ownerId}/${randomUUID()}.${picture.mimeType === 'image/png' ? 'png' : 'jpg'}`
      await deps.storage.put(storageKey, picture.bytes, picture.mimeType)
      const { width, height, placeholder } = picture
      const row = await deps.repository
        .insert({
          owner_id: ownerId,
          purpose: 'image',
          storage_key: storageKey,
          original_name: 'image',
          mime_type: picture.mimeType,
          size_bytes: picture.bytes.length,
          sha256: createHash('sha256').update(picture.bytes).digest('hex'),
          width,
          height,
          placeholder,
          is_public: true,
        })
        .catch(async (error: unknown) => {
          await deps.storage.removeAll(storageKey)
          throw error
        })
      void deps.warm(row.id).catch((error: unknown) => deps.log.debug({ err: error }, 'a picture was not made smaller ahead of time'))
      return { id: row.id, url: fileUrl(row.id) ?? '', width, height, placeholder }
    },
  }
}

/** `left,top,width,height`, as the contract has checked it. */
export function readCrop(text: string | undefined): Crop | undefined {
  if (text === undefined) return undefined
  const [left = 0, top = 0, width = 1, height = 1] = text.split(',').map(Number)
  return { left, top, width, height }
}
