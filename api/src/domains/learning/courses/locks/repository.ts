import type { LessonKind, LessonOrder } from '@e-events/shared/domain/lessons.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../../db/knex.ts'
import { durationOf } from '../repository.ts'

export interface LockRow {
  course_id: string
  owner_id: string
  lesson_order: LessonOrder
  watched_by_hand: boolean
  since: Date | null
  id: string
  title: string
  kind: LessonKind
  url: string | null
  is_preview: boolean
  opens_at: Date | null
  opens_after_days: number | null
  is_watched: boolean
  is_playable: boolean
  quiz_passed: boolean | null
}

/**
 * SQL: when an account got a course `p`: by its first ticket of it, or of a master that holds or held it, else with the
 * subscription that opens it, not before the course was published.
 */
const sinceSql = `coalesce(
    (select min(k.acquired_at) from tickets k where k.user_id = $2 and k.revoked_at is null
       and (k.product_id = p.id or k.product_id in (select mc.master_id from master_courses mc where mc.course_id = p.id
         union select kc.master_id from kept_courses kc where kc.course_id = p.id))),
    (select greatest(min(s.subscribed_at), p.published_at) from subscriptions s where s.user_id = $2
       and ((s.channel_id = p.channel_id and p.subscription_only) or (s.channel_id is null and c.in_platform_subscription))))`

const locksSql = `select p.id as course_id, c.owner_id, coalesce(d.lesson_order, 'free') as lesson_order,
    coalesce(d.watched_by_hand, false) as watched_by_hand, ${sinceSql} as since,
    l.id, l.title, l.kind, l.url, l.is_preview, l.opens_at, l.opens_after_days, coalesce(g.watched, false) as is_watched,
    (coalesce(d.lesson_order, 'free') = 'enforced' and ${durationOf} is not null) as is_playable,
    (select exists (select 1 from quiz_attempts a where a.quiz_id = q.id and a.user_id = $2 and a.passed)
       from lesson_quizzes q where q.lesson_id = l.id) as quiz_passed
  from products p join channels c on c.id = p.channel_id join course_modules m on m.product_id = p.id join lessons l on l.module_id = m.id
  left join course_details d on d.product_id = p.id
  left join lesson_progress g on g.lesson_id = l.id and g.user_id = $2
  where p.id = any($1::uuid[]) order by p.id, m.position, l.position`

/** Lessons of these courses in their order, with what decides whether each is open to an account. */
export const listLockRows = (db: Knex, courseIds: readonly string[], userId: string): Promise<LockRow[]> =>
  prepared<LockRow>(db, 'lesson-locks', locksSql, [courseIds, userId])
