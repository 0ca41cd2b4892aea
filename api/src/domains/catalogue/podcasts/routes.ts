import { podcasts } from '@e-events/shared/contract/catalogue/podcasts.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { Podcasts } from './service.ts'

export function podcastRoutes(router: ApiRouter, bind: Bind, deps: { podcasts: Podcasts }): void {
  const { podcasts: service } = deps
  bind(router, podcasts, {
    chapters: ({ params, user }) => service.getChapters(params.slug, user),
    setChapters: ({ owned, body }) => service.setChapters(owned.id, body.chapters),
  })
}
