import type { Student } from '@e-events/shared/contract/learning/students.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslation } from 'react-i18next'
import type { TableColumn } from '../../../components/data-table/table-types.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useViewerZone } from '../../../lib/services.ts'
import { ProgressLine } from './components/progress-line.tsx'

/**
 * Name, e-mail, since when, progress, quizzes and last activity; on a phone the cell of the name holds all but the
 * progress.
 */
export function useStudentColumns(): TableColumn<Student>[] {
  const { t } = useTranslation('courses')
  const language = useLanguage()
  const zone = useViewerZone()
  const isNarrow = !useMediaQuery((theme: Theme) => theme.breakpoints.up('md'))
  const moment = (at: string) => date(at, 'dayTime', language, zone)
  const seen = ({ lastSeenAt }: Student) => (lastSeenAt === null ? t('students.never') : moment(lastSeenAt))
  const quiz = ({ quizzes }: Student) => quizzes && t('students.quizzes', { ...quizzes, percent: quizzes.bestPercent / 100 })
  return [
    {
      id: 'name',
      label: t('students.column.name'),
      sort: 'name',
      fixed: true,
      minWidth: 150,
      render: (row) => (
        <Box sx={{ py: isNarrow ? 0.75 : 0 }}>
          <Box component="span" title={row.name} sx={{ ...line, color: 'text.primary', fontWeight: 560 }}>
            {row.name}
          </Box>
          {isNarrow && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              <Box component="span" title={row.email} sx={line}>
                {row.email}
              </Box>
              <Box component="span" className="tabular" sx={line}>
                {moment(row.since)}
              </Box>
              <Box component="span" className="tabular" title={t('students.column.lastSeenAt')} sx={line}>
                {seen(row)}
              </Box>
              {row.quizzes && (
                <Box component="span" className="tabular" title={t('students.column.quizzes')} sx={line}>
                  {quiz(row)}
                </Box>
              )}
            </Box>
          )}
        </Box>
      ),
    },
    {
      id: 'email',
      label: t('students.column.email'),
      minWidth: 150,
      showFrom: 'md',
      render: ({ email }) => (
        <Box component="span" title={email} sx={line}>
          {email}
        </Box>
      ),
    },
    {
      id: 'since',
      label: t('students.column.since'),
      sort: 'since',
      width: 136,
      showFrom: 'md',
      render: ({ since }) => <span className="tabular">{moment(since)}</span>,
    },
    {
      id: 'percent',
      label: t('students.column.percent'),
      width: 150,
      render: ({ name, percent }) => <ProgressLine title={name} percent={percent} />,
    },
    {
      id: 'quizzes',
      label: t('students.column.quizzes'),
      width: 130,
      showFrom: 'md',
      render: (row) => <span className="tabular">{quiz(row) ?? t('students.noQuiz')}</span>,
    },
    {
      id: 'lastSeenAt',
      label: t('students.column.lastSeenAt'),
      width: 150,
      showFrom: 'md',
      render: (row) => <span className="tabular">{seen(row)}</span>,
    },
  ]
}

const line = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
