import { lessonRatings, lessonRatingsQuery, type RatedLesson } from '@e-events/shared/contract/learning/lesson-ratings.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { lessonKinds } from '@e-events/shared/domain/lessons.ts'
import StarOutlineRounded from '@mui/icons-material/StarOutlineRounded'
import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { DataTable } from '../../../../components/data-table/data-table.tsx'
import type { TableColumn } from '../../../../components/data-table/table-types.ts'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

/** Every lesson with count and average of its ratings, for administrators. */
export function LessonRatingsTable() {
  const { t } = useTranslation('lesson-ratings')
  const { api } = useServices()
  const navigate = useNavigate()
  const search = useTableSearch(lessonRatingsQuery)
  const input = { query: search.query }
  const list = useQuery({
    queryKey: queryKey(lessonRatings.list, input),
    queryFn: ({ signal }) => api.call(lessonRatings.list, input, { signal }),
    placeholderData: keepPreviousData,
  })
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <DataTable<RatedLesson>
        id="lesson-ratings"
        label={t('title')}
        columns={useColumns()}
        search={search}
        list={list}
        errorTitle={t('error')}
        empty={{ icon: StarOutlineRounded, title: t('empty'), text: t('emptyText') }}
        searchField={{ label: t('search'), placeholder: t('searchHint') }}
        filters={[
          { name: 'kind', label: t('kind.title'), options: lessonKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })) },
          {
            name: 'rated',
            label: t('rated.title'),
            options: [
              { value: 'true', label: t('rated.true') },
              { value: 'false', label: t('rated.false') },
            ],
          },
        ]}
        onOpen={({ course, id }) => void navigate(paths.lesson(course.slug, id))}
      />
    </>
  )
}

function useColumns(): TableColumn<RatedLesson>[] {
  const { t } = useTranslation('lesson-ratings')
  const language = useLanguage()
  const isNarrow = !useMediaQuery((theme: Theme) => theme.breakpoints.up('md'))
  return [
    {
      id: 'lesson',
      label: t('column.lesson'),
      sort: 'lesson',
      fixed: true,
      minWidth: 160,
      render: ({ id, title, course }) => (
        <Box sx={{ py: isNarrow ? 0.75 : 0, minWidth: 0 }}>
          <Box component={Link} to={paths.lesson(course.slug, id)} title={title} sx={{ ...line, color: 'text.primary', fontWeight: 560 }}>
            {title}
          </Box>
          {isNarrow && (
            <Box component="span" title={course.title} sx={{ ...line, color: 'text.secondary' }}>
              {course.title}
            </Box>
          )}
        </Box>
      ),
    },
    { id: 'kind', label: t('kind.title'), width: 110, showFrom: 'lg', render: ({ kind }) => t(`kind.${kind}`) },
    {
      id: 'course',
      label: t('column.course'),
      sort: 'course',
      minWidth: 160,
      showFrom: 'md',
      render: ({ course }) => (
        <Box component="span" title={course.title} sx={line}>
          {course.title}
        </Box>
      ),
    },
    {
      id: 'channel',
      label: t('column.channel'),
      minWidth: 140,
      showFrom: 'lg',
      render: ({ channel }) => (
        <Box component="span" title={channel.title} sx={line}>
          {channel.title}
        </Box>
      ),
    },
    {
      id: 'ratings',
      label: t('column.ratings'),
      sort: 'ratings',
      width: 150,
      render: ({ ratings }) => <span className="tabular">{ratings.toLocaleString(language)}</span>,
    },
    {
      id: 'average',
      label: t('column.average'),
      sort: 'average',
      width: 110,
      render: ({ average }) => (
        <span className="tabular">
          {average === null ? '–' : average.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 2 })}
        </span>
      ),
    },
  ]
}

const line = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
