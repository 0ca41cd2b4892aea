import { studyGuides, type OwnStudyGuide } from '@e-events/shared/contract/learning/study-guides.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { codeOf } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: UserRow
let as: string
let asViewer: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer()
  as = await t.tokenOf(producer)
  asViewer = await t.tokenOf(await t.factories.user())
})
afterAll(() => t.stop())

async function product(fields: Parameters<TestApi['factories']['product']>[0] = {}) {
  const channel = await t.factories.channel({ owner_id: producer.id })
  return t.factories.product({ channel_id: channel.id, type: 'course', ...fields }, { sessions: 0 })
}
const guide = {
  requirements: 'Un cuaderno.\nNada más.',
  program: 'Semana 1: mirar',
  faqs: [
    { question: '¿Hay examen?', answer: 'No.' },
    { question: '¿Y diploma?', answer: 'Tampoco.' },
  ],
}
const save = (slug: string, body: OwnStudyGuide, token = as) => t.call(studyGuides.save, { params: { slug }, body, as: token })
const read = (slug: string, token: string = asViewer) => t.call(studyGuides.get, { params: { slug }, as: token })

describe('the study guide of a course', () => {
  it.each(['course', 'master'] as const)(
    'of type %s is written by its organizer and read by every account, in its order [LRN-017]',
    async (type) => {
      const { slug } = await product({ type })
      expect((await read(slug)).body).toEqual({ requirements: '', program: '', faqs: [] })
      expect((await save(slug, { version: 0, ...guide })).body).toEqual({ version: 1, ...guide })
      const turned = { ...guide, faqs: guide.faqs.toReversed() }
      expect((await save(slug, { version: 1, ...turned })).body).toEqual({ version: 2, ...turned })
      expect((await read(slug)).body).toEqual(turned)
    },
  )

  it('is refused on a version that somebody else changed, and keeps what they wrote', async () => {
    const { slug } = await product()
    await save(slug, { version: 0, ...guide })
    const late = await save(slug, { version: 0, requirements: 'Otra', program: '', faqs: [] })
    expect([late.status, codeOf(late)]).toEqual([409, 'CURRICULUM_CHANGED'])
    expect((await read(slug)).body).toEqual(guide)
    const both = await Promise.all(['a', 'b', 'c'].map((requirements) => save(slug, { version: 1, ...guide, requirements })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  it('belongs to courses and masters alone, and is hidden with a draft', async () => {
    const film = await product({ type: 'vod' })
    expect(codeOf(await save(film.slug, { version: 0, ...guide }))).toBe('STATE_CONFLICT')
    expect(codeOf(await read(film.slug))).toBe('NOT_FOUND')
    const draft = await product({ status: 'draft' })
    expect(codeOf(await read(draft.slug))).toBe('NOT_FOUND')
    expect((await read(draft.slug, as)).status).toBe(200)
  })

  it('has as many FAQs as the limit says, none without an answer', async () => {
    const { slug } = await product()
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ question: `¿${index}?`, answer: 'Sí' }))
    expect((await save(slug, { version: 0, ...guide, faqs: many(limits.courseFaqs + 1) })).status).toBe(400)
    expect((await save(slug, { version: 0, ...guide, faqs: [{ question: '¿?', answer: ' ' }] })).status).toBe(400)
    expect((await save(slug, { version: 0, ...guide, faqs: many(limits.courseFaqs) })).status).toBe(200)
  })
})
