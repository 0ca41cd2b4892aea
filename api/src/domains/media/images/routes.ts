import { images } from '@e-events/shared/contract/media/images.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { readCrop, type Images } from './service.ts'

export function imageRoutes(router: ApiRouter, bind: Bind, deps: { images: Images }): void {
  bind(router, images, {
    upload: ({ user, upload, query }) => deps.images.add(user.id, upload.bytes, readCrop(query.crop)),
  })
}
