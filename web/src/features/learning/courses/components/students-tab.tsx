import { students, studentsQuery, type Student } from '@e-events/shared/contract/learning/students.ts'
import MailOutlineRounded from '@mui/icons-material/MailOutlineRounded'
import RestoreRounded from '@mui/icons-material/RestoreRounded'
import SchoolOutlined from '@mui/icons-material/SchoolOutlined'
import WorkspacePremiumOutlined from '@mui/icons-material/WorkspacePremiumOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../../components/data-table/data-table.tsx'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { useServices } from '../../../../lib/services.ts'
import { studentsListQuery } from '../queries.ts'
import { useStudentColumns } from '../use-student-columns.tsx'
import { RevokeDialog } from '../../certificates/components/revoke-dialog.tsx'
import { StudentMessage } from './student-message.tsx'

/** Students of a course or master for its organizer; a student reads there who sees what of them. */
export function StudentsTab({ slug, seesStudents }: { slug: string; seesStudents: boolean }) {
  const { t } = useTranslation('courses')
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="info">{t(seesStudents ? 'students.visible' : 'students.privacy')}</Alert>
      {seesStudents && <StudentsTable slug={slug} />}
    </Box>
  )
}

function StudentsTable({ slug }: { slug: string }) {
  const { t } = useTranslation('courses')
  const { api } = useServices()
  const search = useTableSearch(studentsQuery)
  const list = useQuery(studentsListQuery(api, slug, search.query))
  const { t: tCertificates } = useTranslation('certificates')
  const [certified, setCertified] = useState<Student | null>(null)
  const [recipient, setRecipient] = useState<Student | 'all' | null>(null)
  return (
    <>
      <DataTable<Student>
        id="students"
        label={t('students.label')}
        columns={useStudentColumns()}
        search={search}
        list={list}
        errorTitle={t('students.error')}
        empty={{ icon: SchoolOutlined, title: t('students.empty'), text: t('students.emptyText') }}
        searchField={{ label: t('students.search'), placeholder: t('students.searchHint') }}
        onExport={(format) => api.call(students.export, { params: { slug }, query: { ...search.fileQuery, format } })}
        actions={
          <Button
            variant="contained"
            color="inherit"
            startIcon={<MailOutlineRounded />}
            disabled={(list.data?.total ?? 0) === 0}
            onClick={() => setRecipient('all')}
          >
            {t('students.writeAll')}
          </Button>
        }
        renderRowActions={(row) => (
          <>
            {row.certificate && (
              <IconButton
                size="small"
                aria-label={tCertificates(row.certificate.isRevoked ? 'rowRestore' : 'rowRevoke', { name: row.name })}
                onClick={() => setCertified(row)}
              >
                {row.certificate.isRevoked ? <RestoreRounded fontSize="small" /> : <WorkspacePremiumOutlined fontSize="small" />}
              </IconButton>
            )}
            <IconButton size="small" aria-label={t('students.write', { name: row.name })} onClick={() => setRecipient(row)}>
              <MailOutlineRounded fontSize="small" />
            </IconButton>
          </>
        )}
      />
      {certified?.certificate && (
        <RevokeDialog student={certified} certificate={certified.certificate} onClose={() => setCertified(null)} />
      )}
      {recipient !== null && (
        <StudentMessage slug={slug} student={recipient === 'all' ? null : recipient} onClose={() => setRecipient(null)} />
      )}
    </>
  )
}
