import { chat as chatEndpoints, chatModerators } from '@e-events/shared/contract/live/chat.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind, Call } from '../../../http/bind.ts'
import type { Moderation } from './moderation.ts'
import type { Chat } from './service.ts'

export function chatRoutes(router: ApiRouter, bind: Bind, { chat, moderation }: { chat: Chat; moderation: Moderation }): void {
  bind(router, chatEndpoints, {
    open: ({ params, user }) => chat.open(params.slug, user),
    messages: ({ params, query, user }) => chat.list(params.slug, user, query),
    post: ({ params, body, user }) => chat.post(params.slug, user, body),
    approve: (call) => moderation.approve(call.params.slug, call.params.id, by(call)),
    refuse: (call) => moderation.refuse(call.params.slug, call.params.id, by(call)),
    remove: (call) => moderation.remove(call.params.slug, call.params.id, by(call)),
    pin: (call) => moderation.pin(call.params.slug, call.body.message, by(call)),
    configure: (call) => moderation.configure(call.params.slug, call.body, by(call)),
    mutes: async ({ params, user }) => ({ items: await moderation.mutes(params.slug, user) }),
    mute: (call) => moderation.mute(call.params.slug, call.params.user, call.body, by(call)),
    unmute: (call) => moderation.unmute(call.params.slug, call.params.user, by(call)),
  })
  bind(router, chatModerators, {
    list: async ({ owned }) => ({ items: await moderation.listModerators(owned.id) }),
    add: async (call) => ({
      items: await moderation.addModerator({ id: call.owned.id, slug: call.params.slug }, call.body.email, by(call)),
    }),
    remove: async ({ owned, params }) => moderation.removeModerator({ id: owned.id, slug: params.slug }, params.user),
  })
}

const by = (call: Pick<Call, 'client' | 'requestId'> & { user: { id: string; isAdmin: boolean } }) => ({
  ...auditContextOf(call),
  actorId: call.user.id,
  actor: call.user,
})
