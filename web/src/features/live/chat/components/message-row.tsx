import type { ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'
import { hueOf } from '@e-events/shared/client/chat-messages.ts'
import { FileButton } from './file-button.tsx'
import type { MessageActs } from './message-menu.tsx'
import { MessageText } from './message-text.tsx'

interface MessageRowProps {
  message: ChatMessage
  /** Names that count as mentions. */
  names: readonly string[]
  ownName: string | undefined
  acts: MessageActs
  isReading: boolean
}

/** One line of the chat. */
export function MessageRow({ message, names, ownName, acts, isReading }: MessageRowProps) {
  const { t } = useTranslation('chat')
  const language = useLanguage()
  const isForMe = ownName !== undefined && ownName !== '' && message.text.includes(`@${ownName}`)
  const time = date(message.timestamp, 'time', language, useViewerZone())
  return (
    <Box
      component="article"
      tabIndex={-1}
      aria-label={t('message.label', { name: message.name, time })}
      data-message={message.id}
      sx={{
        position: 'relative',
        typography: isReading ? 'body1' : 'body2',
        pr: 3.5,
        py: 0.25,
        overflowWrap: 'anywhere',
        ...((message.role !== 'viewer' || isForMe) && {
          mx: -1,
          pl: 1,
          py: 0.75,
          borderRadius: '8px',
          bgcolor: isForMe ? 'tint.amber' : 'tint.neutral',
        }),
        '&:focus-visible': { outline: 2, outlineColor: 'secondary.main', outlineOffset: 1, borderRadius: '8px' },
        '& .message-menu': { opacity: 0 },
        '&:hover .message-menu, &:focus-within .message-menu, & .message-menu[aria-expanded="true"]': { opacity: 1 },
        '@media (hover: none)': { '& .message-menu': { opacity: 1 } },
      }}
    >
      {message.replyTo && (
        <Box sx={{ typography: 'caption', color: 'text.secondary', pl: 1, mb: 0.25, borderLeft: 2, borderColor: 'border.strong' }}>
          {t('message.replied', { name: message.replyTo.name })} {message.replyTo.text}
        </Box>
      )}
      <Box component="span" sx={{ fontWeight: 640, mr: 0.75, color: (theme) => theme.vars?.palette.series[hueOf(message.user)] }}>
        {message.name}
      </Box>
      {message.role !== 'viewer' && (
        <Chip size="small" label={t(`role.${message.role}`)} sx={{ height: 18, fontSize: 11, mr: 0.75, verticalAlign: 1 }} />
      )}
      <Box component="span" sx={{ color: message.pendingApproval ? 'text.secondary' : 'text.primary' }}>
        {message.file ? (
          <FileButton id={message.id} slug={message.product} file={message.file} />
        ) : (
          <MessageText text={message.text} names={names} />
        )}
      </Box>
      <Box component="span" className="tabular" sx={{ ml: 1, fontSize: 11.5, color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {time}
        {message.isBehind && <> · {t('message.behind')}</>}
      </Box>
      {message.pendingApproval && (
        <Box sx={{ typography: 'caption', color: 'warning.main' }}>{acts.moderates ? t('message.waits') : t('message.pending')}</Box>
      )}
      {message.pendingApproval && acts.moderates && (
        <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
          <Button size="small" variant="soft" onClick={() => acts.approve(message)}>
            {t('act.approve')}
          </Button>
          <Button size="small" variant="text" onClick={() => acts.refuse(message)}>
            {t('act.refuse')}
          </Button>
        </Box>
      )}
      <IconButton
        className="message-menu"
        size="small"
        aria-haspopup="menu"
        aria-label={t('message.more', { name: message.name })}
        aria-expanded={acts.openId === message.id}
        onClick={(event) => acts.openMenu(message, event.currentTarget)}
        sx={{ position: 'absolute', top: 0, right: -4, '@media (pointer: coarse)': { width: 36, height: 36 } }}
      >
        <MoreVertRounded fontSize="small" />
      </IconButton>
    </Box>
  )
}
