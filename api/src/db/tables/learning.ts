// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface CourseDetailRow {
  product_id: string
  requirements: string
  program: string
  created_at: Date
  updated_at: Date
  version: number
  watched_percent: number
  watched_by_hand: boolean
  guide_version: number
  lesson_order: 'free' | 'enforced'
  gives_certificate: boolean
}
export type CourseDetailInsert = Insert<CourseDetailRow, 'product_id'>
export type CourseDetailUpdate = Update<CourseDetailRow>

export interface CourseModuleRow {
  id: string
  product_id: string
  title: string
  position: number
  created_at: Date
  updated_at: Date
}
export type CourseModuleInsert = Insert<CourseModuleRow, 'product_id' | 'title' | 'position'>
export type CourseModuleUpdate = Update<CourseModuleRow>

export interface LessonRow {
  id: string
  module_id: string
  title: string
  position: number
  notes: string
  created_at: Date
  updated_at: Date
  kind: 'text' | 'video' | 'live' | 'meeting'
  source_product_id: string | null
  is_preview: boolean
  opens_at: Date | null
  opens_after_days: number | null
  notes_document: unknown
  notes_html: string | null
  url: string | null
}
export type LessonInsert = Insert<LessonRow, 'module_id' | 'title' | 'position'>
export type LessonUpdate = Update<LessonRow>

export interface LessonResourceRow {
  id: string
  lesson_id: string
  title: string
  url: string | null
  file_id: string | null
  position: number
  created_at: Date
  updated_at: Date
}
export type LessonResourceInsert = Insert<LessonResourceRow, 'lesson_id' | 'title'>
export type LessonResourceUpdate = Update<LessonResourceRow>

export interface LessonProgresRow {
  user_id: string
  lesson_id: string
  watched: boolean
  watched_at: Date | null
  position_ms: number
  created_at: Date
  updated_at: Date
  covered: string
  reported_at: Date | null
  broadcast_id: string | null
}
export type LessonProgresInsert = Insert<LessonProgresRow, 'user_id' | 'lesson_id'>
export type LessonProgresUpdate = Update<LessonProgresRow>

export interface LessonRatingRow {
  lesson_id: string
  user_id: string
  stars: number
  created_at: Date
  updated_at: Date
}
export type LessonRatingInsert = Insert<LessonRatingRow, 'lesson_id' | 'user_id' | 'stars'>
export type LessonRatingUpdate = Update<LessonRatingRow>

export interface LessonNoteRow {
  id: string
  lesson_id: string
  user_id: string
  text: string
  position_ms: number | null
  created_at: Date
  updated_at: Date
}
export type LessonNoteInsert = Insert<LessonNoteRow, 'lesson_id' | 'user_id' | 'text'>
export type LessonNoteUpdate = Update<LessonNoteRow>

export interface LessonQuizzeRow {
  id: string
  lesson_id: string
  title: string
  pass_percent: number
  attempts: number
  questions: unknown
  version: number
  created_at: Date
  updated_at: Date
}
export type LessonQuizzeInsert = Insert<LessonQuizzeRow, 'lesson_id' | 'title' | 'pass_percent' | 'attempts' | 'questions'>
export type LessonQuizzeUpdate = Update<LessonQuizzeRow>

export interface QuizAttemptRow {
  id: string
  quiz_id: string
  user_id: string
  client_id: string
  number: number
  answers: unknown
  results: unknown
  score_percent: number
  passed: boolean
  created_at: Date
  updated_at: Date
}
export type QuizAttemptInsert = Insert<
  QuizAttemptRow,
  'quiz_id' | 'user_id' | 'client_id' | 'number' | 'answers' | 'results' | 'score_percent' | 'passed'
>
export type QuizAttemptUpdate = Update<QuizAttemptRow>

export interface FaqRow {
  id: string
  product_id: string
  question: string
  answer: string
  position: number
  created_at: Date
  updated_at: Date
}
export type FaqInsert = Insert<FaqRow, 'product_id' | 'question' | 'answer'>
export type FaqUpdate = Update<FaqRow>

export interface DiscussionPostRow {
  id: string
  product_id: string
  lesson_id: string | null
  parent_id: string | null
  user_id: string | null
  kind: 'question' | 'comment'
  text: string
  position_ms: number | null
  by_teacher: boolean
  accepted_id: string | null
  edited_at: Date | null
  told_at: Date | null
  created_at: Date
  updated_at: Date
  votes: number
}
export type DiscussionPostInsert = Insert<DiscussionPostRow, 'product_id' | 'kind' | 'text'>
export type DiscussionPostUpdate = Update<DiscussionPostRow>

export interface DiscussionVoteRow {
  post_id: string
  user_id: string
  voted_at: Date
}
export type DiscussionVoteInsert = Insert<DiscussionVoteRow, 'post_id' | 'user_id'>
export type DiscussionVoteUpdate = Update<DiscussionVoteRow>

export interface DiscussionReportRow {
  post_id: string
  user_id: string
  reason: 'abuse' | 'spam' | 'personal' | 'other'
  reported_at: Date
  dismissed_at: Date | null
}
export type DiscussionReportInsert = Insert<DiscussionReportRow, 'post_id' | 'user_id' | 'reason'>
export type DiscussionReportUpdate = Update<DiscussionReportRow>

export interface MasterCoursRow {
  master_id: string
  course_id: string
  position: number
}
export type MasterCoursInsert = Insert<MasterCoursRow, 'master_id' | 'course_id' | 'position'>
export type MasterCoursUpdate = Update<MasterCoursRow>

export interface KeptCoursRow {
  master_id: string
  course_id: string
  removed_at: Date
}
export type KeptCoursInsert = Insert<KeptCoursRow, 'master_id' | 'course_id' | 'removed_at'>
export type KeptCoursUpdate = Update<KeptCoursRow>

export interface DatasheetRow {
  product_id: string
  author: string
  abstract: string
  modality: string
  duration: string
  complexity: string
  related_links: string[]
  license: string
  resources: string
  benefits: string[]
  testimonials: unknown
  time: string
  experience: string
  people: string
  money: string
  participants: string
  mechanisms: string
  strategy: string
  pedagogical_method: string
  skills: string
  created_at: Date
  updated_at: Date
  title: string
  version: number
}
export type DatasheetInsert = Insert<DatasheetRow, 'product_id' | 'title'>
export type DatasheetUpdate = Update<DatasheetRow>

export interface CourseCompletionRow {
  user_id: string
  product_id: string
  completed_at: Date
}
export type CourseCompletionInsert = Insert<CourseCompletionRow, 'user_id' | 'product_id' | 'completed_at'>
export type CourseCompletionUpdate = Update<CourseCompletionRow>

export interface CertificateKeyRow {
  id: string
  private_key_encrypted: Buffer
  retired_at: Date | null
  created_at: Date
  updated_at: Date
}
export type CertificateKeyInsert = Insert<CertificateKeyRow, 'id' | 'private_key_encrypted'>
export type CertificateKeyUpdate = Update<CertificateKeyRow>

export interface CertificateRow {
  id: string
  user_id: string
  product_id: string | null
  key_id: string
  language: 'es' | 'en' | 'pt'
  credential: unknown
  issued_at: Date
  revoked_at: Date | null
  revoked_reason: string | null
  revoked_by: string | null
  created_at: Date
  updated_at: Date
}
export type CertificateInsert = Insert<CertificateRow, 'user_id' | 'key_id' | 'language' | 'credential' | 'issued_at'>
export type CertificateUpdate = Update<CertificateRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    course_details: Knex.CompositeTableType<CourseDetailRow, CourseDetailInsert, CourseDetailUpdate>
    course_modules: Knex.CompositeTableType<CourseModuleRow, CourseModuleInsert, CourseModuleUpdate>
    lessons: Knex.CompositeTableType<LessonRow, LessonInsert, LessonUpdate>
    lesson_resources: Knex.CompositeTableType<LessonResourceRow, LessonResourceInsert, LessonResourceUpdate>
    lesson_progress: Knex.CompositeTableType<LessonProgresRow, LessonProgresInsert, LessonProgresUpdate>
    lesson_ratings: Knex.CompositeTableType<LessonRatingRow, LessonRatingInsert, LessonRatingUpdate>
    lesson_notes: Knex.CompositeTableType<LessonNoteRow, LessonNoteInsert, LessonNoteUpdate>
    lesson_quizzes: Knex.CompositeTableType<LessonQuizzeRow, LessonQuizzeInsert, LessonQuizzeUpdate>
    quiz_attempts: Knex.CompositeTableType<QuizAttemptRow, QuizAttemptInsert, QuizAttemptUpdate>
    faqs: Knex.CompositeTableType<FaqRow, FaqInsert, FaqUpdate>
    discussion_posts: Knex.CompositeTableType<DiscussionPostRow, DiscussionPostInsert, DiscussionPostUpdate>
    discussion_votes: Knex.CompositeTableType<DiscussionVoteRow, DiscussionVoteInsert, DiscussionVoteUpdate>
    discussion_reports: Knex.CompositeTableType<DiscussionReportRow, DiscussionReportInsert, DiscussionReportUpdate>
    master_courses: Knex.CompositeTableType<MasterCoursRow, MasterCoursInsert, MasterCoursUpdate>
    kept_courses: Knex.CompositeTableType<KeptCoursRow, KeptCoursInsert, KeptCoursUpdate>
    datasheets: Knex.CompositeTableType<DatasheetRow, DatasheetInsert, DatasheetUpdate>
    course_completions: Knex.CompositeTableType<CourseCompletionRow, CourseCompletionInsert, CourseCompletionUpdate>
    certificate_keys: Knex.CompositeTableType<CertificateKeyRow, CertificateKeyInsert, CertificateKeyUpdate>
    certificates: Knex.CompositeTableType<CertificateRow, CertificateInsert, CertificateUpdate>
  }
}
