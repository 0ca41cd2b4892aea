// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface NotificationBatcheRow {
  id: string
  sender_id: string | null
  audience: 'all' | 'filter' | 'role' | 'users' | 'buyers' | 'system'
  role: 'VIEWER' | 'PRODUCER' | 'ADMIN' | null
  product_id: string | null
  subject: string
  content: string
  sent_at: Date | null
  created_at: Date
  updated_at: Date
  language: 'es' | 'en' | 'pt' | null
  country: string | null
  is_promotional: boolean
  recipient_count: number
}
export type NotificationBatcheInsert = Insert<NotificationBatcheRow, 'audience' | 'subject' | 'content'>
export type NotificationBatcheUpdate = Update<NotificationBatcheRow>

export interface NotificationRow {
  id: string
  sequence: number
  user_id: string
  batch_id: string | null
  type: string
  subject: string
  content: string
  payload: unknown
  sent_at: Date
  read_on: Date | null
}
export type NotificationInsert = Insert<NotificationRow, 'user_id' | 'type' | 'subject', 'sequence'>
export type NotificationUpdate = Update<NotificationRow, 'sequence'>

export interface ReminderWisheRow {
  product_id: string
  user_id: string
  wished_at: Date
}
export type ReminderWisheInsert = Insert<ReminderWisheRow, 'product_id' | 'user_id'>
export type ReminderWisheUpdate = Update<ReminderWisheRow>

export interface SentReminderRow {
  session_id: string
  user_id: string
  moment: 'day' | 'hour' | 'minutes'
  sent_at: Date
}
export type SentReminderInsert = Insert<SentReminderRow, 'session_id' | 'user_id' | 'moment'>
export type SentReminderUpdate = Update<SentReminderRow>

export interface SurveyRow {
  id: string
  author_id: string | null
  product_id: string | null
  title: string
  description: string
  status: 'draft' | 'open' | 'closed'
  recipient_roles: ('VIEWER' | 'PRODUCER' | 'ADMIN')[]
  opened_at: Date | null
  closed_at: Date | null
  created_at: Date
  updated_at: Date
}
export type SurveyInsert = Insert<SurveyRow, 'title'>
export type SurveyUpdate = Update<SurveyRow>

export interface SurveySectionRow {
  id: string
  survey_id: string
  title: string
  description: string
  position: number
}
export type SurveySectionInsert = Insert<SurveySectionRow, 'survey_id' | 'title' | 'position'>
export type SurveySectionUpdate = Update<SurveySectionRow>

export interface SurveyQuestionRow {
  id: string
  section_id: string
  statement: string
  type: 'text' | 'single_choice' | 'multiple_choice' | 'scale' | 'yes_no'
  responses: string
  required: boolean
  position: number
}
export type SurveyQuestionInsert = Insert<SurveyQuestionRow, 'section_id' | 'statement' | 'type' | 'position'>
export type SurveyQuestionUpdate = Update<SurveyQuestionRow>

export interface SurveySubmissionRow {
  id: string
  survey_id: string
  user_id: string
  submitted_at: Date
}
export type SurveySubmissionInsert = Insert<SurveySubmissionRow, 'survey_id' | 'user_id'>
export type SurveySubmissionUpdate = Update<SurveySubmissionRow>

export interface SurveyAnswerRow {
  submission_id: string
  question_id: string
  text: string | null
  choices: string[] | null
  scale: number | null
  yes: boolean | null
}
export type SurveyAnswerInsert = Insert<SurveyAnswerRow, 'submission_id' | 'question_id'>
export type SurveyAnswerUpdate = Update<SurveyAnswerRow>

export interface FormRow {
  id: string
  owner_id: string | null
  name: string
  purpose: 'register' | 'lead' | 'survey' | 'contact'
  product_id: string | null
  is_active: boolean
  created_at: Date
  updated_at: Date
}
export type FormInsert = Insert<FormRow, 'name' | 'purpose'>
export type FormUpdate = Update<FormRow>

export interface FormFieldRow {
  id: string
  form_id: string
  name: string
  type: 'text' | 'textarea' | 'number' | 'email' | 'phone' | 'date' | 'select' | 'radio' | 'checkbox' | 'file'
  required: boolean
  text: string
  placeholder: string
  field_values: string[]
  position: number
}
export type FormFieldInsert = Insert<FormFieldRow, 'form_id' | 'name' | 'type' | 'position'>
export type FormFieldUpdate = Update<FormFieldRow>

export interface IdeaRow {
  id: string
  user_id: string
  kind: 'video' | 'text' | 'audio'
  title: string
  text: string | null
  file_id: string | null
  state: 'new' | 'in_study' | 'accepted' | 'declined'
  decided_by: string | null
  created_at: Date
  updated_at: Date
}
export type IdeaInsert = Insert<IdeaRow, 'user_id' | 'kind' | 'title'>
export type IdeaUpdate = Update<IdeaRow>

export interface LeanTestRow {
  id: string
  author_id: string | null
  hypothesis: string
  landing_text: string
  landing_text_variant: string
  measure: 'click' | 'signup' | 'lead' | 'purchase'
  target_percent: number
  state: 'draft' | 'running' | 'finished'
  starts_at: Date | null
  ends_at: Date | null
  created_at: Date
  updated_at: Date
}
export type LeanTestInsert = Insert<LeanTestRow, 'hypothesis' | 'measure' | 'target_percent'>
export type LeanTestUpdate = Update<LeanTestRow>

export interface LeanTestVisitRow {
  lean_test_id: string
  visitor_id: string
  variant: 'a' | 'b'
  visited_at: Date
  converted_at: Date | null
}
export type LeanTestVisitInsert = Insert<LeanTestVisitRow, 'lean_test_id' | 'visitor_id' | 'variant'>
export type LeanTestVisitUpdate = Update<LeanTestVisitRow>

export interface LeadRow {
  id: string
  name: string
  surname: string
  email: string
  phone: string | null
  company: string | null
  source: 'contact' | 'producer_landing' | 'product_form' | 'lean_test' | 'import'
  product_id: string | null
  form_id: string | null
  fields: unknown
  message: string | null
  consent: boolean
  status: 'new' | 'contacted' | 'won' | 'lost'
  created_at: Date
  updated_at: Date
}
export type LeadInsert = Insert<LeadRow, 'name' | 'email' | 'source'>
export type LeadUpdate = Update<LeadRow>

export interface EmailRow {
  id: string
  user_id: string | null
  recipient: string
  template: string
  locale: 'es' | 'en' | 'pt'
  subject: string
  is_promotional: boolean
  is_tracked: boolean
  status: 'queued' | 'sent' | 'delivered' | 'failed' | 'skipped'
  message_id: string | null
  sent_at: Date | null
  delivered_at: Date | null
  opened_at: Date | null
  clicked_at: Date | null
  failed_at: Date | null
  failure: string | null
  created_at: Date
  updated_at: Date
}
export type EmailInsert = Insert<EmailRow, 'recipient' | 'template' | 'subject'>
export type EmailUpdate = Update<EmailRow>

export interface EmailEventRow {
  id: string
  email_id: string
  kind: 'sent' | 'delivered' | 'opened' | 'clicked' | 'failed' | 'complained' | 'unsubscribed'
  url: string | null
  at: Date
}
export type EmailEventInsert = Insert<EmailEventRow, 'email_id' | 'kind'>
export type EmailEventUpdate = Update<EmailEventRow>

export interface BannerRow {
  id: string
  name: string
  is_active: boolean
  display: 'all_but_selected' | 'only_selected' | 'by_categories'
  link_url: string | null
  starts_at: Date | null
  ends_at: Date | null
  view_count: number
  click_count: number
  created_at: Date
  updated_at: Date
}
export type BannerInsert = Insert<BannerRow, 'name'>
export type BannerUpdate = Update<BannerRow>

export interface BannerImageRow {
  id: string
  banner_id: string
  column_number: number
  row_number: number
  file_id: string
  link_url: string | null
  alt: string
}
export type BannerImageInsert = Insert<BannerImageRow, 'banner_id' | 'column_number' | 'row_number' | 'file_id'>
export type BannerImageUpdate = Update<BannerImageRow>

export interface BannerProductRow {
  banner_id: string
  product_id: string
}
export type BannerProductInsert = Insert<BannerProductRow, 'banner_id' | 'product_id'>
export type BannerProductUpdate = Update<BannerProductRow>

export interface BannerCategoryRow {
  banner_id: string
  category_id: string
}
export type BannerCategoryInsert = Insert<BannerCategoryRow, 'banner_id' | 'category_id'>
export type BannerCategoryUpdate = Update<BannerCategoryRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    notification_batches: Knex.CompositeTableType<NotificationBatcheRow, NotificationBatcheInsert, NotificationBatcheUpdate>
    notifications: Knex.CompositeTableType<NotificationRow, NotificationInsert, NotificationUpdate>
    reminder_wishes: Knex.CompositeTableType<ReminderWisheRow, ReminderWisheInsert, ReminderWisheUpdate>
    sent_reminders: Knex.CompositeTableType<SentReminderRow, SentReminderInsert, SentReminderUpdate>
    surveys: Knex.CompositeTableType<SurveyRow, SurveyInsert, SurveyUpdate>
    survey_sections: Knex.CompositeTableType<SurveySectionRow, SurveySectionInsert, SurveySectionUpdate>
    survey_questions: Knex.CompositeTableType<SurveyQuestionRow, SurveyQuestionInsert, SurveyQuestionUpdate>
    survey_submissions: Knex.CompositeTableType<SurveySubmissionRow, SurveySubmissionInsert, SurveySubmissionUpdate>
    survey_answers: Knex.CompositeTableType<SurveyAnswerRow, SurveyAnswerInsert, SurveyAnswerUpdate>
    forms: Knex.CompositeTableType<FormRow, FormInsert, FormUpdate>
    form_fields: Knex.CompositeTableType<FormFieldRow, FormFieldInsert, FormFieldUpdate>
    ideas: Knex.CompositeTableType<IdeaRow, IdeaInsert, IdeaUpdate>
    lean_tests: Knex.CompositeTableType<LeanTestRow, LeanTestInsert, LeanTestUpdate>
    lean_test_visits: Knex.CompositeTableType<LeanTestVisitRow, LeanTestVisitInsert, LeanTestVisitUpdate>
    leads: Knex.CompositeTableType<LeadRow, LeadInsert, LeadUpdate>
    emails: Knex.CompositeTableType<EmailRow, EmailInsert, EmailUpdate>
    email_events: Knex.CompositeTableType<EmailEventRow, EmailEventInsert, EmailEventUpdate>
    banners: Knex.CompositeTableType<BannerRow, BannerInsert, BannerUpdate>
    banner_images: Knex.CompositeTableType<BannerImageRow, BannerImageInsert, BannerImageUpdate>
    banner_products: Knex.CompositeTableType<BannerProductRow, BannerProductInsert, BannerProductUpdate>
    banner_categories: Knex.CompositeTableType<BannerCategoryRow, BannerCategoryInsert, BannerCategoryUpdate>
  }
}
