import { datasheets } from '@e-events/shared/contract/learning/datasheets.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { datasheetPdf } from './datasheet-pdf.ts'
import { toDatasheet, toOwnDatasheet } from './presenter.ts'
import type { Datasheets } from './service.ts'

export function datasheetRoutes(router: ApiRouter, bind: Bind, deps: { datasheets: Datasheets; origin: string }): void {
  const { datasheets: service, origin } = deps
  bind(router, datasheets, {
    get: async ({ params, user, language }) => toDatasheet(await service.get(params.slug, user, language)),
    async download({ params, user, language }) {
      const sheet = toDatasheet(await service.get(params.slug, user, language))
      return { fileName: `${params.slug}.pdf`, contentType: 'application/pdf', content: await datasheetPdf(sheet, { language, origin }) }
    },
    getOwn: async ({ owned }) => toOwnDatasheet(await service.getOwn(owned.id)),
    async create({ body: { productSlug, ...content }, user }) {
      return toOwnDatasheet(await service.create(productSlug, content, user))
    },
    async update({ owned, body: { version, ...change } }) {
      return toOwnDatasheet(await service.update(owned.id, version, change))
    },
    remove: ({ owned }) => service.remove(owned.id),
  })
}
