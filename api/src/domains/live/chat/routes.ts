import { chat as chatEndpoints, chatModerators } from '@e-events/shared/contract/live/chat.ts'
import { chatFiles } from '@e-events/shared/contract/live/chat-files.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind, Call } from '../../../http/bind.ts'
import type { ChatFiles } from './files.ts'
import type { Moderation } from './moderation.ts'
import type { Chat } from './service.ts'

export function chatRoutes(
  router: ApiRouter,
  bind: Bind,
  { chat, moderation, files }: { chat: Chat; moderation: Moderation; files: ChatFiles },
): void {
  bind(router, chatEndpoints, {
    open: ({ params, user }) => chat.open(params.slug, user),
    messages: ({ params, query, user }) => chat.list(params.slug, user, query),
    post: ({ params, body, user }) => chat.post(params.slug, user, body),
    approve: (call) => moderation.approve(call.params.slug, call.params.id, byOf(call)),
    refuse: (call) => moderation.refuse(call.params.slug, call.params.id, byOf(call)),
    remove: (call) => moderation.remove(call.params.slug, call.params.id, byOf(call)),
    pin: (call) => moderation.pin(call.params.slug, call.body.message, byOf(call)),
    configure: (call) => moderation.configure(call.params.slug, call.body, byOf(call)),
    mutes: async ({ params, user }) => ({ items: await moderation.mutes(params.slug, user) }),
    mute: (call) => moderation.mute(call.params.slug, call.params.user, call.body, byOf(call)),
    unmute: (call) => moderation.unmute(call.params.slug, call.params.user, byOf(call)),
  })
  bind(router, chatFiles, {
    send: ({ params, query, upload, user }) =>
      files.send(params.slug, user, { clientId: query.clientId, name: query.filename, bytes: upload.bytes }),
    download: ({ params, user }) => files.download(params.slug, user, params.id),
  })
  bind(router, chatModerators, {
    list: async ({ owned }) => ({ items: await moderation.listModerators(owned.id) }),
    add: async (call) => ({
      items: await moderation.addModerator({ id: call.owned.id, slug: call.params.slug }, call.body.email, byOf(call)),
    }),
    remove: async ({ owned, params }) => moderation.removeModerator({ id: owned.id, slug: params.slug }, params.user),
  })
}

/** The caller as the one who acts, for the audit log. */
export const byOf = (call: Pick<Call, 'client' | 'requestId'> & { user: { id: string; isAdmin: boolean } }) => ({
  ...auditContextOf(call),
  actorId: call.user.id,
  actor: call.user,
})
