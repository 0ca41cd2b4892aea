import { ApiError } from '@e-events/shared/contract/client.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import type { Course, Lesson } from '@e-events/shared/contract/learning/courses.ts'
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Recordings } from '../../../features/meetings/room/recordings/components/recordings.tsx'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { PostBody } from '../../../features/catalogue/posts/components/post-body.tsx'
import { LessonActs } from '../../../features/learning/courses/components/lesson-acts.tsx'
import { LockedLesson } from '../../../features/learning/courses/components/locked-lesson.tsx'
import { LessonList } from '../../../features/learning/courses/components/lesson-list.tsx'
import { LessonQuizSection } from '../../../features/learning/quizzes/components/lesson-quiz.tsx'
import { LessonResources } from '../../../features/learning/resources/components/lesson-resources.tsx'
import { LessonDiscussion } from '../../../features/learning/discussions/components/lesson-discussion.tsx'
import { LessonNotes } from '../../../features/learning/lesson-notes/components/lesson-notes.tsx'
import { usePlayerPlace } from '../../../features/live/player/player-place.ts'
import { courseQuery, lessonQuery } from '../../../features/learning/courses/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices, useSession } from '../../../lib/services.ts'
import { NotFoundPage } from '../not-found.tsx'
import { EmbeddedLesson } from './embedded-lesson.tsx'
import { LessonColumns, LessonStage } from './lesson-stage.tsx'

/** /courses/{slug}/lessons/{id}: the router lets only logged-in people in. */
export function Component() {
  const { slug = '', id = '' } = useParams()
  if (!slugSchema.safeParse(slug).success || !/^[0-9a-f-]{36}$/.test(id)) return <NotFoundPage />
  return <LessonPage key={id} slug={slug} id={id} />
}

const closed: ReadonlySet<string> = new Set(['TICKET_REQUIRED', 'SUBSCRIPTION_REQUIRED', 'NOT_PURCHASABLE', 'TICKET_OF_SESSION'])

/** A locked lesson is asked for again: it opens when its date comes, or when the one before it is done elsewhere. */
const lockedAskMs = 15_000
const isLockedBy = (error: unknown): boolean => error instanceof ApiError && error.code === 'LESSON_LOCKED'
const askLocked = ({ state }: { state: { error: Error | null } }): number | false => (isLockedBy(state.error) ? lockedAskMs : false)

function LessonPage({ slug, id }: { slug: string; id: string }) {
  const { t } = useTranslation('courses')
  const { api } = useServices()
  const session = useSession()
  const language = useLanguage()
  const found = useQuery({ ...lessonQuery(api, { slug, id, language }), retry: false, refetchInterval: askLocked })
  const isLocked = isLockedBy(found.error)
  const latest = useQuery({
    ...courseQuery(api, { slug, language }),
    enabled: found.isSuccess || isLocked,
    // The reason is asked for anew with the lesson.
    ...(isLocked ? { staleTime: 0, refetchInterval: lockedAskMs } : {}),
  })
  const lesson = found.data
  useDocumentMeta({ title: lesson?.title, noIndex: true })
  if (!lesson || session.status !== 'authenticated') {
    const row = latest.data?.modules.flatMap(({ lessons }) => lessons).find((one) => one.id === id)
    if (isLocked && latest.data && row?.lock) {
      return (
        <Frame slug={slug} title={row.title} above={latest.data.title}>
          <LockedLesson slug={slug} lesson={row} />
        </Frame>
      )
    }
    const isClosed = found.error instanceof ApiError && closed.has(found.error.code)
    return (
      <Frame slug={slug} title={isClosed ? t('room.closed') : ''} above={null}>
        {isClosed ? (
          <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start', pt: 4 }}>
            <Typography sx={{ color: 'text.secondary' }}>{t('room.closedText')}</Typography>
            <Button variant="contained" color="primary" href={paths.product(slug)}>
              {t('get')}
            </Button>
          </Box>
        ) : found.error && !(isLocked && !latest.isError) ? (
          <ErrorNotice
            error={found.error}
            title={t('error')}
            heading="h2"
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        ) : (
          <CircularProgress color="inherit" size={40} aria-label={t('loading')} />
        )}
      </Frame>
    )
  }
  const course = latest.data ?? lesson.course
  const notes = <Notes lesson={lesson} course={course} />
  const side = <Lessons lesson={lesson} course={course} />
  if (lesson.kind === 'video' || lesson.kind === 'live') {
    return (
      <Box data-mode="dark" sx={{ bgcolor: 'surface.canvas', color: 'text.primary', minHeight: '100dvh' }}>
        <Bar slug={slug} title={lesson.title} above={course.title} />
        {lesson.embedUrl === null ? (
          <LessonStage slug={slug} lesson={lesson} userId={session.user.id} notes={notes} side={side} />
        ) : (
          <EmbeddedLesson embedUrl={lesson.embedUrl} notes={notes} side={side} />
        )}
      </Box>
    )
  }
  return (
    <Page slug={slug} title={lesson.title} above={course.title}>
      <LessonColumns lead={lesson.kind === 'meeting' && <LessonMeeting lesson={lesson} />} side={side}>
        {notes}
      </LessonColumns>
    </Page>
  )
}

/** The way into the meeting of a lesson: one of ours, with its recordings, or one on another site. */
function LessonMeeting({ lesson: { meeting, meetingUrl } }: { lesson: Lesson }) {
  const { t } = useTranslation('courses')
  if (meeting !== null)
    return (
      <Box sx={{ pt: 2 }}>
        <Button variant="contained" color="primary" href={paths.productOfType('meet', meeting)}>
          {t('room.meeting')}
        </Button>
        <Recordings slug={meeting} />
      </Box>
    )
  if (meetingUrl === null) return null
  return (
    <Box sx={{ pt: 2 }}>
      <Button variant="contained" color="primary" href={meetingUrl} target="_blank" rel="noopener noreferrer">
        {t('room.meeting')}
      </Button>
      <Typography variant="caption" component="p" sx={{ m: 0, mt: 1, color: 'text.secondary' }}>
        {t('room.meetingElsewhere', { host: new URL(meetingUrl).hostname })}
      </Typography>
    </Box>
  )
}

/** Mark and stars of a lesson, what comes with it, and what is said about it. */
function Notes({ lesson, course }: { lesson: Lesson; course: Course }) {
  const { t } = useTranslation('courses')
  const place = usePlayerPlace()
  const row = course.modules.flatMap(({ lessons }) => lessons).find((one) => one.id === lesson.id)
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {lesson.notesHtml !== '' && (
        <Box component="section" aria-labelledby="notes">
          <Typography variant="h5" component="h2" id="notes" sx={{ mb: 1 }}>
            {t('room.notes')}
          </Typography>
          <PostBody html={lesson.notesHtml} language={null} isAside />
        </Box>
      )}
      {row?.quiz && <LessonQuizSection key={`quiz-${lesson.id}`} slug={course.slug} lessonId={lesson.id} />}
      <LessonResources slug={course.slug} lessonId={lesson.id} />
      <LessonActs key={lesson.id} lesson={lesson} course={course} />
      <LessonNotes key={`notes-${lesson.id}`} slug={course.slug} lessonId={lesson.id} place={place} />
      {course.hasAccess &&
        (['question', 'comment'] as const).map((kind) => (
          <LessonDiscussion key={`${kind} ${lesson.id}`} kind={kind} slug={course.slug} lessonId={lesson.id} place={place} />
        ))}
    </Box>
  )
}

/** The way on, and the lessons of the course; folded on a narrow screen, where they stand between picture and notes. */
function Lessons({ lesson, course }: { lesson: Lesson; course: Course }) {
  const { t } = useTranslation('courses')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <Box component="nav" aria-label={t('room.list')} sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {lesson.previous !== null && (
          <Button variant="soft" href={paths.lesson(course.slug, lesson.previous)}>
            {t('room.previous')}
          </Button>
        )}
        <Button variant="soft" href={lesson.next === null ? paths.course(course.slug) : paths.lesson(course.slug, lesson.next)}>
          {t(lesson.next === null ? 'room.finish' : 'room.next')}
        </Button>
      </Box>
      <Button
        endIcon={<ExpandMoreRounded sx={{ transform: isOpen ? 'rotate(180deg)' : undefined }} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        sx={{ display: { lg: 'none' }, justifySelf: 'start' }}
      >
        {t('room.list')}
      </Button>
      <Box id={id} sx={{ display: { xs: isOpen ? 'block' : 'none', lg: 'block' } }}>
        <LessonList course={course} current={lesson.id} />
      </Box>
    </Box>
  )
}

function Bar({ slug, title, above }: { slug: string; title: string; above: string | null }) {
  const { t } = useTranslation('courses')
  return (
    <Box
      component="header"
      sx={{ px: { xs: 1, md: 2 }, minHeight: 60, display: 'flex', alignItems: 'center', gap: 1.5, maxWidth: 1680, mx: 'auto' }}
    >
      <IconButton aria-label={t('room.back')} href={paths.course(slug)}>
        <ArrowBackRounded />
      </IconButton>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h5" component="h1" noWrap sx={{ m: 0 }}>
          {title}
        </Typography>
        {above !== null && (
          <Typography variant="caption" component="p" noWrap sx={{ m: 0, color: 'text.secondary' }}>
            {above}
          </Typography>
        )}
      </Box>
    </Box>
  )
}

interface PageProps {
  slug: string
  title: string
  above: string | null
  children: ReactNode
}

function Page({ slug, title, above, children }: PageProps) {
  return (
    <Box sx={{ bgcolor: 'surface.canvas', color: 'text.primary', minHeight: '100dvh' }}>
      <Bar slug={slug} title={title} above={above} />
      {children}
    </Box>
  )
}

/** In place of a lesson. */
function Frame({ children, ...page }: PageProps) {
  return (
    <Page {...page}>
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ '&:focus': { outline: 'none' }, px: 2, pt: 1, pb: 6, maxWidth: 820, mx: 'auto' }}
      >
        {children}
      </Box>
    </Page>
  )
}
