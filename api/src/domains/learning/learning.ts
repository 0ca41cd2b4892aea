import type { Base, Timer } from '../../base.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'

export type Learning = ReturnType<typeof createLearning>

/** Courses, masters and datasheets: products with lessons, with courses and with a text of benefits. */
export function createLearning({ events }: Base) {
  const timers: Timer[] = []
  events.subscribe('account.erased', async ({ trx, user }) => {
    await trx('lesson_progress').where({ user_id: user.id }).delete()
    await trx('lesson_ratings').where({ user_id: user.id }).delete()
    await trx('lesson_notes').where({ user_id: user.id }).delete()
    await trx('course_questions').where({ user_id: user.id }).delete()
  })
  return {
    timers,
    routes(_router: ApiRouter, _bind: Bind): void {},
  }
}
