import { discussions } from '@e-events/shared/contract/learning/discussions.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { Discussions } from './service.ts'

export function discussionRoutes(router: ApiRouter, bind: Bind, { discussions: service }: { discussions: Discussions }): void {
  bind(router, discussions, {
    async list({ params, user, query: { cursor, limit, kind, lesson, unanswered } }) {
      const keys = decodeCursor(cursor, [cursorKey.instant, cursorKey.uuid])
      const after = keys && { at: keys[0] ?? '', id: keys[1] ?? '' }
      const filters = { kind, lessonId: lesson, isUnanswered: unanswered === 'true' }
      const { rows, item } = await service.list(params.slug, user, filters, { after, limit: limit + 1 })
      return toPage(rows, limit, { item, cursor: ({ at, id }) => [at, id] })
    },
    add: ({ params, body, user }) => service.add(params.slug, user, body),
    reply: ({ params, body, user }) => service.reply(params.id, user, body.text),
    update: ({ params, body, user }) => service.update(params.id, user, body.text),
    remove: (call) => service.remove(call.params.id, { ...auditContextOf(call), actor: call.user }),
    accept: ({ params, body, user }) => service.accept(params.id, user, body.replyId),
  })
}
