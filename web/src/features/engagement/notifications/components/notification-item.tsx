import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import type { Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'

interface NotificationItemProps {
  item: Notification
  onRead: () => void
  onRemove: () => void
}

/** Two lines until it is opened; opening it is reading it, once. */
export function NotificationItem({ item, onRead, onRemove }: NotificationItemProps) {
  const { t } = useTranslation('notifications')
  const language = useLanguage()
  const zone = useViewerZone()
  const textId = useId()
  const [open, setOpen] = useState(false)
  const isUnread = item.readOn === null
  const toggle = () => {
    setOpen(!open)
    if (isUnread) onRead()
  }
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', pr: 0.75, '&:hover': { bgcolor: 'surface.hover' } }}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={textId}
        onClick={toggle}
        sx={{ flex: 1, minWidth: 0, display: 'flex', gap: 1.25, alignItems: 'flex-start', textAlign: 'left', p: 1.75, pl: 2, pr: 0.5 }}
      >
        <Box
          component="span"
          sx={{ width: 8, height: 8, mt: '6px', borderRadius: '50%', flexShrink: 0, bgcolor: isUnread ? 'secondary.main' : 'transparent' }}
        />
        <Box component="span" sx={{ minWidth: 0, flex: 1 }}>
          {isUnread && <span className="visually-hidden">{t('item.unread')}</span>}
          <Box
            component="span"
            sx={{ display: 'block', typography: 'subtitle2', fontWeight: isUnread ? 650 : 520, overflowWrap: 'anywhere' }}
          >
            {item.subject}
          </Box>
          <Box
            component="span"
            id={textId}
            sx={{
              typography: 'body2',
              color: 'text.secondary',
              whiteSpace: open ? 'pre-line' : 'normal',
              overflowWrap: 'anywhere',
              display: open ? 'block' : '-webkit-box',
              WebkitLineClamp: 2,
              WebkitBoxOrient: 'vertical',
              overflow: 'hidden',
            }}
          >
            {item.content}
          </Box>
          <Box
            component="time"
            dateTime={item.timestamp}
            className="tabular"
            sx={{ display: 'block', mt: 0.5, typography: 'caption', color: 'text.tertiary' }}
          >
            {date(item.timestamp, 'dayTime', language, zone)}
          </Box>
        </Box>
      </ButtonBase>
      <IconButton size="small" aria-label={t('item.remove', { subject: item.subject })} onClick={onRemove} sx={{ mt: 1.25 }}>
        <DeleteOutlineRounded />
      </IconButton>
    </Box>
  )
}
