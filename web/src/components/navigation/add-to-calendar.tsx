import type { DownloadedFile } from '@e-events/shared/contract/endpoint.ts'
import EventOutlined from '@mui/icons-material/EventOutlined'
import Button, { type ButtonProps } from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { saveFile } from '../../lib/save-file.ts'
import { useErrorSnack } from '../feedback/use-error-snack.ts'
import { useSnacks } from '../feedback/use-snacks.ts'

interface AddToCalendarProps {
  /** Fetches the calendar file. */
  load: () => Promise<DownloadedFile>
  /** Page of the event, for the message that it was added. */
  eventPath: string
  label?: string
  /** Its accessible name, where several stand on a page; begins with the label. */
  name?: string
  size?: ButtonProps['size']
  variant?: ButtonProps['variant']
}

/** Hands the event over to the calendar of this device. */
export function AddToCalendar({ load, eventPath, label, name, size = 'medium', variant = 'outlined' }: AddToCalendarProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const [adding, setAdding] = useState(false)
  const add = async () => {
    if (adding) return
    setAdding(true)
    try {
      saveFile(await load())
      snacks.success(t('calendar.added'), {
        key: 'calendar',
        action: { label: t('calendar.open'), onClick: () => void navigate(eventPath) },
      })
    } catch (error) {
      showError(error, { key: 'calendar', failure: 'calendarAdd', retry: () => void add() })
    } finally {
      setAdding(false)
    }
  }
  return (
    <Button size={size} variant={variant} startIcon={<EventOutlined />} loading={adding} aria-label={name} onClick={() => void add()}>
      {label ?? t('calendar.action')}
    </Button>
  )
}
