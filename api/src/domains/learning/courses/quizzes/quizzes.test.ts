import { certificates, type CertificateState } from '@e-events/shared/contract/learning/certificates.ts'
import { courses, type Course } from '@e-events/shared/contract/learning/courses.ts'
import { quizzes, type LessonQuiz, type OwnQuestion, type OwnQuiz, type QuizAnswer } from '@e-events/shared/contract/learning/quizzes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../../db/tables/people.ts'
import { codeOf } from '../../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

let t: TestApi
let owner: UserRow
let ownerToken: string
let channelId: string
let learner: UserRow
let as: string
let slug: string
let id: string
let courseId: string
beforeAll(async () => {
  t = await createTestApi()
  owner = await t.factories.producer()
  ownerToken = await t.tokenOf(owner)
  channelId = (await t.factories.channel({ owner_id: owner.id })).id
})
afterAll(() => t.stop())
beforeEach(async () => {
  const { knex } = t.database
  const course = await t.factories.product({ type: 'course', plan: 'paid', channel_id: channelId }, { sessions: 0 })
  const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Uno', position: 0 }).returning('id')
  const [lesson] = await knex('lessons')
    .insert({ module_id: module?.id ?? '', title: 'Leer', position: 0 })
    .returning('id')
  slug = course.slug
  courseId = course.id
  id = lesson?.id ?? ''
  learner = await t.factories.user()
  as = await t.tokenOf(learner)
  await t.factories.ticket({ user_id: learner.id, product_id: course.id })
})

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const option = (n: number, text: string) => ({ id: uuid(n), text })
const keys = ['CLAVE-UNO', 'CLAVE-DOS', 'clave-tres', '4242', 'porque-si']
const questions: OwnQuestion[] = [
  {
    id: uuid(1),
    type: 'single',
    text: '<b>¿Cuál?</b>',
    explanation: keys[4] ?? '',
    options: [option(11, 'Azul'), option(12, 'Rojo')],
    right: uuid(12),
  },
  {
    id: uuid(2),
    type: 'multiple',
    text: '¿Cuáles?',
    explanation: '',
    options: [option(21, 'Uno'), option(22, 'Dos'), option(23, 'Tres')],
    right: [uuid(21), uuid(23)],
  },
  { id: uuid(3), type: 'boolean', text: '¿Es así?', explanation: '', right: false },
  { id: uuid(4), type: 'text', text: '¿Dónde?', explanation: '', accepted: ['Málaga', keys[2] ?? ''] },
  { id: uuid(5), type: 'number', text: '¿Cuánto?', explanation: '', value: 4242, tolerance: 8 },
]
const quiz = { title: 'Repaso', passPercent: 70, attempts: 2, questions }
const right: QuizAnswer[] = [
  { question: uuid(1), type: 'single', option: uuid(12) },
  { question: uuid(2), type: 'multiple', options: [uuid(23), uuid(21)] },
  { question: uuid(3), type: 'boolean', value: false },
  { question: uuid(4), type: 'text', text: ' malaga ' },
  { question: uuid(5), type: 'number', value: 4250 },
]
/** Two of five. */
const wrong: QuizAnswer[] = [
  { question: uuid(1), type: 'single', option: uuid(11) },
  { question: uuid(2), type: 'multiple', options: [uuid(21)] },
  { question: uuid(3), type: 'boolean', value: false },
  { question: uuid(4), type: 'text', text: 'Sevilla' },
  { question: uuid(5), type: 'number', value: 4234 },
]
const save = (version: number, fields: object = {}, who = ownerToken) =>
  t.call(quizzes.save, { params: { slug, id }, body: { version, ...quiz, ...fields }, as: who })
const get = (who = as) => t.call(quizzes.get, { params: { slug, id }, as: who })
const answer = (
  answers: readonly unknown[],
  { clientId, version = 1, who = as }: { clientId?: string; version?: number; who?: string } = {},
) =>
  t.call(quizzes.answer, {
    params: { slug, id },
    body: { clientId: clientId ?? crypto.randomUUID(), version, answers: answers as QuizAnswer[] },
    as: who,
  })
const answered = async (...asked: Parameters<typeof answer>) => (await answer(...asked).expect(201)).body as LessonQuiz
const attempts = () => t.database.knex('quiz_attempts').where({ user_id: learner.id })

describe('the quiz of a lesson', () => {
  it('is written by its organizer and administrators alone, on the version that they read', async () => {
    for (const who of [as, await t.tokenOf(await t.factories.producer())]) expect([403, 404]).toContain((await save(0, {}, who)).status)
    expect(codeOf(await save(1))).toBe('QUIZ_CHANGED')
    expect((await save(0).expect(200)).body).toEqual({ quiz: { ...quiz, version: 1 } })
    expect(codeOf(await save(0, {}, await t.tokenOf(await t.factories.admin())))).toBe('QUIZ_CHANGED')
    const admin = await save(1, { title: 'Otro' }, await t.tokenOf(await t.factories.admin())).expect(200)
    expect((admin.body as { quiz: OwnQuiz }).quiz).toMatchObject({ title: 'Otro', version: 2 })
    expect((await t.call(quizzes.getOwn, { params: { slug, id }, as: ownerToken }).expect(200)).body).toMatchObject({
      quiz: { version: 2 },
    })
    await t.call(quizzes.remove, { params: { slug, id }, as: ownerToken }).expect(204)
    await t.call(quizzes.remove, { params: { slug, id }, as: ownerToken }).expect(404)
    expect((await t.call(quizzes.getOwn, { params: { slug, id }, as: ownerToken }).expect(200)).body).toEqual({ quiz: null })
    await get().expect(404)
  })

  it('has 1 to 50 questions, each with a key that fits it', async () => {
    const [single, multiple] = questions as [Extract<OwnQuestion, { type: 'single' }>, Extract<OwnQuestion, { type: 'multiple' }>]
    const many = (count: number): OwnQuestion[] =>
      Array.from({ length: count }, (_, n) => ({ id: uuid(100 + n), type: 'boolean', text: `${n}`, explanation: '', right: true }))
    const refused: [string, object][] = [
      ['no question', { questions: [] }],
      ['51 questions', { questions: many(51) }],
      ['a question twice', { questions: [single, single] }],
      ['a key of another question', { questions: [{ ...single, right: uuid(21) }] }],
      ['a key with an unknown option', { questions: [{ ...multiple, right: [uuid(21), uuid(99)] }] }],
      ['a key that says an option twice', { questions: [{ ...multiple, right: [uuid(21), uuid(21)] }] }],
      ['an option twice', { questions: [{ ...single, options: [option(12, 'A'), option(12, 'B')] }] }],
      ['one option', { questions: [{ ...single, options: [option(12, 'A')] }] }],
      ['a type that does not exist', { questions: [{ ...single, type: 'essay' }] }],
      ['a key of another type', { questions: [{ ...single, right: true }] }],
      ['a text of spaces', { questions: [{ ...single, text: '  ' }] }],
      ['a tolerance below zero', { questions: [{ ...questions[4], tolerance: -1 }] }],
      ['a pass mark above all', { passPercent: 101 }],
      ['a pass mark of nothing', { passPercent: 0 }],
      ['21 attempts', { attempts: 21 }],
      ['more than is asked for', { secret: true }],
    ]
    for (const [name, fields] of refused) {
      const reply = await save(0, fields)
      expect([reply.status, codeOf(reply)], name).toEqual([400, 'VALIDATION_FAILED'])
    }
    await save(0, { questions: many(50), attempts: 20 }).expect(200)
  })

  it('comes to learners without its key: nothing of it is in what they are sent before it is won', async () => {
    await save(0).expect(200)
    const leaks = (reply: { text: string }) =>
      [...keys, '"right"', 'accepted', 'tolerance', '"expected":[', '"expected":true', '"expected":false'].filter((word) =>
        reply.text.includes(word),
      )
    const shown = await get().expect(200)
    expect(leaks(shown)).toEqual([])
    expect(shown.body).toMatchObject({
      title: 'Repaso',
      passPercent: 70,
      attemptsLeft: 2,
      isPassed: false,
      bestPercent: null,
      last: null,
    })
    const shape = (shown.body as LessonQuiz).questions.map(({ type, text, options }) => [type, text, options.map((one) => one.text)])
    // Markup is text: it is neither cleaned nor read as anything else.
    expect(shape[0]).toEqual(['single', '<b>¿Cuál?</b>', ['Azul', 'Rojo']])
    expect(shape.slice(3)).toEqual([
      ['text', '¿Dónde?', []],
      ['number', '¿Cuánto?', []],
    ])
    for (const reply of [await t.call(courses.get, { params: { slug }, as }), await t.call(courses.lesson, { params: { slug, id }, as })])
      expect(leaks(reply)).toEqual([])
    // A failed attempt with another one left says what was wrong and why, and no key.
    const failed = await answer(wrong).expect(201)
    expect(leaks(failed)).toEqual(['porque-si'])
    expect((failed.body as LessonQuiz).last?.results.map(({ isRight, expected }) => [isRight, expected])).toEqual([
      [false, null],
      [false, null],
      [true, null],
      [false, null],
      [true, null],
    ])
    expect(leaks(await get().expect(200))).toEqual(['porque-si'])
    const passed = await answered(right)
    expect(passed.last?.results.map(({ given, expected }) => [given, expected])).toEqual([
      [['Rojo'], ['Rojo']],
      [
        ['Uno', 'Tres'],
        ['Uno', 'Tres'],
      ],
      [false, false],
      [['malaga'], ['Málaga', 'clave-tres']],
      [['4250'], ['4242 ± 8']],
    ])
  })

  it('is for whoever may open its lesson', async () => {
    await save(0).expect(200)
    const stranger = await t.tokenOf(await t.factories.user())
    expect([(await get(stranger)).status, codeOf(await answer(right, { who: stranger }))]).toEqual([402, 'TICKET_REQUIRED'])
    await t.call(quizzes.get, { params: { slug, id } }).expect(401)
    await t.database
      .knex('lessons')
      .where({ id })
      .update({ opens_at: new Date(t.clock.nowMs() + 60_000) })
    expect([codeOf(await get()), codeOf(await answer(right))]).toEqual(['LESSON_LOCKED', 'LESSON_LOCKED'])
    await get(ownerToken).expect(200)
  })
})

describe('an attempt', () => {
  it('is marked, kept with its score, and counted', async () => {
    await save(0).expect(200)
    expect(await answered(wrong)).toMatchObject({
      attemptsLeft: 1,
      isPassed: false,
      bestPercent: 40,
      last: { number: 1, scorePercent: 40, isPassed: false },
    })
    expect(await answered(right)).toMatchObject({ attemptsLeft: 0, isPassed: true, bestPercent: 100, last: { number: 2, isPassed: true } })
    const third = await answer(right)
    expect([third.status, codeOf(third)]).toEqual([409, 'QUIZ_ATTEMPTS_USED'])
    expect(await attempts().orderBy('number').select('number', 'score_percent', 'passed')).toEqual([
      { number: 1, score_percent: 40, passed: false },
      { number: 2, score_percent: 100, passed: true },
    ])
  })

  it('that fails as the last one shows the key', async () => {
    await save(0, { attempts: 1 }).expect(200)
    const { last } = await answered(wrong)
    expect(last?.results[3]).toMatchObject({ isRight: false, given: ['Sevilla'], expected: ['Málaga', 'clave-tres'] })
  })

  it('that is sent again counts once, also at the limit and after the quiz has changed', async () => {
    await save(0, { attempts: 1 }).expect(200)
    const clientId = crypto.randomUUID()
    const [one, two] = await Promise.all([answer(wrong, { clientId }), answer(wrong, { clientId })])
    expect([one.status, two.status]).toEqual([201, 201])
    await save(1).expect(200)
    expect((await answered(right, { clientId })).last).toMatchObject({ number: 1, scorePercent: 40 })
    expect(await attempts()).toHaveLength(1)
  })

  it('cannot exceed the limit from two tabs at once', async () => {
    await save(0).expect(200)
    const replies = await Promise.all(Array.from({ length: 6 }, () => answer(wrong)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409, 409])
    expect(await attempts().orderBy('number').pluck('number')).toEqual([1, 2])
  })

  it('keeps its score when the quiz changes, and is not sent on another version', async () => {
    await save(0).expect(200)
    await answered(right)
    const [first] = questions
    await save(1, { questions: [{ ...first, right: uuid(11), text: 'Nueva' }] }).expect(200)
    const after = (await get().expect(200)).body as LessonQuiz
    expect(after).toMatchObject({ isPassed: true, bestPercent: 100, version: 2, attemptsLeft: 1 })
    expect(after.last?.results.map(({ text }) => text)).toContain('¿Dónde?')
    expect(codeOf(await answer(right, { version: 1 }))).toBe('QUIZ_CHANGED')
    expect(codeOf(await answer(right, { version: 2 }))).toBe('VALIDATION_FAILED')
  })

  it('answers every question once, in the shape of its type', async () => {
    await save(0).expect(200)
    const [single, multiple, boolean, text, number] = right
    const but = (index: number, other: unknown) => right.map((one, n) => (n === index ? other : one))
    const refused: [string, readonly unknown[]][] = [
      ['none', []],
      ['one missing', right.slice(1)],
      ['one twice', [...right, single]],
      ['an unknown question', but(0, { ...single, question: uuid(99) })],
      ['an option of another question', but(0, { ...single, option: uuid(21) })],
      ['an option twice', but(1, { ...multiple, options: [uuid(21), uuid(21)] })],
      ['no option', but(1, { ...multiple, options: [] })],
      ['another type', but(2, { ...text, question: uuid(3) })],
      ['a number for a truth', but(2, { ...boolean, value: 1 })],
      ['a text for a number', but(4, { ...number, value: '4242' })],
      ['a number that is none', but(4, { ...number, value: 1e300 })],
      ['a text without end', but(3, { ...text, text: 'a'.repeat(301) })],
      ['more than 50', Array.from({ length: 51 }, () => single)],
    ]
    for (const [name, answers] of refused) {
      const reply = await answer(answers)
      expect([reply.status, codeOf(reply)], name).toEqual([400, 'VALIDATION_FAILED'])
    }
    expect(await attempts()).toHaveLength(0)
  })

  it('that passes completes the lesson for the order, together with its mark', async () => {
    const { knex } = t.database
    const [module] = await knex('course_modules').where({ product_id: courseId }).select('id')
    const [next] = await knex('lessons')
      .insert({ module_id: module?.id ?? '', title: 'Seguir', position: 1 })
      .returning('id')
    await knex('course_details').insert({ product_id: courseId, lesson_order: 'enforced' })
    await save(0).expect(200)
    const read = async () => (await t.call(courses.get, { params: { slug }, as }).expect(200)).body as Course
    const open = () => t.call(courses.lesson, { params: { slug, id: next?.id ?? '' }, as })
    await t.call(courses.watched, { params: { slug, id }, body: { watched: true }, as }).expect(200)
    expect((await read()).modules[0]?.lessons.map(({ quiz: held, lock }) => [held, lock?.after?.id])).toEqual([
      [{ isPassed: false }, undefined],
      [null, id],
    ])
    expect((await read()).next).toBe(id)
    await answered(wrong)
    expect(codeOf(await open().expect(409))).toBe('LESSON_LOCKED')
    await answered(right)
    await open().expect(200)
    await t.call(courses.watched, { params: { slug, id }, body: { watched: false }, as }).expect(200)
    expect(codeOf(await open().expect(409))).toBe('LESSON_LOCKED')
  })
})

describe('a course with a quiz', () => {
  it('gives its certificate once the quiz was passed, too', async () => {
    await t.database.knex('course_details').insert({ product_id: courseId, gives_certificate: true })
    await save(0).expect(200)
    await t.call(courses.watched, { params: { slug, id }, body: { watched: true }, as }).expect(200)
    const isEarned = async () =>
      ((await t.call(certificates.state, { params: { slug }, as }).expect(200)).body as CertificateState).isEarned
    expect(await isEarned()).toBe(false)
    await answered(wrong)
    expect(await isEarned()).toBe(false)
    await answered(right)
    expect(await isEarned()).toBe(true)
  })
})
