import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { curricula, type Curriculum } from '@e-events/shared/contract/learning/curriculum.ts'
import { masters } from '@e-events/shared/contract/learning/masters.ts'
import { students as taught } from '@e-events/shared/contract/learning/students.ts'
import { courseOf, lessonIds, lessonOf, studentOf } from '../../web/src/testing/course-factories.ts'
import type { FakeApi } from '../../web/src/testing/fake-api.ts'

const film = { slug: 'marea-de-luz', title: 'Marea de luz', type: 'vod', status: 'published', isReady: true } as const

/** A course of two modules that was begun, its form, and a master that holds it. */
export function playLearning(api: FakeApi, posterOf: (slug: string) => string | null): void {
  const slug = 'diseno-desde-cero'
  const course = courseOf({ slug, seesStudents: true, posterUrl: posterOf(slug) })
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
        notes: '',
        isPreview: lesson.isPreview,
        opensAt: null,
        opensAfterDays: null,
      })),
    })),
  }
  api.on(courses.get, () => course)
  api.on(courses.lesson, ({ params }) =>
    lessonOf({ course, id: params.id, notes: 'Dobla un folio en tres.\n\nColoca en él un solo párrafo.' }),
  )
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
    studentOf(),
    studentOf({ id: '00000000-0000-4000-8000-0000000003a2', name: 'Rui Salgado', email: 'rui@correo.example', percent: 100 }),
    studentOf({
      id: '00000000-0000-4000-8000-0000000003a3',
      name: 'Inés Oller',
      email: 'ines@correo.example',
      percent: 0,
      lastSeenAt: null,
    }),
  ]
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
    percent: 23,
    courses: held.map(({ slug: one, title, lessons }, index) => ({
      slug: one,
      title,
      posterUrl: posterOf(one),
      lessons,
      percent: index === 0 ? 46 : 0,
      isWatched: false,
      hasAccess: true,
    })),
  }))
}
