import { curricula } from '@e-events/shared/contract/learning/curriculum.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toCurriculum, toSource } from './presenter.ts'
import type { Curricula } from './service.ts'

export function curriculumRoutes(router: ApiRouter, bind: Bind, deps: { curricula: Curricula }): void {
  const { curricula: service } = deps
  bind(router, curricula, {
    get: async ({ owned }) => toCurriculum(await service.get(owned.id)),
    sources: async ({ owned }) => ({ sources: (await service.listSources(owned)).map(toSource) }),
    settings: async ({ owned, body }) =>
      toCurriculum(
        await service.saveSettings(owned.id, {
          version: body.version,
          watched_percent: body.watchedPercent,
          watched_by_hand: body.watchedByHand,
          ...(body.lessonOrder === undefined ? {} : { lesson_order: body.lessonOrder }),
        }),
      ),
    arrange: async ({ owned, body }) => toCurriculum(await service.arrange(owned.id, body)),
    addModule: async ({ owned, body }) => toCurriculum(await service.addModule(owned.id, body)),
    updateModule: async ({ owned, params, body }) => toCurriculum(await service.updateModule(owned.id, params.id, body)),
    removeModule: async ({ owned, params, query }) => toCurriculum(await service.removeModule(owned.id, params.id, query.version)),
    addLesson: async ({ owned, params, body, user }) => toCurriculum(await service.addLesson(owned, params.id, body, user)),
    updateLesson: async ({ owned, params, body, user }) => toCurriculum(await service.updateLesson(owned, params.id, body, user)),
    removeLesson: async ({ owned, params, query }) => toCurriculum(await service.removeLesson(owned.id, params.id, query.version)),
  })
}
