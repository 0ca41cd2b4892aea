import { certificates } from '@e-events/shared/contract/learning/certificates.ts'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { quizzes, type LessonQuiz, type OwnQuiz } from '@e-events/shared/contract/learning/quizzes.ts'
import { curricula, type Curriculum } from '@e-events/shared/contract/learning/curriculum.ts'
import { masters } from '@e-events/shared/contract/learning/masters.ts'
import { documentOfText } from '@e-events/shared/domain/post-document.ts'
import { students as taught } from '@e-events/shared/contract/learning/students.ts'
import {
  certificateOf,
  courseLesson,
  courseOf,
  outlineOf,
  shownCertificateOf,
  lessonIds,
  studentOf,
} from '../../web/src/testing/course-factories.ts'
import type { FakeApi } from '../../web/src/testing/fake-api.ts'
import { playLessons } from './fixture-lessons.ts'

const film = { slug: 'marea-de-luz', title: 'Marea de luz', type: 'vod', status: 'published', isReady: true } as const

export const lockedId = '00000000-0000-4000-8000-0000000001e4'
const id = (n: number) => `00000000-0000-4000-8000-0000000005${n}`
const option = (n: number, text: string) => ({ id: id(n), text })
const ownQuiz: OwnQuiz = {
  title: 'Repaso: la página y su aire',
  passPercent: 70,
  attempts: 2,
  version: 1,
  questions: [
    {
      id: id(10),
      type: 'single',
      text: '¿Cuántas columnas tiene un folio doblado dos veces en vertical?',
      options: [option(11, 'Dos'), option(12, 'Tres'), option(13, 'Cuatro')],
      right: id(13),
      explanation: 'Cada doblez parte en dos lo que había: primero dos, luego cuatro.',
    },
    {
      id: id(20),
      type: 'multiple',
      text: '¿Qué ordena una página?',
      options: [option(21, 'El aire entre los bloques'), option(22, 'La retícula'), option(23, 'El precio del papel')],
      right: [id(21), id(22)],
      explanation: '',
    },
    { id: id(30), type: 'boolean', text: 'El blanco sobra.', right: false, explanation: 'El blanco separa y da descanso.' },
    {
      id: id(40),
      type: 'text',
      text: '¿Cómo se llama la línea sobre la que descansan las letras?',
      accepted: ['Línea base'],
      explanation: '',
    },
    { id: id(50), type: 'number', text: '¿Cuántos centímetros mide de ancho un A4?', value: 21, tolerance: 0.1, explanation: '' },
  ],
}
const learnerQuiz: LessonQuiz = {
  title: ownQuiz.title,
  passPercent: 70,
  version: 1,
  attemptsLeft: 2,
  isPassed: false,
  bestPercent: null,
  last: null,
  questions: ownQuiz.questions.map(({ id: question, type, text, ...rest }) => ({
    id: question,
    type,
    text,
    options: 'options' in rest ? rest.options : [],
  })),
}

/** A course of two modules that was begun, its form, and a master that holds it. */
export function playLearning(api: FakeApi, posterOf: (slug: string) => string | null): void {
  const slug = 'diseno-desde-cero'
  const course = courseOf({ slug, seesStudents: true, posterUrl: posterOf(slug) })
  const last = course.modules.at(-1)
  const [asked] = last?.lessons ?? []
  if (last && asked) {
    const after = { id: asked.id, title: asked.title }
    const lock = { after, opensAt: '2026-12-01T09:00:00.000Z' }
    last.lessons = [{ ...asked, quiz: { isPassed: false } }, courseLesson({ id: lockedId, title: 'Dos colores bastan', lock })]
  }
  const curriculum: Curriculum = {
    version: 4,
    watchedPercent: 90,
    watchedByHand: false,
    lessonOrder: 'enforced',
    modules: course.modules.map(({ id, title, lessons }) => ({
      id,
      title,
      lessons: lessons.map((lesson) => ({
        id: lesson.id,
        title: lesson.title,
        kind: lesson.kind,
        source: lesson.kind === 'video' ? film : null,
        url: null,
        notes: documentOfText(lesson.kind === 'video' ? 'Fíjate en el aire.\n\nPara el vídeo en 1:02.' : ''),
        isPreview: lesson.isPreview,
        opensAt: null,
        opensAfterDays: null,
      })),
    })),
  }
  api.on(courses.get, () => course)
  api.on(courses.outline, outlineOf)
  playLessons(api, course, lockedId)
  api.on(quizzes.getOwn, () => ({ quiz: ownQuiz }))
  api.on(quizzes.get, () => learnerQuiz)
  api.on(quizzes.answer, ({ body }) => ({
    ...learnerQuiz,
    attemptsLeft: 1,
    bestPercent: 40,
    last: {
      number: 1,
      at: '2026-11-20T10:00:00.000Z',
      scorePercent: 40,
      isPassed: false,
      results: ownQuiz.questions.map(({ id, text, explanation }, index) => ({
        id,
        text,
        explanation,
        isRight: index % 2 === 1,
        given: body.answers[index]?.type === 'boolean' ? true : ['Tres'],
        expected: null,
      })),
    },
  }))
  api.on(courses.continue, () => ({
    courses: [
      {
        slug,
        title: course.title,
        posterUrl: null,
        percent: course.percent,
        lesson: { id: lessonIds[1], title: 'La retícula' },
        lastSeenAt: '2026-11-20T10:00:00.000Z',
      },
    ],
  }))
  const students = [
    studentOf({ quizzes: { bestPercent: 85, taken: 1, total: 2 } }),
    studentOf({ id: '00000000-0000-4000-8000-0000000003a2', name: 'Rui Salgado', email: 'rui@correo.example', percent: 100 }),
    studentOf({
      id: '00000000-0000-4000-8000-0000000003a3',
      name: 'Inés Oller',
      email: 'ines@correo.example',
      percent: 0,
      lastSeenAt: null,
    }),
  ]
  api.on(certificates.verify, () => shownCertificateOf())
  api.on(certificates.state, () => ({ isOffered: true, isEarned: true, name: 'Ada Vidal', certificate: certificateOf() }))
  api.on(certificates.mine, () => ({ certificates: [certificateOf()] }))
  api.on(certificates.settings, () => ({ givesCertificate: true }))
  api.on(taught.list, () => ({ items: students, nextCursor: null, total: students.length }))
  api.on(curricula.get, () => curriculum)
  api.on(curricula.sources, () => ({ sources: [film] }))
  const choice = (held: string, title: string, lessons: number) => ({ slug: held, title, status: 'published' as const, lessons })
  const held = [choice(slug, 'Diseño desde cero', 5), choice('contar-con-datos', 'Contar con datos', 3)]
  api.on(masters.getOwn, () => ({ version: 1, courses: held, choices: held }))
  api.on(masters.get, () => ({
    slug: 'master-narrativa-visual',
    title: 'Máster en narrativa visual',
    hasAccess: true,
    seesStudents: false,
    percent: 13,
    speakers: [],
    courses: held.map(({ slug: one, title, lessons }, index) => ({
      slug: one,
      title,
      posterUrl: posterOf(one),
      lessons,
      percent: index === 0 ? 20 : 0,
      isWatched: false,
      hasAccess: true,
    })),
    kept: [],
  }))
}
