import type { ReportedPost, ReportReason } from '@e-events/shared/contract/learning/discussion-reports.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { SessionActor } from '../../../../http/actor.ts'
import * as repository from './repository.ts'

export type DiscussionReports = ReturnType<typeof createDiscussionReports>

interface Room {
  id: string
  isTeacher: boolean
  courseIds: readonly string[]
}
interface ReportDeps {
  knex: Knex
  clock: Clock
  /** @throws DomainError NOT_FOUND, and the refusals of access */
  enter(slug: string, viewer: SessionActor): Promise<Room>
  /**
   * A post, for whoever has the course or master that it stands in.
   * @throws DomainError NOT_FOUND, and the refusals of access
   */
  openPost(id: string, viewer: SessionActor): Promise<{ row: { user_id: string | null }; room: Room }>
}

/** Reports of posts by those who have the course; who teaches it removes a post or lets it stand. */
export function createDiscussionReports({ knex, clock, enter, openPost }: ReportDeps) {
  return {
    /** @throws DomainError NOT_FOUND, also for learners, and the refusals of access */
    async list(slug: string, viewer: SessionActor): Promise<ReportedPost[]> {
      const room = await enter(slug, viewer)
      if (!room.isTeacher) throw new DomainError('NOT_FOUND')
      const rows = await repository.listReported(knex, [room.id, ...room.courseIds], limits.reportedPosts)
      return rows.map(({ first_reported_at, ...row }) => ({ ...row, firstReportedAt: first_reported_at.toISOString() }))
    },

    /** @throws DomainError NOT_FOUND, also for an own or removed post, and the refusals of access */
    async add(id: string, viewer: SessionActor, reason: ReportReason): Promise<void> {
      const { row } = await openPost(id, viewer)
      if (row.user_id === null || row.user_id === viewer.id) throw new DomainError('NOT_FOUND')
      await repository.addReport(knex, { post_id: id, user_id: viewer.id, reason, reported_at: clock.now() })
    },

    /** @throws DomainError NOT_FOUND, also for learners, and the refusals of access */
    async dismiss(id: string, viewer: SessionActor): Promise<void> {
      const { room } = await openPost(id, viewer)
      if (!room.isTeacher) throw new DomainError('NOT_FOUND')
      await repository.dismissReports(knex, id, clock.now())
    },

    erase: repository.removeReportsOf,
  }
}
