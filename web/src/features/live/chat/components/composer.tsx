import type { ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { limits } from '@e-events/shared/limits.ts'
import CloseRounded from '@mui/icons-material/CloseRounded'
import EmojiEmotionsOutlined from '@mui/icons-material/EmojiEmotionsOutlined'
import SendRounded from '@mui/icons-material/SendRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useEffect, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

const emojis = [
  '👏',
  '❤️',
  '😂',
  '😍',
  '🔥',
  '🎉',
  '👍',
  '🙌',
  '😮',
  '😢',
  '🤔',
  '🙏',
  '💃',
  '🎶',
  '🎺',
  '🎸',
  '🥁',
  '🎤',
  '⭐',
  '✅',
  '👋',
  '😅',
  '🤩',
  '💯',
]

interface ComposerProps {
  text: string
  onText: (text: string) => void
  inputRef: RefObject<HTMLTextAreaElement | null>
  replyTo: ChatMessage | null
  onNoReply: () => void
  /** Why nothing can be written now; null where it can. */
  refusal: string | null
  /** Seconds until slow mode lets the next message pass. */
  waitSec: number
  onSend: () => void
  /** Beside the field, where something else than words can be sent. */
  attach?: ReactNode
}

export function Composer({ text, onText, inputRef, replyTo, onNoReply, refusal, waitSec, onSend, attach }: ComposerProps) {
  const { t } = useTranslation('chat')
  const [areEmojisOpen, setEmojisOpen] = useState(false)
  const emojiButton = useRef<HTMLButtonElement>(null)
  const length = Array.from(text.trim()).length
  const left = limits.chatMessageLength - length
  const isReady = refusal === null && length > 0 && left >= 0 && waitSec === 0
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (isReady) onSend()
  }
  useEffect(() => {
    if (replyTo) inputRef.current?.focus()
  }, [replyTo, inputRef])
  const note =
    refusal ?? (waitSec > 0 && length > 0 ? t('composer.wait', { count: waitSec }) : left < 100 ? t('composer.left', { count: left }) : '')
  return (
    <Box component="form" onSubmit={submit} sx={{ p: 1.5, borderTop: 1, borderColor: 'border.subtle' }}>
      {replyTo && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.75, typography: 'caption', color: 'text.secondary' }}>
          <Box sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {t('composer.replyingTo', { name: replyTo.name })} {replyTo.text}
          </Box>
          <IconButton size="small" aria-label={t('composer.noReply')} onClick={onNoReply}>
            <CloseRounded fontSize="small" />
          </IconButton>
        </Box>
      )}
      {areEmojisOpen && (
        <Box
          role="group"
          aria-label={t('composer.emojis')}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setEmojisOpen(false)
            emojiButton.current?.focus()
          }}
          sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(36px, 1fr))', mb: 1 }}
        >
          {emojis.map((emoji) => (
            <IconButton
              key={emoji}
              aria-label={emoji}
              onClick={() => {
                onText(`${text}${emoji}`)
                inputRef.current?.focus()
              }}
              sx={{ width: 36, height: 36, fontSize: 20, color: 'text.primary' }}
            >
              {emoji}
            </IconButton>
          ))}
        </Box>
      )}
      <Box
        sx={{
          display: 'flex',
          alignItems: 'flex-end',
          gap: 0.5,
          pl: 1.75,
          pr: 0.5,
          py: 0.5,
          minHeight: 44,
          borderRadius: '22px',
          bgcolor: 'tint.neutral',
          '&:focus-within': { boxShadow: (theme) => `0 0 0 2px ${theme.vars?.palette.secondary.main ?? ''}` },
        }}
      >
        <Box
          component="textarea"
          ref={inputRef}
          rows={1}
          aria-label={t('composer.label')}
          aria-describedby="chat-composer-note"
          placeholder={t('composer.label')}
          disabled={refusal !== null}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            // Enter that ends a word of an input method sends nothing.
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
          }}
          sx={{
            all: 'unset',
            flex: 1,
            minWidth: 0,
            py: 0.75,
            fontSize: { xs: 16, md: 14 },
            lineHeight: '22px',
            maxHeight: 88,
            overflowY: 'auto',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            fieldSizing: 'content',
            '&::placeholder': { color: 'text.secondary' },
          }}
        />
        {attach}
        <IconButton
          ref={emojiButton}
          size="small"
          aria-label={t('composer.emoji')}
          aria-expanded={areEmojisOpen}
          disabled={refusal !== null}
          onClick={() => setEmojisOpen(!areEmojisOpen)}
          sx={{ width: 36, height: 36 }}
        >
          <EmojiEmotionsOutlined />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('composer.send')}
          type="submit"
          disabled={!isReady}
          sx={{ width: 36, height: 36, color: 'text.primary' }}
        >
          <SendRounded />
        </IconButton>
      </Box>
      <Box
        id="chat-composer-note"
        sx={{ typography: 'caption', color: left < 0 ? 'error.main' : 'text.secondary', mt: note === '' ? 0 : 0.75, px: 1 }}
      >
        {note}
      </Box>
    </Box>
  )
}
