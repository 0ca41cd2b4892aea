import { tusPath, uploads, type ProductMedia, type UploadStatus } from '@e-events/shared/contract/media/uploads.ts'
import type { MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import type { Authenticate } from '../../../http/authenticate.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { OwnedResource } from '../../../http/owners.ts'
import { hasRole } from '@e-events/shared/domain/roles.ts'
import type { SessionActor } from '../../../http/actor.ts'
import { clientKey, type RateLimits } from '../../../http/rate-limit.ts'
import type { HttpContext } from '../../../http/state.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { readChecksum } from './checksum.ts'
import type { Tus } from './tus.ts'

interface Medium {
  product: OwnedResource & { slug: string }
  purpose: MediaPurpose
}

/** Actions upon uploaded files. */
export interface MediaActions {
  getUpload(id: string, caller: SessionActor): Promise<UploadStatus>
  getMedia(product: OwnedResource & { slug: string }, viewer: { id: string; sessionId: string }): Promise<ProductMedia>
  retry(medium: Medium): Promise<void>
  cancel(medium: Medium): Promise<void>
  remove(medium: Medium): Promise<void>
}

export function uploadRoutes(
  router: ApiRouter,
  bind: Bind,
  deps: { media: MediaActions; tus: Tus; authenticate: Authenticate; rateLimits: RateLimits },
): void {
  const { media } = deps
  bind(router, uploads, {
    get: ({ params, user }) => media.getUpload(params.id, user),
    media: ({ owned, params, user }) => media.getMedia({ ...owned, slug: params.slug }, user),
    async retry({ owned, params, user }) {
      await media.retry({ product: { ...owned, slug: params.slug }, purpose: params.purpose })
      return media.getMedia({ ...owned, slug: params.slug }, user)
    },
    async cancel({ owned, params, user }) {
      await media.cancel({ product: { ...owned, slug: params.slug }, purpose: params.purpose })
      return media.getMedia({ ...owned, slug: params.slug }, user)
    },
    async remove({ owned, params, user }) {
      await media.remove({ product: { ...owned, slug: params.slug }, purpose: params.purpose })
      return media.getMedia({ ...owned, slug: params.slug }, user)
    },
  })

  // Not JSON in, not JSON out: the protocol of resumable uploads speaks for itself below this address.
  router.register(tusPath, ['POST', 'OPTIONS'], (ctx: HttpContext) => answer(ctx))
  router.register(`${tusPath}/:id`, ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'], (ctx: HttpContext) => answer(ctx))

  async function answer(ctx: HttpContext): Promise<void> {
    ctx.state.route = tusPath
    const claims = await deps.authenticate.readToken(ctx.get('authorization'))
    await deps.rateLimits.consume('default', claims?.userId ?? clientKey('default', ctx.ip))
    const user = claims && (await deps.authenticate.loadActor(claims))
    if (!user) throw new DomainError('UNAUTHENTICATED')
    if (!hasRole(user.roles, 'PRODUCER')) throw new DomainError('FORBIDDEN_ROLE')
    if (user.lacksTwoFactor) throw new DomainError('TWO_FACTOR_STATE')
    const checksum = readChecksum(ctx.get('upload-checksum') || undefined, ctx.get('content-length') || undefined)
    ctx.respond = false
    const { language, requestId } = ctx.state
    await deps.tus.handle(ctx.req, ctx.res, { user, language, requestId, checksum })
  }
}
