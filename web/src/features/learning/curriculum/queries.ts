import type { Client } from '@e-events/shared/contract/client.ts'
import { queryKey, type CallInput } from '@e-events/shared/contract/endpoint.ts'
import type { LessonOrder } from '@e-events/shared/domain/lessons.ts'
import { curricula, type Curriculum } from '@e-events/shared/contract/learning/curriculum.ts'
import { masters } from '@e-events/shared/contract/learning/masters.ts'
import type { Failure } from '@e-events/shared/failures.ts'
import { queryOptions } from '@tanstack/react-query'

export function curriculumQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({ queryKey: queryKey(curricula.get, input), queryFn: ({ signal }) => api.call(curricula.get, input, { signal }) })
}

export function lessonSourcesQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({
    queryKey: queryKey(curricula.sources, input),
    queryFn: ({ signal }) => api.call(curricula.sources, input, { signal }),
  })
}

export function ownMasterQuery(api: Client, slug: string) {
  const input = { params: { slug } }
  return queryOptions({ queryKey: queryKey(masters.getOwn, input), queryFn: ({ signal }) => api.call(masters.getOwn, input, { signal }) })
}

export type LessonValues = Omit<CallInput<typeof curricula.addLesson>['body'], 'version'>

/** One change of a curriculum; its version is added when it is sent. */
export type CurriculumChange =
  | { act: 'settings'; watchedPercent: number; watchedByHand: boolean; lessonOrder: LessonOrder }
  | { act: 'arrange'; modules: { id: string; lessons: string[] }[] }
  | { act: 'addModule'; title: string }
  | { act: 'updateModule'; id: string; title: string }
  | { act: 'removeModule'; id: string }
  | { act: 'addLesson'; module: string; lesson: LessonValues }
  | { act: 'updateLesson'; id: string; lesson: LessonValues }
  | { act: 'removeLesson'; id: string }

/** Words of each change that failed without a reason of the server. */
export const failureOf: Record<CurriculumChange['act'], Failure> = {
  settings: 'courseUpdate',
  arrange: 'courseUpdate',
  addModule: 'moduleCreate',
  updateModule: 'moduleUpdate',
  removeModule: 'moduleDelete',
  addLesson: 'lessonCreate',
  updateLesson: 'lessonUpdate',
  removeLesson: 'lessonDelete',
}

export function sendChange(api: Client, slug: string, version: number, change: CurriculumChange): Promise<Curriculum> {
  const params = { slug }
  switch (change.act) {
    case 'settings': {
      const { watchedPercent, watchedByHand, lessonOrder } = change
      return api.call(curricula.settings, { params, body: { version, watchedPercent, watchedByHand, lessonOrder } })
    }
    case 'arrange':
      return api.call(curricula.arrange, { params, body: { version, modules: change.modules } })
    case 'addModule':
      return api.call(curricula.addModule, { params, body: { version, title: change.title } })
    case 'updateModule':
      return api.call(curricula.updateModule, { params: { slug, id: change.id }, body: { version, title: change.title } })
    case 'removeModule':
      return api.call(curricula.removeModule, { params: { slug, id: change.id }, query: { version } })
    case 'addLesson':
      return api.call(curricula.addLesson, { params: { slug, id: change.module }, body: { version, ...change.lesson } })
    case 'updateLesson':
      return api.call(curricula.updateLesson, { params: { slug, id: change.id }, body: { version, ...change.lesson } })
    default:
      return api.call(curricula.removeLesson, { params: { slug, id: change.id }, query: { version } })
  }
}
