import { z } from 'zod'
import { limits } from '../../limits.ts'
import { slugParams } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const faq = z.strictObject({ question: z.string().trim().min(1).max(300), answer: z.string().trim().min(1).max(3_000) })
const texts = {
  /** Knowledge and material that somebody needs before the course. */
  requirements: z.string().trim().max(limits.lessonNotesChars),
  program: z.string().trim().max(limits.lessonNotesChars),
  faqs: z.array(faq).max(limits.courseFaqs),
}

/** Texts of a course or master around its lessons. */
export const studyGuideSchema = z.object(texts).meta({ id: 'StudyGuide' })
export type StudyGuide = z.infer<typeof studyGuideSchema>

/** `version` grows with each change: a change names the one that it was made on. */
export const ownStudyGuideSchema = studyGuideSchema.extend({ version: z.int() }).meta({ id: 'OwnStudyGuide' })
export type OwnStudyGuide = z.infer<typeof ownStudyGuideSchema>

const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const

export const studyGuides = {
  get: endpoint({
    method: 'GET',
    path: '/study-guides/:slug',
    summary: 'Requirements, program and FAQs of a course or master',
    access: { kind: 'session' },
    params: slugParams,
    response: studyGuideSchema,
    errors: ['NOT_FOUND'],
  }),
  getOwn: endpoint({
    method: 'GET',
    path: '/products/:slug/study-guide',
    summary: 'The study guide of an own course or master',
    access: owned,
    params: slugParams,
    response: ownStudyGuideSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/products/:slug/study-guide',
    summary: 'Write requirements, program and FAQs',
    access: owned,
    params: slugParams,
    body: z.strictObject({ version: z.int().min(0).max(limits.versionMax), ...texts }),
    response: ownStudyGuideSchema,
    errors: ['NOT_FOUND', 'STATE_CONFLICT', 'CURRICULUM_CHANGED'],
    rateLimit: 'write',
  }),
} as const
