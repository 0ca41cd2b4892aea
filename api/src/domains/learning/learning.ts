import type { Base, Timer } from '../../base.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { createDatasheetRepository } from './datasheets/repository.ts'
import { datasheetRoutes } from './datasheets/routes.ts'
import { createDatasheets } from './datasheets/service.ts'

export type Learning = ReturnType<typeof createLearning>

export interface LearningDeps {
  /** @throws DomainError MODULE_INACTIVE */
  assertModule(id: 'datasheets'): Promise<void>
}

/** Courses, masters and datasheets: products with lessons, with courses and with a text of benefits. */
export function createLearning({ knex, events, clock, env }: Base, { assertModule }: LearningDeps) {
  const datasheets = createDatasheets({ knex, repository: createDatasheetRepository(knex), clock, assertModule })
  const timers: Timer[] = []
  events.subscribe('account.erased', async ({ trx, user }) => {
    await trx('lesson_progress').where({ user_id: user.id }).delete()
    await trx('lesson_ratings').where({ user_id: user.id }).delete()
    await trx('lesson_notes').where({ user_id: user.id }).delete()
    await trx('course_questions').where({ user_id: user.id }).delete()
  })
  return {
    timers,
    routes(router: ApiRouter, bind: Bind): void {
      datasheetRoutes(router, bind, { datasheets, origin: env.PUBLIC_ORIGIN })
    },
  }
}
