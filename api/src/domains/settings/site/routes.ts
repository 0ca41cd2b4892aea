import { site } from '@e-events/shared/contract/settings/site.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { Contact } from './contact.ts'
import type { SiteInfoReader } from './service.ts'

export function siteRoutes(router: ApiRouter, bind: Bind, deps: { readSiteInfo: SiteInfoReader; contact: Contact }): void {
  bind(router, site, { info: () => deps.readSiteInfo(), contact: ({ body }) => deps.contact.receive(body) })
}
