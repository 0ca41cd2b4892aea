import { quizzes } from '@e-events/shared/contract/learning/quizzes.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import type { Quizzes } from './service.ts'

export function quizRoutes(router: ApiRouter, bind: Bind, { quizzes: service }: { quizzes: Quizzes }): void {
  bind(router, quizzes, {
    getOwn: async ({ owned, params }) => ({ quiz: await service.getOwn(owned, params.id) }),
    save: async ({ owned, params, body }) => ({ quiz: await service.save(owned, params.id, body) }),
    remove: ({ owned, params }) => service.remove(owned, params.id),
    get: ({ params, user }) => service.get({ ...params, viewer: user }),
    answer: ({ params, body, user }) => service.answer({ ...params, viewer: user }, body),
  })
}
