import { captions as endpoints } from '@e-events/shared/contract/media/captions.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { Captions } from './service.ts'

export function captionRoutes(router: ApiRouter, bind: Bind, { captions }: { captions: Captions }): void {
  bind(router, endpoints, {
    list: async ({ owned }) => ({ items: await captions.list(owned.id) }),
    put: async ({ owned, params, body }) => ({ items: await captions.put(owned.id, params.language, body.webvtt) }),
    remove: async ({ owned, params }) => ({ items: await captions.remove(owned.id, params.language) }),
  })
}
