import { products } from '@e-events/shared/contract/products.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { SessionActor } from '../../http/actor.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../read/cursor.ts'
import { toProductCard } from '../../read/product-card.ts'
import type { ProductViewer } from './policy.ts'
import { toOwnProduct, toProductDetail } from './presenter.ts'
import type { Products } from './service.ts'

export function productRoutes(router: ApiRouter, bind: Bind, deps: { products: Products; clock: Clock }): void {
  const { products: service, clock } = deps

  bind(router, products, {
    async list({ query, language }) {
      const after = decodeCursor(query.cursor, [cursorKey.instant, cursorKey.uuid]) as [string, string] | undefined
      const { type, channel, q, limit } = query
      const rows = await service.list({ language, now: clock.now(), type, channel, q, after, limit: limit + 1 })
      return toPage(rows, limit, { item: toProductCard, cursor: (row) => [row.sort_at, row.id] })
    },
    async get({ params, user, language }) {
      const viewer = user && toViewer(user)
      const row = await service.get(params.slug, viewer, language)
      const now = clock.now()
      const related = await service.listRelated({ id: row.id, channelId: row.channel_id, type: row.type }, language, now)
      return toProductDetail(row, { viewer, now, related })
    },
    async listOwn({ query, user, language }) {
      const after = decodeCursor(query.cursor, [cursorKey.instant, cursorKey.instant, cursorKey.uuid]) as
        | [string, string, string]
        | undefined
      const ownerId = user.roles.includes('ADMIN') ? undefined : user.id
      const { type, channel, limit } = query
      const rows = await service.listOwn({ language, now: clock.now(), ownerId, type, channel, after, limit: limit + 1 })
      return toPage(rows, limit, {
        item: (row) => toOwnProduct(row, clock.nowMs()),
        cursor: (row) => [row.sort_at, row.created_sort_at, row.id],
      })
    },
    getOwn: ({ owned, language }) => present(owned.id, language),
    async create({ body, user, language }) {
      return present(await service.create(body, toViewer(user)), language)
    },
    async update({ body, owned, user, language }) {
      await service.update(owned.id, body, toViewer(user))
      return present(owned.id, language)
    },
    async setTranslation({ params, body, owned, language }) {
      await service.setTranslation(owned.id, params.language, body)
      return present(owned.id, language)
    },
    async addSession({ body, owned, language }) {
      await service.addSession(owned.id, body)
      return present(owned.id, language)
    },
    async publish({ body, owned, language }) {
      await service.publish(owned.id, body.status)
      return present(owned.id, language)
    },
  })

  async function present(id: string, language: Parameters<typeof service.getOwn>[1]) {
    return toOwnProduct(await service.getOwn(id, language), clock.nowMs())
  }
}

function toViewer(user: SessionActor): ProductViewer {
  return { id: user.id, isAdmin: user.roles.includes('ADMIN') }
}
