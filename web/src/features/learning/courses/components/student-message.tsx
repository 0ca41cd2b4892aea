import { students, type Student } from '@e-events/shared/contract/learning/students.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { useServices } from '../../../../lib/services.ts'

interface StudentMessageProps {
  slug: string
  /** Null: all students. */
  student: Student | null
  onClose: () => void
}

/** A message to one student or to all. */
export function StudentMessage({ slug, student, onClose }: StudentMessageProps) {
  const { t } = useTranslation('courses')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const snacks = useSnacks()
  const titleId = useId()
  const [subject, setSubject] = useState('')
  const [content, setContent] = useState('')
  const [promotional, setPromotional] = useState(false)
  const isComplete = subject.trim() !== '' && content.trim() !== ''
  const send = useMutation({
    mutationFn: () =>
      api.call(students.message, {
        params: { slug },
        body: { student: student?.id ?? null, subject: subject.trim(), content: content.trim(), promotional },
      }),
    onSuccess: ({ recipients }) => {
      snacks.success(t('students.message.sent', { count: recipients }), { key: 'student-message' })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !send.isPending) send.mutate()
  }
  return (
    <Dialog open onClose={send.isPending ? undefined : onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>
          {student === null ? t('students.message.titleAll') : t('students.message.title', { name: student.name })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('students.message.text')}</Box>
          <TextField
            label={t('students.message.subject')}
            value={subject}
            required
            onChange={({ target }) => setSubject(target.value)}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          <TextField
            label={t('students.message.content')}
            value={content}
            required
            multiline
            minRows={4}
            maxRows={12}
            onChange={({ target }) => setContent(target.value)}
            slotProps={{ htmlInput: { maxLength: 10_000 } }}
          />
          <SwitchRow
            label={t('students.message.promotional')}
            note={t('students.message.promotionalNote')}
            checked={promotional}
            onChange={setPromotional}
          />
          <FailureAlert error={send.error} failure="unexpected" />
        </DialogContent>
        <DialogActions>
          <Button variant="text" disabled={send.isPending} onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="inherit" disabled={!isComplete} loading={send.isPending}>
            {t('students.message.send')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
