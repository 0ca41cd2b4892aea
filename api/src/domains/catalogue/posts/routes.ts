import { posts } from '@e-events/shared/contract/catalogue/posts.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toOwnPost, toTeaser } from './presenter.ts'
import type { Posts } from './service.ts'

export function postRoutes(router: ApiRouter, bind: Bind, deps: { posts: Posts }): void {
  const { posts: service } = deps
  const ownPost = async (slug: string, productId: string) => toOwnPost(slug, await service.listBodies(productId))

  bind(router, posts, {
    async get({ params, user, language }) {
      const { row, related, html } = await service.get(params.slug, user, language)
      return { ...toTeaser(row, related), html }
    },
    async teaser({ params, user, language }) {
      const { row, related } = await service.getTeaser(params.slug, user, language)
      return toTeaser(row, related)
    },
    getOwn: ({ params, owned }) => ownPost(params.slug, owned.id),
    async save({ params, body, owned, user }) {
      await service.save(owned.id, body, user)
      return ownPost(params.slug, owned.id)
    },
    async remove({ params, owned }) {
      await service.remove(owned.id, params.language)
      return ownPost(params.slug, owned.id)
    },
  })
}
