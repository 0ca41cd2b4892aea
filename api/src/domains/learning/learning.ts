import type { Base, Timer } from '../../base.ts'
import type { AuditContext } from '../../db/audit-log.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import type { Actor, SessionActor } from '../../http/actor.ts'
import { createResources, type DocumentStore } from './resources/service.ts'
import { resourceRoutes } from './resources/routes.ts'
import { enterCourseOrMaster, listCoursesOf } from './courses/course-access.ts'
import { findMeetingAccess } from './courses/meeting-access.ts'
import { createCourseCalendar } from './course-calendar/service.ts'
import { courseCalendarRoutes } from './course-calendar/routes.ts'
import { lessonRatingRoutes } from './lesson-ratings/routes.ts'
import { createDiscussions, type NotifyOfPost } from './discussions/service.ts'
import { discussionRoutes } from './discussions/routes.ts'
import { createDiscussionReports } from './discussions/reports/service.ts'
import { discussionReportRoutes } from './discussions/reports/routes.ts'
import { createCourseRepository } from './courses/repository.ts'
import { courseRoutes } from './courses/routes.ts'
import { createCourses, type PlayThrough, type ReportViewing } from './courses/service.ts'
import { createCurriculumRepository } from './curriculum/repository.ts'
import { curriculumRoutes } from './curriculum/routes.ts'
import { createCurricula } from './curriculum/service.ts'
import { createCertificateKeys } from './certificates/keys.ts'
import { createCertificateRepository } from './certificates/repository.ts'
import { certificateRoutes } from './certificates/routes.ts'
import { createCertificates, type NotifyHolder } from './certificates/service.ts'
import { createStudentRepository } from './students/repository.ts'
import { studentRoutes } from './students/routes.ts'
import { createStudents, readProgress, type StudentMessage } from './students/service.ts'
import { createLessonLocks } from './courses/locks/service.ts'
import { createMasterRepository } from './masters/repository.ts'
import { masterRoutes } from './masters/routes.ts'
import { createMasters } from './masters/service.ts'
import { quizRoutes } from './courses/quizzes/routes.ts'
import { createQuizzes } from './courses/quizzes/service.ts'
import { noteRoutes } from './lesson-notes/routes.ts'
import { createNotes } from './lesson-notes/service.ts'
import { studyGuideRoutes } from './study-guides/routes.ts'
import { createStudyGuides } from './study-guides/service.ts'
import { createDatasheetRepository } from './datasheets/repository.ts'
import { datasheetRoutes } from './datasheets/routes.ts'
import { createDatasheets } from './datasheets/service.ts'

export type Learning = ReturnType<typeof createLearning>

interface LearningDeps {
  /** Plays the product of a lesson by the access to its course. */
  playThrough: PlayThrough
  reportViewing: ReportViewing
  /** @throws DomainError MODULE_INACTIVE */
  assertModule(id: 'datasheets'): Promise<void>
  /** @throws DomainError MODULE_INACTIVE, AUDIENCE_EMPTY */
  messageUsers(users: readonly string[], message: StudentMessage, by: AuditContext & { actorId: string }): Promise<{ recipients: number }>
  notifyUser: NotifyOfPost & NotifyHolder
  documents: DocumentStore
}

/** Courses, masters and datasheets: products with lessons, with courses and with a text of benefits. */
export function createLearning(
  { knex, events, clock, env, secretBox }: Base,
  { playThrough, reportViewing, assertModule, messageUsers, notifyUser, documents }: LearningDeps,
) {
  const datasheets = createDatasheets({ knex, repository: createDatasheetRepository(knex), clock, assertModule })
  const timers: Timer[] = []
  const courseRepository = createCourseRepository()
  const curriculum = createCurriculumRepository()
  const curricula = createCurricula({ knex, repository: curriculum, origin: env.PUBLIC_ORIGIN })
  const locks = createLessonLocks({ knex, clock })
  const certificates = createCertificates({
    knex,
    repository: createCertificateRepository(knex),
    courses: courseRepository,
    keys: createCertificateKeys({ secretBox }),
    notify: notifyUser,
    clock,
    origin: env.PUBLIC_ORIGIN,
  })
  const courses = createCourses({ knex, repository: courseRepository, completions: certificates, playThrough, reportViewing, locks, clock })
  const masters = createMasters({ knex, repository: createMasterRepository(), bump: curriculum.bump, getCourse: courses.get, clock })
  const notes = createNotes({ knex, findCourse: courses.findId, openLesson: courses.assertOpen })
  const quizzes = createQuizzes({ knex, clock, openLesson: courses.assertOpen, noteProgress: certificates.noteProgress })
  const guides = createStudyGuides({ knex, clock })
  const enter = (slug: string, viewer: SessionActor) => enterCourseOrMaster(knex, courseRepository, { slug, viewer, now: clock.now() })
  const coursesOf = (slug: string, viewer: SessionActor) => listCoursesOf(knex, courseRepository, { slug, viewer, now: clock.now() })
  const resources = createResources({ knex, documents, coursesOf, locks })
  const calendar = createCourseCalendar({ knex, origin: env.PUBLIC_ORIGIN, coursesOf })
  const discussions = createDiscussions({ knex, notify: notifyUser, clock, enter, locks })
  const reports = createDiscussionReports({ knex, clock, enter, openPost: discussions.openPost })
  const students = createStudents({ repository: createStudentRepository(knex), messageUsers, clock })
  timers.push({ name: 'questions of learners', periodMs: 5 * 60_000, run: discussions.tellOrganizers })
  timers.push({ name: 'replies to learners', periodMs: 5 * 60_000, run: discussions.tellAskers })
  timers.push({ name: 'shows that learners saw', periodMs: 30_000, run: courses.markSeenShows })
  events.subscribe('account.erased', async ({ trx, user }) => {
    await trx('lesson_progress').where({ user_id: user.id }).delete()
    await trx('lesson_ratings').where({ user_id: user.id }).delete()
    await trx('lesson_notes').where({ user_id: user.id }).delete()
    await reports.erase(trx, user.id)
    await trx('quiz_attempts').where({ user_id: user.id }).delete()
    await discussions.erase(trx, user.id)
    await certificates.erase(trx, user.id)
  })
  return {
    timers,
    /** The course or master that opens a meeting to an account, as that of a lesson. */
    findMeetingAccess: (meetProductId: string, viewer: Actor) =>
      findMeetingAccess({ knex, repository: courseRepository, locks }, { meetProductId, viewer, now: clock.now() }),
    readProgress,
    verifyCertificate: certificates.verify,
    routes(router: ApiRouter, bind: Bind): void {
      curriculumRoutes(router, bind, { curricula })
      courseRoutes(router, bind, { courses })
      noteRoutes(router, bind, { notes })
      quizRoutes(router, bind, { quizzes })
      courseCalendarRoutes(router, bind, { calendar })
      lessonRatingRoutes(router, bind, { knex })
      resourceRoutes(router, bind, { resources })
      discussionRoutes(router, bind, { discussions })
      discussionReportRoutes(router, bind, { reports })
      studyGuideRoutes(router, bind, { guides })
      masterRoutes(router, bind, { masters })
      certificateRoutes(router, bind, { certificates })
      studentRoutes(router, bind, { students, clock })
      datasheetRoutes(router, bind, { datasheets, origin: env.PUBLIC_ORIGIN })
    },
  }
}
