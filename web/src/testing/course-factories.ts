import type { Certificate, ShownCertificate } from '@e-events/shared/contract/learning/certificates.ts'
import type { Course, CourseOutline, CourseLesson, Lesson } from '@e-events/shared/contract/learning/courses.ts'
import type { Student } from '@e-events/shared/contract/learning/students.ts'

export const lessonIds = [1, 2, 3].map((n) => `00000000-0000-4000-8000-0000000001e${n}`) as [string, string, string]

export const courseLesson = (wanted: Partial<CourseLesson> = {}): CourseLesson => ({
  id: lessonIds[0],
  title: 'Mirar',
  kind: 'video',
  isPreview: false,
  durationMs: 90_000,
  percent: 0,
  isWatched: false,
  lock: null,
  quiz: null,
  rating: { count: 0, average: null },
  ...wanted,
})

/** A course of two modules: a preview, a video and a text. */
export const courseOf = (wanted: Partial<Course> = {}): Course => ({
  slug: 'diseno',
  title: 'Diseño desde cero',
  posterUrl: null,
  hasAccess: true,
  seesStudents: false,
  watchedPercent: 90,
  watchedByHand: false,
  modules: [
    {
      id: '00000000-0000-4000-8000-0000000000a1',
      title: 'Mirar antes de mover',
      lessons: [
        courseLesson({
          title: 'Lo que una página pide',
          isPreview: true,
          isWatched: true,
          percent: 100,
          rating: { count: 2, average: 4.5 },
        }),
        courseLesson({ id: lessonIds[1], title: 'La retícula', percent: 40 }),
      ],
    },
    {
      id: '00000000-0000-4000-8000-0000000000a2',
      title: 'Letra y color',
      lessons: [courseLesson({ id: lessonIds[2], title: 'Elegir una letra', kind: 'text', durationMs: null })],
    },
  ],
  percent: 33,
  isWatched: false,
  next: lessonIds[1],
  rating: { count: 2, average: 4.5 },
  ...wanted,
})

/** The same course for somebody who thinks of buying it. */
export const outlineOf = (): CourseOutline => {
  const { slug, title, modules } = courseOf()
  return {
    courses: [
      {
        slug,
        title,
        hasCertificate: true,
        rating: { count: 2, average: 4.5 },
        modules: modules.map((module) => ({
          id: module.id,
          title: module.title,
          lessons: module.lessons.map(({ id, title: name, kind, isPreview, durationMs }) => ({
            id,
            title: name,
            kind,
            isPreview,
            durationMs,
            hasQuiz: kind === 'text',
          })),
        })),
      },
    ],
  }
}

export const lessonOf = (wanted: Partial<Lesson> = {}): Lesson => ({
  course: courseOf(),
  id: lessonIds[2],
  title: 'Elegir una letra',
  kind: 'text',
  notesHtml: '<p>Dobla un folio en tres.</p>',
  meeting: null,
  meetingUrl: null,
  embedUrl: null,
  room: 'diseno',
  isByHand: true,
  positionMs: 0,
  myStars: null,
  previous: lessonIds[1],
  next: null,
  ...wanted,
})

export const studentOf = (wanted: Partial<Student> = {}): Student => ({
  id: '00000000-0000-4000-8000-0000000003a1',
  name: 'Ada Vidal',
  email: 'ada@correo.example',
  since: '2026-04-02T10:00:00.000Z',
  percent: 33,
  lastSeenAt: '2026-05-01T17:30:00.000Z',
  quizzes: null,
  certificate: null,
  ...wanted,
})

export const certificateId = '3f1c2c5a-5c1e-4d0a-9e3c-1b2d3e4f5a6b'

export const certificateOf = (wanted: Partial<Certificate> = {}): Certificate => ({
  id: certificateId,
  name: 'Ada Vidal',
  title: 'Diseño desde cero',
  issuedAt: '2026-05-01T17:30:00.000Z',
  revokedAt: null,
  revokedReason: null,
  product: { slug: 'diseno', type: 'course' },
  ...wanted,
})

/** The same as anybody reads it. */
export const shownCertificateOf = (wanted: Partial<ShownCertificate> = {}): ShownCertificate => ({
  id: certificateId,
  status: 'valid',
  revokedAt: null,
  language: 'es',
  signed: {
    name: 'Ada Vidal',
    title: 'Diseño desde cero',
    organizer: 'Escuela Ñandú',
    issuedAt: '2026-05-01T17:30:00.000Z',
    videoMs: 5_400_000,
    key: 'z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK',
  },
  ...wanted,
})
