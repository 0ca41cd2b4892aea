import { questions as endpoints } from '@e-events/shared/contract/live/questions.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { byOf } from '../chat/routes.ts'
import type { Questions } from './service.ts'

export function questionRoutes(router: ApiRouter, bind: Bind, { questions }: { questions: Questions }): void {
  bind(router, endpoints, {
    list: ({ params, user }) => questions.list(params.slug, user),
    ask: ({ params, body, user }) => questions.ask(params.slug, user, body),
    vote: ({ params, user }) => questions.vote(params.slug, params.id, user),
    unvote: ({ params, user }) => questions.unvote(params.slug, params.id, user),
    settle: (call) => questions.settle(call.params.slug, call.params.id, call.body, byOf(call)),
  })
}
