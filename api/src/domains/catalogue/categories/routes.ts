import { categories, type ManagedCategory } from '@e-events/shared/contract/catalogue/categories.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { ManagedCategoryRow } from './repository.ts'
import type { Categories } from './service.ts'

export function categoryRoutes(router: ApiRouter, bind: Bind, deps: { categories: Categories }): void {
  const { categories: service } = deps
  bind(router, categories, {
    async list({ query, language }) {
      const rows = await service.listShown(language, { empty: query.empty === 'true' })
      return { items: rows.map((row) => ({ slug: row.slug, title: row.title ?? row.slug, count: row.count })) }
    },
    listManaged: async () => ({ items: (await service.listManaged()).map(toManaged) }),
    create: async ({ body }) => toManaged(await service.create(body)),
    update: async ({ params, body }) => toManaged(await service.update(params.slug, body)),
    order: async ({ body }) => ({ items: (await service.setOrder(body.slugs)).map(toManaged) }),
    remove: ({ params }) => service.remove(params.slug),
  })
}

function toManaged(row: ManagedCategoryRow): ManagedCategory {
  const { es = null, en = null, pt = null } = row.titles
  return { slug: row.slug, titles: { es, en, pt }, hidden: row.is_hidden, products: row.products, published: row.published }
}
