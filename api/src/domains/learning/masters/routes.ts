import { masters } from '@e-events/shared/contract/learning/masters.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { Masters } from './service.ts'

export function masterRoutes(router: ApiRouter, bind: Bind, deps: { masters: Masters }): void {
  const { masters: service } = deps
  bind(router, masters, {
    getOwn: ({ owned }) => service.getOwn(owned),
    save: ({ owned, body }) => service.save(owned, body),
    get: ({ params, user, language }) => service.get({ slug: params.slug, viewer: user, language }),
  })
}
