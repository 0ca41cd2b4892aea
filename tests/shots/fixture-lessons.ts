import { courseCalendar, type LessonDate } from '@e-events/shared/contract/learning/course-calendar.ts'
import { courses, type Course, type Lesson } from '@e-events/shared/contract/learning/courses.ts'
import { discussionReports } from '@e-events/shared/contract/learning/discussion-reports.ts'
import { discussions, type DiscussionPost } from '@e-events/shared/contract/learning/discussions.ts'
import { lessonNotes } from '@e-events/shared/contract/learning/lesson-notes.ts'
import { resources } from '@e-events/shared/contract/learning/resources.ts'
import { studyGuides } from '@e-events/shared/contract/learning/study-guides.ts'
import { lessonIds, lessonOf } from '../../web/src/testing/course-factories.ts'
import { Refusal, type FakeApi } from '../../web/src/testing/fake-api.ts'
import { playbackBase, playbackFeed, playbackMedia } from '../../web/src/testing/playback-factories.ts'

/** Lessons whose video or meeting is on another site. */
export const elsewhereIds = {
  video: '00000000-0000-4000-8000-0000000001f1',
  meeting: '00000000-0000-4000-8000-0000000001f2',
} as const
const elsewhere: Record<string, Partial<Lesson>> = {
  [elsewhereIds.video]: { title: 'Una visita al taller', kind: 'video', embedUrl: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ' },
  [elsewhereIds.meeting]: { title: 'Ronda de dudas', kind: 'meeting', meetingUrl: 'https://reuniones.example.org/diseno' },
}

const words = [
  'Esta página tiene una cosa que decir.',
  'La retícula no es una jaula: es el suelo.',
  'Dobla un folio en tres y míralo de lejos.',
  'Lo que no cabe, sobra.',
  'El margen es parte de la frase.',
  'Ahora quita una línea y vuelve a mirar.',
  'Si nadie la echa de menos, no estaba.',
  'Pon el título donde cae la vista.',
]

/** Plays the dates of lessons, their discussions, a video with its words and a lesson that is locked. */
export function playLessons(api: FakeApi, course: Course, lockedId: string): void {
  const { slug, title } = course
  const lesson = (index: 0 | 1 | 2) => ({
    id: lessonIds[index],
    title: course.modules.flatMap(({ lessons }) => lessons)[index]?.title ?? '',
  })
  api.on(courses.lesson, ({ params }) => {
    if (params.id === lockedId) throw new Refusal('LESSON_LOCKED')
    return lessonOf({
      course,
      id: params.id,
      ...(params.id === lessonIds[1] ? ({ title: 'La retícula', kind: 'video', room: slug, isByHand: false } as const) : {}),
      ...elsewhere[params.id],
      notesHtml:
        '<h2>Antes de empezar</h2><p>Dobla un folio <strong>en tres</strong>.</p><ul><li><p>Un lápiz blando</p></li><li><p>Una regla de <a href="https://example.org" target="_blank">treinta centímetros</a></p></li></ul><blockquote><p>Coloca en él un solo párrafo.</p></blockquote>',
    })
  })
  api.on(studyGuides.get, () => ({ requirements: 'Papel y lápiz.', program: 'Cuatro semanas.', faqs: [] }))
  api.on(lessonNotes.list, () => ({ notes: [] }))
  api.on(resources.list, () => ({ lessons: [] }))
  api.on(resources.listOwn, () => ({ resources: [] }))
  api.on(discussionReports.list, () => ({
    items: [
      {
        id: '00000000-0000-4000-8000-000000000089',
        kind: 'comment' as const,
        text: 'Plantillas a mitad de precio en mi tienda.',
        author: 'Rudo Gris',
        reports: 3,
        reasons: ['spam' as const],
        firstReportedAt: '2026-11-20T10:00:00.000Z',
      },
    ],
  }))
  api.on(courses.playback, () => ({
    ...playbackBase(),
    product: { ...playbackBase().product, slug, title, type: 'vod', posterUrl: null },
    state: 'ready' as const,
    media: {
      ...playbackMedia([playbackFeed({ state: 'ended', masterUrl: '/api/fixture-sound/master.m3u8' })]),
      captions: [
        { language: 'es' as const, url: '/api/fixture-sound/es.vtt' },
        { language: 'en' as const, url: '/api/fixture-sound/en.vtt' },
      ],
    },
  }))
  const date = (n: number, startsAt: string, index: 0 | 1 | 2, wanted: Partial<LessonDate> = {}): LessonDate => ({
    id: `00000000-0000-4000-8000-00000000006${n}`,
    course: { slug, title },
    lesson: { ...lesson(index), kind: 'live' },
    title: null,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
    cancelled: false,
    ...wanted,
  })
  api.on(courseCalendar.list, () => ({
    dates: [
      date(1, '2099-03-05T18:00:00.000Z', 0),
      date(2, '2099-03-12T18:00:00.000Z', 1, { cancelled: true }),
      date(3, '2099-03-12T20:00:00.000Z', 2),
      date(4, '2099-03-12T21:00:00.000Z', 0),
      date(5, '2099-04-02T17:00:00.000Z', 1, { lesson: { ...lesson(1), kind: 'meeting' }, title: 'Ronda de dudas' }),
    ],
  }))
  const said = (n: number, text: string, name: string, votes: number) => ({
    id: `00000000-0000-4000-8000-00000000008${n}`,
    text,
    author: { name, isTeacher: name === 'Nora Beltrani' },
    createdAt: '2026-11-20T10:00:00.000Z',
    editedAt: null,
    votes,
    hasMyVote: votes > 2,
    allowed: { edit: false, remove: false, report: true },
  })
  const posts: DiscussionPost[] = [
    {
      ...said(1, '¿Por qué tres columnas y no cuatro?', 'Leo Ruiz', 4),
      kind: 'question',
      lesson: { ...lesson(1), course: slug },
      positionMs: 62_000,
      replies: [said(2, 'Porque con cuatro el margen deja de verse.', 'Nora Beltrani', 1)],
      acceptedId: '00000000-0000-4000-8000-000000000082',
      mayAccept: true,
    },
    {
      ...said(3, '¿Vale hacerlo con una revista?', 'Ada Vidal', 0),
      kind: 'question',
      lesson: { ...lesson(0), course: slug },
      positionMs: null,
      replies: [],
      acceptedId: null,
      mayAccept: false,
    },
  ]
  api.on(discussions.list, ({ query }) => ({ items: query.kind === 'question' ? posts : [], nextCursor: null }))
}

const stamp = (sec: number) => `0${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}.000`

/** The captions of the video. */
export const lessonCaptions = `WEBVTT\n\n${Array.from({ length: 32 }, (_, n) => `${stamp(n * 6)} --> ${stamp(n * 6 + 5)}\n${words[n % words.length]}`).join('\n\n')}\n`
