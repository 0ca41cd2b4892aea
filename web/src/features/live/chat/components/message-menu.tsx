import type { ChatMe, ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'

/** Acts on messages, as the person may do them. */
export interface MessageActs {
  moderates: boolean
  /** The message whose menu is open. */
  openId: string | undefined
  openMenu: (message: ChatMessage, anchor: HTMLElement) => void
  reply: (message: ChatMessage) => void
  mention: (message: ChatMessage) => void
  approve: (message: ChatMessage) => void
  refuse: (message: ChatMessage) => void
  remove: (message: ChatMessage) => void
  report: (message: ChatMessage) => void
  pin: (message: ChatMessage) => void
  mute: (message: ChatMessage, minutes: number | null) => void
}

interface MessageMenuProps {
  open: { message: ChatMessage; anchor: HTMLElement } | null
  me: ChatMe | null
  ownId: string | undefined
  acts: MessageActs
  onClose: () => void
}

export function MessageMenu({ open, me, ownId, acts, onClose }: MessageMenuProps) {
  const { t } = useTranslation('chat')
  if (!open) return null
  const { message } = open
  const isOwn = message.user === ownId
  const isShown = message.state === 'shown'
  const does = (act: () => void) => () => {
    onClose()
    act()
  }
  const isMutable = acts.moderates && !isOwn && message.role === 'viewer'
  return (
    <Menu open anchorEl={open.anchor} onClose={onClose} slotProps={{ root: { 'data-mode': 'dark' } as object }}>
      {isShown && me?.mute === null && <MenuItem onClick={does(() => acts.reply(message))}>{t('act.reply')}</MenuItem>}
      {isShown && !isOwn && me?.mute === null && <MenuItem onClick={does(() => acts.mention(message))}>{t('act.mention')}</MenuItem>}
      {acts.moderates && isShown && <MenuItem onClick={does(() => acts.pin(message))}>{t('act.pin')}</MenuItem>}
      {(acts.moderates || isOwn) && <MenuItem onClick={does(() => acts.remove(message))}>{t('act.remove')}</MenuItem>}
      {!acts.moderates && isShown && !isOwn && <MenuItem onClick={does(() => acts.report(message))}>{t('act.report')}</MenuItem>}
      {isMutable && <Divider />}
      {isMutable && <MenuItem onClick={does(() => acts.mute(message, 10))}>{t('act.timeOut', { name: message.name })}</MenuItem>}
      {isMutable && <MenuItem onClick={does(() => acts.mute(message, null))}>{t('act.ban', { name: message.name })}</MenuItem>}
    </Menu>
  )
}
