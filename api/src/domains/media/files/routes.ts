import { DomainError } from '@e-events/shared/errors.ts'
import type { ApiRouter } from '../../../http/bind.ts'
import type { HttpContext } from '../../../http/state.ts'
import type { Files, Wanted } from './service.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const forEver = 'public, max-age=31536000, immutable'

/**
 * Bytes are no part of the JSON contract. A file never changes under its id, so browsers keep it. `?w=` asks for a
 * picture of that width in the best format that the browser accepts; without it the file is answered as it is.
 */
export function fileRoutes(router: ApiRouter, deps: { files: Files }): void {
  router.get('/api/files/:id', async (ctx: HttpContext) => {
    ctx.state.route = '/api/files/:id'
    const { id } = ctx['params'] as { id: string }
    if (!uuid.test(id)) throw new DomainError('NOT_FOUND')
    const wanted = readWanted(ctx)
    const file = await deps.files.get(id, wanted)
    if (wanted) ctx.vary('Accept')
    ctx.set('cache-control', file.isFinal ? forEver : 'public, max-age=30')
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

/** A wildcard is no promise: a program that accepts anything gets what everything reads. */
function readWanted(ctx: HttpContext): Wanted | undefined {
  const given = ctx.query['w']
  const width = typeof given === 'string' && /^[1-9]\d{0,4}$/.test(given) ? Number(given) : undefined
  if (width === undefined) return undefined
  return { width, format: /\bimage\/avif\b/i.test(ctx.get('accept')) ? 'avif' : 'webp' }
}
