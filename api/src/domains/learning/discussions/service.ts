import type { DiscussionKind, DiscussionPost } from '@e-events/shared/contract/learning/discussions.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import { defaultLanguage, type Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { MailData, MailTemplate } from '../../../mail/templates.ts'
import type { AfterCommit } from '../../../events/domain-events.ts'
import type { SessionActor } from '../../../http/actor.ts'
import { lockRefusal, type LessonLocks } from '../courses/locks/service.ts'
import { toPost, type Reader } from './presenter.ts'
import * as repository from './repository.ts'
import type { Asker, PostCursor, PostFilters, PostRow } from './repository.ts'

export type Discussions = ReturnType<typeof createDiscussions>

/** A course or master that is open to somebody. */
export interface Room {
  id: string
  slug: string
  type: 'course' | 'master'
  ownerId: string
  isTeacher: boolean
  /** Courses of a master; none of a course. */
  courseIds: readonly string[]
}

/** Writes a mail and a notification to one account, in its language. */
export type NotifyBy<K extends MailTemplate> = <T extends K>(
  trx: Knex,
  to: { id: string; email: string; locale: Language },
  message: { template: T; data: MailData[T]; payload: Record<string, unknown> },
) => Promise<AfterCommit>
export type NotifyOfPost = NotifyBy<'course_question' | 'discussion_reply'>

interface DiscussionDeps {
  knex: Knex
  notify: NotifyOfPost
  clock: Clock
  /**
   * The course or master, for whoever has it.
   * @throws DomainError NOT_FOUND, and the refusals of access
   */
  enter(slug: string, viewer: SessionActor): Promise<Room>
  locks: LessonLocks
}
type By = AuditContext & { actor: SessionActor }

/** Questions and comments of courses and masters. Accounts that may watch may write; teachers are told of questions. */
export function createDiscussions({ knex, notify, clock, enter, locks }: DiscussionDeps) {
  return {
    /**
     * Rows of one page, with one more than `limit`; none of lessons that are closed.
     * @throws DomainError LESSON_LOCKED, NOT_FOUND, and the refusals of access
     */
    async list(
      slug: string,
      viewer: SessionActor,
      filters: Omit<PostFilters, 'productIds' | 'closedLessons'>,
      page: { after: PostCursor | undefined; limit: number },
    ): Promise<{ rows: PostRow[]; item(row: PostRow): DiscussionPost }> {
      const room = await enter(slug, viewer)
      const productIds = [room.id, ...room.courseIds]
      const closed = await locks.list(productIds, viewer)
      const lock = closed.get(filters.lessonId ?? '')
      if (lock) throw lockRefusal(lock)
      const rows = await repository.listPosts(knex, { productIds, closedLessons: [...closed.keys()], ...filters }, page)
      return { rows, item: await presenter(rows, viewer, room) }
    },

    /** @throws DomainError NOT_FOUND, and the refusals of access */
    async add(
      slug: string,
      viewer: SessionActor,
      post: { kind: DiscussionKind; text: string; lessonId: string | null; positionMs: number | null },
    ): Promise<DiscussionPost> {
      const room = await enter(slug, viewer)
      const { kind, text, lessonId, positionMs } = post
      if (lessonId !== null && !(await repository.isLessonOf(knex, lessonId, room.id))) throw new DomainError('NOT_FOUND')
      if (lessonId !== null) await locks.assertOpen([room.id], lessonId, viewer)
      const id = await repository.addPost(knex, {
        product_id: room.id,
        lesson_id: lessonId,
        parent_id: null,
        user_id: viewer.id,
        kind,
        text,
        position_ms: lessonId === null ? null : positionMs,
        by_teacher: room.isTeacher,
      })
      if (kind === 'question') await tellOrganizer(room.id)
      return find(id, viewer, room)
    },

    /** @throws DomainError DISCUSSION_FULL, NOT_FOUND, and the refusals of access */
    async reply(id: string, viewer: SessionActor, text: string): Promise<DiscussionPost> {
      const { row, room } = await open(id, viewer)
      const parentId = row.parent_id ?? row.id
      const after = await knex.transaction(async (trx) => {
        // One reply at a time, so that the limit holds.
        if (!(await repository.lockPost(trx, parentId))) throw new DomainError('NOT_FOUND')
        if ((await repository.countReplies(trx, parentId)) >= limits.discussionReplies) throw new DomainError('DISCUSSION_FULL')
        const { product_id, lesson_id, kind } = row
        const asked = await repository.findPost(trx, parentId)
        const askerId = asked?.user_id === viewer.id ? null : (asked?.user_id ?? null)
        await repository.addPost(trx, {
          product_id,
          lesson_id,
          parent_id: parentId,
          user_id: viewer.id,
          kind,
          text,
          position_ms: null,
          by_teacher: room.isTeacher,
          told_at: askerId === null ? clock.now() : null,
        })
        return askerId === null ? undefined : tellAsker(trx, { userId: askerId, productId: product_id, kind })
      })
      await after?.()
      return find(parentId, viewer, room)
    },

    /** @throws DomainError NOT_FOUND, and the refusals of access */
    async update(id: string, viewer: SessionActor, text: string): Promise<DiscussionPost> {
      const { row, room } = await open(id, viewer)
      if (row.user_id !== viewer.id) throw new DomainError('NOT_FOUND')
      await repository.changePost(knex, id, text, clock.now())
      return find(row.parent_id ?? id, viewer, room)
    },

    /** Audits the removal of another account's post. @throws DomainError NOT_FOUND, and the refusals of access */
    async remove(id: string, { actor, ...context }: By): Promise<void> {
      const { row, room } = await reach(id, actor)
      const isOwn = row.user_id === actor.id
      if (row.user_id === null || (!isOwn && !room.isTeacher)) throw new DomainError('NOT_FOUND')
      await knex.transaction(async (trx) => {
        // Nobody replies meanwhile: a reply is not to go with it.
        await repository.lockPost(trx, row.parent_id ?? id)
        await repository.removePost(trx, { id, parentId: row.parent_id })
        if (isOwn) return
        const before = { post: id, author: row.name, text: row.text }
        const subject = { type: 'product', id: room.id } as const
        await writeAudit(trx, { ...context, actorId: actor.id, action: 'discussion.remove', subject, before, after: null })
      })
    },

    /**
     * The author of a question and its teachers say what answers it.
     * @throws DomainError NOT_FOUND, and the refusals of access
     */
    async accept(id: string, viewer: SessionActor, replyId: string | null): Promise<DiscussionPost> {
      const { row, room } = await open(id, viewer)
      const isQuestion = row.kind === 'question' && row.parent_id === null
      if (!isQuestion || (row.user_id !== viewer.id && !room.isTeacher)) throw new DomainError('NOT_FOUND')
      if (replyId !== null && (await repository.findPost(knex, replyId))?.parent_id !== id) throw new DomainError('NOT_FOUND')
      await repository.acceptReply(knex, id, replyId)
      return find(id, viewer, room)
    },

    /** @throws DomainError NOT_FOUND, also for a removed post, and the refusals of access */
    async vote(id: string, viewer: SessionActor, isVoted: boolean): Promise<DiscussionPost> {
      const { row, room } = await open(id, viewer)
      await knex.transaction(async (trx) => {
        if (row.user_id === null || !(await repository.lockPost(trx, id))) throw new DomainError('NOT_FOUND')
        await repository.setVote(trx, { post_id: id, user_id: viewer.id }, isVoted)
      })
      return find(row.parent_id ?? id, viewer, room)
    },

    /** Tells authors of replies that came within an hour of the last notice. */
    async tellAskers(): Promise<void> {
      for (const asker of await repository.listUntoldAskers(knex, noticeSince())) {
        const after = await knex.transaction((trx) => tellAsker(trx, asker))
        await after?.()
      }
    },

    /** Tells organizers of questions that came within an hour of the last notice. */
    async tellOrganizers(): Promise<void> {
      for (const productId of await repository.listUntold(knex, noticeSince())) await tellOrganizer(productId)
    },

    openPost: open,

    erase: repository.removePostsOf,
  }

  /** A post of an open lesson, or of none. */
  async function open(id: string, viewer: SessionActor): Promise<{ row: PostRow; room: Room }> {
    const found = await reach(id, viewer)
    if (found.row.lesson_id !== null) await locks.assertOpen([found.row.product_id], found.row.lesson_id, viewer)
    return found
  }

  /** A post, for whoever has the course or master that it stands in. */
  async function reach(id: string, viewer: SessionActor): Promise<{ row: PostRow; room: Room }> {
    const row = await repository.findPost(knex, id)
    if (!row) throw new DomainError('NOT_FOUND')
    const { slug } = await repository.findTitle(knex, row.product_id, defaultLanguage)
    return { row, room: await enter(slug, viewer) }
  }

  async function find(id: string, viewer: SessionActor, room: Room): Promise<DiscussionPost> {
    const row = await repository.findPost(knex, id)
    if (!row) throw new DomainError('NOT_FOUND')
    return (await presenter([row], viewer, room))(row)
  }

  async function presenter(rows: readonly PostRow[], viewer: SessionActor, room: Room): Promise<(row: PostRow) => DiscussionPost> {
    const replies = await repository.listReplies(
      knex,
      rows.map(({ id }) => id),
    )
    const shown = [...rows, ...replies].map(({ id }) => id)
    const votes = new Set(await repository.listVotesOf(knex, viewer.id, shown))
    const reader: Reader = { id: viewer.id, isTeacher: room.isTeacher, votes }
    const byParent = Map.groupBy(replies, ({ parent_id }) => parent_id)
    return (row) => toPost(row, byParent.get(row.id) ?? [], reader)
  }

  function noticeSince(): Date {
    return new Date(clock.now().getTime() - limits.questionNoticeMs)
  }

  /** One notice for all questions since the last one, once an hour at most. */
  async function tellOrganizer(productId: string): Promise<void> {
    const after = await knex.transaction(async (trx) => {
      if (!(await repository.markTold(trx, productId, { since: noticeSince(), now: clock.now() }))) return undefined
      const ownerId = await repository.ownerOf(trx, productId)
      return ownerId === undefined ? undefined : tell(trx, ownerId, productId, { kind: 'course_question' })
    })
    await after?.()
  }

  /** One notice for all replies to the posts of an author since the last one, once an hour at most. */
  async function tellAsker(trx: Knex, asker: Asker): Promise<AfterCommit | undefined> {
    const told = await repository.markRepliesTold(trx, asker, { since: noticeSince(), now: clock.now() })
    if (!told) return undefined
    const from = (await repository.findPerson(trx, told.lastBy))?.name ?? ''
    const news = { kind: 'discussion_reply', from, count: told.count, isQuestion: asker.kind === 'question' } as const
    return tell(trx, asker.userId, asker.productId, news)
  }

  async function tell(
    trx: Knex,
    userId: string,
    productId: string,
    news: { kind: 'course_question' } | { kind: 'discussion_reply'; from: string; count: number; isQuestion: boolean },
  ): Promise<AfterCommit | undefined> {
    const person = await repository.findPerson(trx, userId)
    if (!person) return undefined
    const { slug, type, title } = await repository.findTitle(trx, productId, person.locale)
    const isQuestion = news.kind === 'course_question' || news.isQuestion
    const path = `${paths.productOfType(type, slug)}?tab=${isQuestion ? 'questions' : 'comments'}`
    const { name, ...to } = person
    const payload = { slug, path }
    if (news.kind === 'course_question') return notify(trx, to, { template: 'course_question', data: { name, title, path }, payload })
    const { from, count } = news
    return notify(trx, to, { template: 'discussion_reply', data: { name, title, path, from, count, isQuestion }, payload })
  }
}
