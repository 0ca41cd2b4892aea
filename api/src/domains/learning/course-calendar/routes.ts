import { courseCalendar } from '@e-events/shared/contract/learning/course-calendar.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { CourseCalendar } from './service.ts'

export function courseCalendarRoutes(router: ApiRouter, bind: Bind, { calendar }: { calendar: CourseCalendar }): void {
  bind(router, courseCalendar, {
    list: async ({ params, user, language }) => ({ dates: await calendar.list(params.slug, user, language) }),
    file: ({ params, user, language, query }) => calendar.file(params.slug, user, { language, lessonId: query.lesson }),
  })
}
