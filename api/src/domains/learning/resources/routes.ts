import { resources } from '@e-events/shared/contract/learning/resources.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { Resources } from './service.ts'

export function resourceRoutes(router: ApiRouter, bind: Bind, { resources: service }: { resources: Resources }): void {
  bind(router, resources, {
    list: async ({ params, user }) => ({ lessons: await service.list(params.slug, user) }),
    download: ({ params, user }) => service.download(params.id, user),
    listOwn: async ({ owned, params }) => ({ resources: await service.listOwn(owned, params.id) }),
    addLink: async ({ owned, params, body }) => ({ resources: await service.addLink(owned, params.id, body) }),
    addFile: async ({ owned, params, query, upload }) => ({
      resources: await service.addFile(owned, params.id, { name: query.filename, bytes: upload.bytes }),
    }),
    update: async ({ owned, params, body }) => ({ resources: await service.update(owned, params.id, body.title) }),
    arrange: async ({ owned, params, body }) => ({ resources: await service.arrange(owned, params.id, body.ids) }),
    remove: async ({ owned, params }) => ({ resources: await service.remove(owned, params.id) }),
  })
}
