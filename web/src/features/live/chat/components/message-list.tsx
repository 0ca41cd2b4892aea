import type { ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageActs } from './message-menu.tsx'
import { MessageRow } from './message-row.tsx'

interface MessageListProps {
  messages: readonly ChatMessage[]
  names: readonly string[]
  ownName: string | undefined
  acts: MessageActs
  /** Larger text that stands still, and is not announced: read with the arrow keys. */
  isReading: boolean
  empty: string
}

/** The newest line stays in sight until somebody scrolls up; then it says how many came since. */
export function MessageList({ messages, names, ownName, acts, isReading, empty }: MessageListProps) {
  const { t } = useTranslation('chat')
  const list = useRef<HTMLDivElement>(null)
  /** The last message that was in sight when somebody scrolled up; null: the newest one is. */
  const [lastRead, setLastRead] = useState<string | null>(null)
  const last = messages.at(-1)?.id
  const follows = lastRead === null && !isReading
  useLayoutEffect(() => {
    if (follows && list.current) list.current.scrollTop = list.current.scrollHeight
  })
  const unread = lastRead === null ? 0 : messages.length - 1 - messages.findIndex(({ id }) => id === lastRead)
  const onScroll = () => {
    const box = list.current
    if (!box) return
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40
    setLastRead((known) => (isAtEnd ? null : (known ?? last ?? null)))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-message]') ?? [])]
    const at = rows.findIndex((row) => row === document.activeElement)
    const next = {
      ArrowUp: at === -1 ? rows.length - 1 : Math.max(0, at - 1),
      ArrowDown: Math.min(rows.length - 1, at + 1),
      Home: 0,
      End: rows.length - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    rows[next]?.focus()
  }
  return (
    <Box sx={{ position: 'relative', flex: 1, minHeight: 0, display: 'flex' }}>
      <Box
        ref={list}
        role="log"
        aria-label={t('list')}
        aria-live={isReading ? 'off' : 'polite'}
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        sx={{
          flex: 1,
          minHeight: 0,
          minWidth: 0,
          overflowY: 'auto',
          overscrollBehavior: 'contain',
          px: 2,
          py: 1.5,
          display: 'flex',
          flexDirection: 'column',
          gap: 0.75,
          '& > :first-of-type': { mt: 'auto' },
        }}
      >
        {messages.length === 0 && <Box sx={{ typography: 'body2', color: 'text.secondary', textAlign: 'center' }}>{empty}</Box>}
        {messages.map((message) => (
          <MessageRow key={message.id} message={message} names={names} ownName={ownName} acts={acts} isReading={isReading} />
        ))}
      </Box>
      {unread > 0 && (
        <Button
          size="small"
          variant="contained"
          color="secondary"
          startIcon={<ArrowDownwardRounded />}
          onClick={() => {
            setLastRead(null)
            if (list.current) list.current.scrollTop = list.current.scrollHeight
          }}
          sx={{ position: 'absolute', bottom: 10, left: '50%', transform: 'translateX(-50%)', borderRadius: 4, whiteSpace: 'nowrap' }}
        >
          {t('unread', { count: unread })}
        </Button>
      )}
    </Box>
  )
}
