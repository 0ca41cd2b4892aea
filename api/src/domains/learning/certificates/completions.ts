import type { Knex } from 'knex'

interface Learner {
  userId: string
  productId: string
}

/** SQL: courses of a master that learners see. */
const held = `select mc.course_id from master_courses mc join products c on c.id = mc.course_id
  where mc.master_id = :productId and c.status <> 'draft'`

/**
 * Notes that all lessons of a course count as watched and their quizzes were passed.
 * @returns true where it was not noted before
 */
export async function noteCourse(trx: Knex, of: Learner & { now: Date }): Promise<boolean> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `insert into course_completions (user_id, product_id, completed_at) select :userId::uuid, :productId::uuid, :now
     where exists (select 1 from lessons l join course_modules m on m.id = l.module_id where m.product_id = :productId)
       and not exists (
         select 1 from lessons l join course_modules m on m.id = l.module_id
         left join lesson_progress g on g.lesson_id = l.id and g.user_id = :userId
         where m.product_id = :productId and not coalesce(g.watched, false))
       and not exists (
         select 1 from lesson_quizzes q join lessons l on l.id = q.lesson_id join course_modules m on m.id = l.module_id
         where m.product_id = :productId
           and not exists (select 1 from quiz_attempts a where a.quiz_id = q.id and a.user_id = :userId and a.passed))
     on conflict do nothing`,
    { ...of },
  )
  return rowCount > 0
}

/** Notes that all courses of a master were completed, those that were noted before. */
export async function noteMaster(trx: Knex, of: Learner & { now: Date }): Promise<void> {
  await trx.raw(
    `insert into course_completions (user_id, product_id, completed_at) select :userId::uuid, :productId::uuid, :now
     where exists (${held}) and not exists (
       ${held} and not exists (select 1 from course_completions d where d.user_id = :userId and d.product_id = mc.course_id))
     on conflict do nothing`,
    { ...of },
  )
}

export async function listHeldCourses(db: Knex, masterId: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { course_id: string }[] }>(held, { productId: masterId })
  return rows.map(({ course_id }) => course_id)
}

export async function isCompleted(db: Knex, { userId, productId }: Learner): Promise<boolean> {
  return (await db('course_completions').where({ user_id: userId, product_id: productId }).first('user_id')) !== undefined
}

/** A learner took a mark away by hand: the course, and masters that hold it, are not complete. */
export async function forgetCompletion(trx: Knex, { userId, productId }: Learner): Promise<void> {
  await trx('course_completions')
    .where({ user_id: userId })
    .where(
      (of) =>
        void of
          .where({ product_id: productId })
          .orWhereIn('product_id', trx('master_courses').where({ course_id: productId }).select('master_id')),
    )
    .delete()
}
