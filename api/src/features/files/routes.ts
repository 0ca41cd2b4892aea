import { DomainError } from '@e-events/shared/errors.ts'
import type { ApiRouter } from '../../http/bind.ts'
import type { HttpContext } from '../../http/state.ts'
import type { Files } from './service.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Bytes are no part of the JSON contract. A file never changes under its id, so browsers keep it. */
export function fileRoutes(router: ApiRouter, deps: { files: Files }): void {
  router.get('/api/files/:id', async (ctx: HttpContext) => {
    ctx.state.route = '/api/files/:id'
    const { id } = ctx['params'] as { id: string }
    if (!uuid.test(id)) throw new DomainError('NOT_FOUND')
    const file = await deps.files.get(id)
    ctx.set('cache-control', 'public, max-age=31536000, immutable')
    // An SVG opened by itself must not run anything.
    ctx.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    // The packaged studio shows posters too, from an origin of its own.
    ctx.set('cross-origin-resource-policy', 'cross-origin')
    ctx.etag = file.etag
    ctx.type = file.mimeType
    ctx.length = file.sizeBytes
    ctx.status = 200
    if (ctx.fresh) {
      ctx.status = 304
      return
    }
    ctx.body = await file.open()
  })
}
