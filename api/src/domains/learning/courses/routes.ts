import { courses } from '@e-events/shared/contract/learning/courses.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { Courses } from './service.ts'

export function courseRoutes(router: ApiRouter, bind: Bind, deps: { courses: Courses }): void {
  const { courses: service } = deps
  bind(router, courses, {
    continue: async ({ user, language }) => ({ courses: await service.listBegun(user, language) }),
    get: ({ params, user, language }) => service.get({ slug: params.slug, viewer: user, language }),
    outline: ({ params, user, language }) => service.getOutline({ slug: params.slug, viewer: user, language }),
    lesson: ({ params, user, language }) => service.getLesson({ ...params, viewer: user, language }),
    playback: ({ params, query, user, language }) => service.getPlayback({ ...params, viewer: user, language }, query.lease),
    progress: ({ params, body, user, language }) => service.report({ slug: params.slug, viewer: user, language }, body.lessons),
    viewing: ({ params, body, user, language, client }) =>
      service.reportViewing({ ...params, viewer: user, language }, { id: params.viewing, report: body, userAgent: client.userAgent }),
    watched: ({ params, body, user, language }) => service.setWatched({ ...params, viewer: user, language }, body.watched),
    rate: ({ params, body, user, language }) => service.rate({ ...params, viewer: user, language }, body.stars),
  })
}
