import { polls as endpoints } from '@e-events/shared/contract/live/polls.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { byOf } from '../chat/routes.ts'
import type { Polls } from './service.ts'

export function pollRoutes(router: ApiRouter, bind: Bind, { polls }: { polls: Polls }): void {
  bind(router, endpoints, {
    list: ({ params, user }) => polls.list(params.slug, user),
    open: (call) => polls.open(call.params.slug, call.body, byOf(call)),
    vote: ({ params, body, user }) => polls.vote(params.slug, params.id, body.answer, user),
    close: (call) => polls.close(call.params.slug, call.params.id, byOf(call)),
  })
}
