import type { SpeakerRef } from '@e-events/shared/contract/catalogue/products.ts'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useShownTab } from '../../../components/navigation/use-shown-tab.ts'
import { People } from '../../../features/catalogue/products/components/people.tsx'
import { productQuery } from '../../../features/catalogue/products/queries.ts'
import { CertificatePanel } from '../../../features/learning/certificates/components/certificate-panel.tsx'
import { CourseCalendar } from '../../../features/learning/course-calendar/components/course-calendar.tsx'
import { StudentsTab } from '../../../features/learning/courses/components/students-tab.tsx'
import { DiscussionTab } from '../../../features/learning/discussions/components/discussion-tab.tsx'
import { CourseNotes } from '../../../features/learning/lesson-notes/components/course-notes.tsx'
import { CourseResources } from '../../../features/learning/resources/components/course-resources.tsx'
import { FaqList } from '../../../features/learning/study-guides/components/faq-list.tsx'
import { GuideTexts } from '../../../features/learning/study-guides/components/guide-texts.tsx'
import { studyGuideQuery } from '../../../features/learning/study-guides/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'

const tabs = [
  'lessons',
  'program',
  'speakers',
  'students',
  'calendar',
  'faqs',
  'questions',
  'comments',
  'notes',
  'resources',
  'progress',
] as const
type TabId = (typeof tabs)[number]
/** The tabs before buying: the others belong to who has the course. */
const openTabs: readonly TabId[] = ['program', 'speakers', 'faqs', 'comments']

interface CourseTabsProps {
  /** Address of a course or master. */
  slug: string
  hasAccess: boolean
  seesStudents: boolean
  /** Courses whose notes stand together. */
  courses: readonly { slug: string; title: string }[]
  /** In place of those of the product. */
  speakers?: readonly SpeakerRef[]
  lessons: ReactNode
  /** After the words of the organizer; the lessons themselves where they are not open yet. */
  program: ReactNode
  progress: ReactNode
}

/** Everything of a course or master in tabs; the open one stands in the address. */
export function CourseTabs({ slug, hasAccess, seesStudents, courses, speakers, lessons, program, progress }: CourseTabsProps) {
  const { t } = useTranslation('courses')
  const { api } = useServices()
  const [params, setParams] = useSearchParams()
  const language = useLanguage()
  const { data: product } = useQuery(productQuery(api, { slug, language }))
  const { data: guide } = useQuery(studyGuideQuery(api, slug))
  const shown: readonly TabId[] = hasAccess ? tabs : openTabs
  const [first = 'lessons'] = shown
  const tab = shown.find((id) => id === params.get('tab')) ?? first
  const people = speakers ?? product?.speakers ?? []
  useShownTab(`tab-${tab}`)
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: TabId) => setParams(next === first ? {} : { tab: next }, { replace: true, preventScrollReset: true })}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={t('tabs')}
        sx={{ mt: 4, mb: 3, borderBottom: 1, borderColor: 'border.subtle' }}
      >
        {shown.map((id) => (
          <Tab key={id} value={id} label={t(`tab.${id}`)} id={`tab-${id}`} aria-controls={`panel-${id}`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        <Suspense fallback={<Skeleton variant="rounded" height={160} />}>
          {tab === 'lessons' && lessons}
          {tab === 'program' && (
            <>
              {guide && <GuideTexts guide={guide} />}
              {hasAccess ? program : lessons}
            </>
          )}
          {tab === 'speakers' && (people.length > 0 ? <People people={people} /> : <Nothing text={t('noSpeakers')} />)}
          {tab === 'students' && <StudentsTab slug={slug} seesStudents={seesStudents} />}
          {tab === 'calendar' && <CourseCalendar slug={slug} />}
          {tab === 'faqs' && (guide && guide.faqs.length > 0 ? <FaqList faqs={guide.faqs} heading="h2" /> : <Nothing text={t('noFaqs')} />)}
          {(tab === 'questions' || tab === 'comments') && (
            <DiscussionTab slug={slug} kind={tab === 'questions' ? 'question' : 'comment'} hasAccess={hasAccess} moderates={seesStudents} />
          )}
          {tab === 'notes' && <AllNotes courses={courses} />}
          {tab === 'resources' && <CourseResources slug={slug} />}
          {tab === 'progress' && (
            <>
              <CertificatePanel slug={slug} />
              {progress}
            </>
          )}
        </Suspense>
      </Box>
    </>
  )
}

function AllNotes({ courses }: { courses: CourseTabsProps['courses'] }) {
  const [first] = courses
  if (courses.length === 1 && first) return <CourseNotes slug={first.slug} />
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {courses.map(({ slug, title }) => (
        <Box component="section" key={slug} aria-label={title} sx={{ display: 'grid', gap: 1.5 }}>
          <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
          <CourseNotes slug={slug} />
        </Box>
      ))}
    </Box>
  )
}

function Nothing({ text }: { text: string }) {
  return <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
}
