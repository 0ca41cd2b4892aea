// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

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

declare module 'knex/types/tables.js' {
  interface Tables {
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
  }
}
