import type { DownloadedFile } from '@e-events/shared/contract/endpoint.ts'
import EventOutlined from '@mui/icons-material/EventOutlined'
import Button, { type ButtonProps } from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { saveFile } from '../lib/save-file.ts'
import { useErrorSnack } from './use-error-snack.ts'
import { useSnacks } from './use-snacks.ts'

interface AddToCalendarProps {
  /** Fetches the calendar file. */
  load: () => Promise<DownloadedFile>
  /** Page of the event, for the message that it was added. */
  eventPath: string
  label?: string
  size?: ButtonProps['size']
  variant?: ButtonProps['variant']
}

/** Hands the event over to the calendar of this device. */
export function AddToCalendar({ load, eventPath, label, size = 'medium', variant = 'outlined' }: AddToCalendarProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const add = useMutation({
    mutationFn: load,
    onSuccess: (file) => {
      saveFile(file)
      snacks.success(t('calendar.added'), {
        key: 'calendar',
        action: { label: t('calendar.open'), onClick: () => void navigate(eventPath) },
      })
    },
    onError: (error) => showError(error, { key: 'calendar', failure: 'calendarAdd', retry: () => add.mutate() }),
  })
  return (
    <Button size={size} variant={variant} startIcon={<EventOutlined />} loading={add.isPending} onClick={() => add.mutate()}>
      {label ?? t('calendar.action')}
    </Button>
  )
}
