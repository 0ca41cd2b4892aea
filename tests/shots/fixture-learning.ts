import { certificates } from '@e-events/shared/contract/learning/certificates.ts'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { curricula, type Curriculum } from '@e-events/shared/contract/learning/curriculum.ts'
import { masters } from '@e-events/shared/contract/learning/masters.ts'
import { students as taught } from '@e-events/shared/contract/learning/students.ts'
import { certificateOf, courseOf, shownCertificateOf, lessonIds, lessonOf, studentOf } from '../../web/src/testing/course-factories.ts'
import type { FakeApi } from '../../web/src/testing/fake-api.ts'
import { playLessons } from './fixture-lessons.ts'

const film = { slug: 'marea-de-luz', title: 'Marea de luz', type: 'vod', status: 'published', isReady: true } as const

/** A course of two modules that was begun, its form, and a master that holds it. */
export function playLearning(api: FakeApi, posterOf: (slug: string) => string | null): void {
  const slug = 'diseno-desde-cero'
  const course = courseOf({ slug, seesStudents: true, posterUrl: posterOf(slug) })
  const curriculum: Curriculum = {
    version: 4,
    watchedPercent: 90,
    watchedByHand: false,
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
      })),
    })),
  }
  api.on(courses.get, () => course)
  playLessons(api, course)
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
