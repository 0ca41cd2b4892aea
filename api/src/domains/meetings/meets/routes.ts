import { meets } from '@e-events/shared/contract/meetings/meets.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { Meets } from './service.ts'

export function meetRoutes(router: ApiRouter, bind: Bind, { service }: { service: Meets }): void {
  bind(router, meets, {
    get: ({ params, user, language }) => service.get({ slug: params.slug, viewer: user, language }),
    start: ({ owned, user, language }) => service.start({ productId: owned.id, viewer: user, language }),
    stop: ({ owned, user, language }) => service.stop({ productId: owned.id, viewer: user, language }),
    join: ({ params, body, user, language }) => service.join({ slug: params.slug, viewer: user, language }, body.name),
  })
}
