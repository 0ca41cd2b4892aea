import { messagesAt, partsOf } from '@e-events/shared/client/chat-messages.ts'
import { createChatStore } from '@e-events/shared/client/chat-store.ts'
import { chat, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { limits } from '@e-events/shared/limits.ts'
import { date } from '@e-events/shared/ui/format.ts'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import PushPinRounded from '@mui/icons-material/PushPinRounded'
import SendRounded from '@mui/icons-material/SendRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { line } from '../../../components/panel.tsx'
import { useSnack } from '../../../components/snack.tsx'
import { wordsOf } from '../../../lib/errors.ts'
import { useLanguage } from '../../../lib/i18n.ts'
import { useServices } from '../../../lib/services.ts'

/** The chat of the show as its organizer has it: reads, writes, approves, pins and removes. */
export function Chat({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { api, realtime, clock } = useServices()
  const [store] = useState(() => createChatStore({ api, realtime, slug, nowMs: clock.nowMs, random: Math.random }))
  const state = useSyncExternalStore(store.subscribe, store.get)
  const attempt = useAttempt()
  const [text, setText] = useState('')
  useEffect(() => store.open(), [store])
  const messages = useMemo(() => messagesAt(state.messages.values(), null), [state.messages])
  const list = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  useLayoutEffect(() => {
    if (follows.current && list.current) list.current.scrollTop = list.current.scrollHeight
  })
  const on = (endpoint: typeof chat.approve) => (message: ChatMessage) =>
    void attempt(async () => store.learn([await api.call(endpoint, { params: { slug, id: message.id } })]))
  const acts = {
    approve: on(chat.approve),
    refuse: on(chat.refuse),
    remove: on(chat.remove),
    pin: (message: ChatMessage | null) =>
      void attempt(async () => store.learnRoom(await api.call(chat.pin, { params: { slug }, body: { message: message?.id ?? null } }))),
  }
  const left = limits.chatMessageLength - Array.from(text.trim()).length
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (text.trim() === '' || left < 0) return
    follows.current = true
    store.post(text.trim(), { momentMs: null, replyTo: undefined })
    setText('')
  }
  const pinned = state.room?.pinned ?? null
  return (
    <>
      {state.status === 'down' && (
        <Box role="status" sx={{ px: 2, py: 1, fontSize: 13, color: 'text.secondary' }}>
          {t('talk.down')}
        </Box>
      )}
      {pinned && (
        <Box sx={{ m: 1.5, mb: 0, p: 1, borderRadius: '8px', bgcolor: 'tint.neutral', display: 'flex', gap: 1, fontSize: 13 }}>
          <PushPinRounded sx={{ fontSize: 15, mt: '2px', color: 'text.secondary' }} titleAccess={t('talk.pinned')} />
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{pinned.text}</Box>
          <Button size="small" variant="text" color="inherit" onClick={() => acts.pin(null)} sx={{ my: -0.5 }}>
            {t('talk.unpin')}
          </Button>
        </Box>
      )}
      <Box
        ref={list}
        role="log"
        aria-label={t('talk.messages')}
        tabIndex={0}
        onScroll={({ currentTarget: box }) => (follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < 40)}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 2, py: 1, display: 'flex', flexDirection: 'column', gap: 0.75, fontSize: 13 }}
      >
        {messages.length === 0 && state.status === 'ready' && <Box sx={{ color: 'text.secondary' }}>{t('talk.empty')}</Box>}
        {messages.map((message) => (
          <Row key={message.id} message={message} acts={acts} />
        ))}
      </Box>
      {state.outbox.map(({ clientId, text: words, state: sending, error }) => (
        <Box key={clientId} sx={{ px: 2, py: 0.5, fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {words}{' '}
          {sending === 'failed' && (
            <>
              <Failure error={error} />{' '}
              <Button size="small" variant="text" onClick={() => store.again(clientId)}>
                {t('talk.again')}
              </Button>
              <Button size="small" variant="text" color="inherit" onClick={() => store.discard(clientId)}>
                {t('talk.discard')}
              </Button>
            </>
          )}
        </Box>
      ))}
      <Box
        component="form"
        onSubmit={send}
        sx={{ flexShrink: 0, display: 'flex', gap: 0.5, alignItems: 'flex-end', p: 1.5, borderTop: 1, borderColor: line }}
      >
        <TextField
          fullWidth
          multiline
          maxRows={3}
          size="small"
          placeholder={t('talk.write')}
          value={text}
          disabled={state.status !== 'ready'}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // Enter that ends a word of an input method sends nothing.
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
          }}
          error={left < 0}
          slotProps={{ htmlInput: { 'aria-label': t('talk.write') } }}
        />
        <IconButton type="submit" aria-label={t('talk.send')} disabled={text.trim() === '' || left < 0}>
          <SendRounded fontSize="small" />
        </IconButton>
      </Box>
    </>
  )
}

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <Box component="span" role="alert" sx={{ color: 'error.main' }}>
      {wordsOf(error, t, useLanguage())}
    </Box>
  )
}

interface RowProps {
  message: ChatMessage
  acts: Record<'approve' | 'refuse' | 'remove' | 'pin', (message: ChatMessage) => void>
}

function Row({ message, acts }: RowProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const time = date(message.timestamp, 'time', language, new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const { name, role, text, pendingApproval } = message
  return (
    <Box component="article" aria-label={`${name}, ${time}`} sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', color: pendingApproval ? 'text.secondary' : undefined }}>
        <Box component="span" sx={{ fontWeight: 640, mr: 0.75, color: role === 'viewer' ? 'text.primary' : 'secondary.main' }}>
          {name}
        </Box>
        {/* Addresses are no links here: the desk is not left by a press. */}
        {partsOf(text).map((part) => (
          <span key={part.at}>{part.text}</span>
        ))}
        <Box component="span" className="tabular" sx={{ ml: 0.75, fontSize: 11.5, color: 'text.tertiary', whiteSpace: 'nowrap' }}>
          {time}
        </Box>
        {pendingApproval && (
          <Box sx={{ display: 'flex', gap: 0.5, ml: -0.75 }}>
            <Button size="small" variant="text" onClick={() => acts.approve(message)}>
              {t('talk.approve')}
            </Button>
            <Button size="small" variant="text" color="inherit" onClick={() => acts.refuse(message)}>
              {t('talk.refuse')}
            </Button>
          </Box>
        )}
      </Box>
      {!pendingApproval && (
        <IconButton size="small" aria-label={t('talk.pin', { name })} onClick={() => acts.pin(message)}>
          <PushPinRounded sx={{ fontSize: 15 }} />
        </IconButton>
      )}
      <IconButton size="small" aria-label={t('talk.remove', { name })} onClick={() => acts.remove(message)}>
        <DeleteOutlineRounded sx={{ fontSize: 15 }} />
      </IconButton>
    </Box>
  )
}

/** Does something and says why it failed. */
export function useAttempt(): (work: () => Promise<unknown>) => Promise<boolean> {
  const { t } = useTranslation()
  const language = useLanguage()
  const show = useSnack()
  return async (work) => {
    try {
      await work()
      return true
    } catch (error) {
      show(wordsOf(error, t, language))
      return false
    }
  }
}
