import { discussions } from '@e-events/shared/contract/learning/discussions.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { Discussions } from './service.ts'

export function discussionRoutes(router: ApiRouter, bind: Bind, { discussions: service }: { discussions: Discussions }): void {
  bind(router, discussions, {
    async list({ params, user, query: { cursor, limit, kind, lesson, unanswered, order = 'newest' } }) {
      const keys = decodeCursor(cursor, [cursorKey.sequence, cursorKey.instant, cursorKey.uuid])
      const after = keys && { votes: Number(keys[0]), at: keys[1] ?? '', id: keys[2] ?? '' }
      const filters = { kind, lessonId: lesson, isUnanswered: unanswered === 'true', order }
      const { rows, item } = await service.list(params.slug, user, filters, { after, limit: limit + 1 })
      return toPage(rows, limit, { item, cursor: ({ votes, at, id }) => [votes, at, id] })
    },
    add: ({ params, body, user }) => service.add(params.slug, user, body),
    reply: ({ params, body, user }) => service.reply(params.id, user, body.text),
    update: ({ params, body, user }) => service.update(params.id, user, body.text),
    remove: (call) => service.remove(call.params.id, { ...auditContextOf(call), actor: call.user }),
    vote: ({ params, body, user }) => service.vote(params.id, user, body.voted),
    accept: ({ params, body, user }) => service.accept(params.id, user, body.replyId),
  })
}
