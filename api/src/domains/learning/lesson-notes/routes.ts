import { lessonNotes } from '@e-events/shared/contract/learning/lesson-notes.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { Notes } from './service.ts'

export function noteRoutes(router: ApiRouter, bind: Bind, { notes }: { notes: Notes }): void {
  bind(router, lessonNotes, {
    list: async ({ params, user }) => ({ notes: await notes.list(params.slug, user) }),
    add: ({ params, body, user }) => notes.add({ ...params, viewer: user }, body),
    update: ({ params, body, user }) => notes.update(params.id, user, body.text),
    remove: ({ params, user }) => notes.remove(params.id, user),
  })
}
