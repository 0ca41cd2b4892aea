import { chat, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { chatReports } from '@e-events/shared/contract/live/chat-reports.ts'
import { date } from '@e-events/shared/ui/format.ts'
import { useCountdown } from '@e-events/shared/ui/use-countdown.ts'
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined'
import PushPinRounded from '@mui/icons-material/PushPinRounded'
import TuneRounded from '@mui/icons-material/TuneRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { memo, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useSession, useViewerZone } from '../../../../lib/services.ts'
import { useOnline } from '../../../../lib/use-online.ts'
import { messagesAt, type Moment } from '@e-events/shared/client/chat-messages.ts'
import { isAway } from '@e-events/shared/client/chat-store.ts'
import { useChat } from '../use-chat.ts'
import { AttachFile } from './attach-file.tsx'
import { ChatSettingsDialog } from './chat-settings.tsx'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { MessageMenu, type MessageActs } from './message-menu.tsx'
import { MessageText } from './message-text.tsx'

interface ChatPanelProps {
  slug: string
  /** Capture time of the picture, where it is behind live or recorded; null at the live edge. Whole seconds. */
  momentMs: Moment
  /** Capture time of the picture wherever it is, read as a message is sent. */
  pictureMs: () => Moment
  /** The chat of a meeting. */
  takesFiles?: boolean
  /** Left out: the chat of a show. */
  title?: string
}

/** The chat beside the picture: what is said now, or what was said at the moment that is shown. */
export const ChatPanel = memo(function ChatPanel({ slug, momentMs, pictureMs, takesFiles = false, title: ownTitle }: ChatPanelProps) {
  const { t } = useTranslation('chat')
  const title = ownTitle ?? t('title')
  const language = useLanguage()
  const zone = useViewerZone()
  const isOnline = useOnline()
  const session = useSession()
  const own = session.status === 'authenticated' ? session.user : undefined
  const { store, state } = useChat(slug, momentMs)
  const [text, setText] = useState('')
  const [replyTo, setReplyTo] = useState<ChatMessage | null>(null)
  const [menu, setMenu] = useState<{ message: ChatMessage; anchor: HTMLElement } | null>(null)
  const [isReading, setReading] = useState(false)
  const [areSettingsOpen, setSettingsOpen] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const { clock } = useServices()
  const waitSec = useCountdown(state.nextAtMs, clock.nowMs).totalSeconds
  const { room, me } = state
  const moderates = me !== null && me.role !== 'viewer'
  const run = useActs(slug, store)
  const messages = useMemo(
    () => messagesAt(state.messages.values(), momentMs, state.replaySinceMs),
    [state.messages, momentMs, state.replaySinceMs],
  )
  const names = useMemo(() => [...new Set([...state.messages.values()].map(({ name }) => name))], [state.messages])
  const ownName = own && `${own.name} ${own.surname}`.trim()
  const acts: MessageActs = {
    moderates,
    openId: menu?.message.id,
    openMenu: (message, anchor) => setMenu({ message, anchor }),
    reply: setReplyTo,
    mention(message) {
      setText(`${text}${text === '' || text.endsWith(' ') ? '' : ' '}@${message.name} `)
      input.current?.focus()
    },
    ...run,
  }
  // Nobody who is behind is told of what comes.
  const pinned = room?.pinned && (momentMs === null || Date.parse(room.pinned.moment) <= momentMs) ? room.pinned : null
  const isDown = state.status === 'down' || room?.isEnabled === false
  const refusal =
    state.status === 'loading'
      ? t('loading')
      : state.status === 'down' || (room?.isEnabled === false && !moderates)
        ? t('disabled')
        : me?.mute
          ? me.mute.until === null
            ? t('mutedForEvent')
            : t('mutedUntil', { time: date(me.mute.until, 'time', language, zone) })
          : null
  const send = () => {
    store.post(text.trim(), { momentMs: pictureMs(), replyTo: replyTo?.id })
    setText('')
    setReplyTo(null)
  }
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        height: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        borderRadius: { lg: '14px' },
        bgcolor: 'surface.raised',
        overflow: 'hidden',
      }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 0.5, pl: 2, pr: 1, minHeight: 48, borderBottom: 1, borderColor: 'border.subtle' }}
      >
        <Typography component="h2" variant="subtitle2" sx={{ flex: 1, minWidth: 0 }}>
          {title}
          {momentMs !== null && (
            <Box component="span" sx={{ ml: 1, typography: 'caption', color: 'text.secondary' }}>
              {t('replay')}
            </Box>
          )}
        </Typography>
        <IconButton
          size="small"
          aria-label={t('reading')}
          aria-pressed={isReading}
          onClick={() => setReading(!isReading)}
          sx={{ color: isReading ? 'secondary.main' : undefined }}
        >
          <MenuBookOutlined fontSize="small" />
        </IconButton>
        {moderates && (
          <IconButton size="small" aria-label={t('settings.title')} onClick={() => setSettingsOpen(true)}>
            <TuneRounded fontSize="small" />
          </IconButton>
        )}
      </Box>
      {pinned && (
        <Box
          sx={{
            m: 1.5,
            mb: 0,
            p: 1.25,
            borderRadius: '10px',
            bgcolor: 'tint.neutral',
            display: 'flex',
            gap: 1,
            typography: 'body2',
            alignItems: 'flex-start',
          }}
        >
          <PushPinRounded sx={{ fontSize: 16, mt: '3px', color: 'text.secondary' }} titleAccess={t('pinned')} />
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <MessageText text={pinned.text} names={names} />
          </Box>
          {moderates && (
            <Button size="small" variant="text" onClick={() => run.pin(null)} sx={{ my: -0.5 }}>
              {t('act.unpin')}
            </Button>
          )}
        </Box>
      )}
      {isDown && (
        <Box
          role="status"
          sx={{ px: 2, py: 1, typography: 'body2', color: 'text.secondary', borderBottom: 1, borderColor: 'border.subtle' }}
        >
          {t('disabled')}
        </Box>
      )}
      {!isDown && state.status === 'ready' && !(state.isConnected && isOnline) && (
        <Box role="status" sx={{ px: 2, py: 0.5, typography: 'caption', color: 'text.secondary' }}>
          {t('reconnecting')}
        </Box>
      )}
      <MessageList
        messages={messages}
        names={names}
        ownName={ownName}
        acts={acts}
        isReading={isReading}
        empty={state.status === 'loading' ? '' : momentMs === null ? t('empty') : t('emptyReplay')}
      />
      {state.outbox.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 2, pb: 1, typography: 'body2', maxHeight: 120, overflowY: 'auto' }}>
          {state.outbox.map((outgoing) => (
            <Box component="li" key={outgoing.clientId} sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {outgoing.text}{' '}
              {outgoing.state === 'sending' ? (
                <Box component="span" sx={{ typography: 'caption' }}>
                  {t('sending')}
                </Box>
              ) : (
                <>
                  <Box component="span" role="alert" sx={{ typography: 'caption', color: 'error.main' }}>
                    {t(isAway(outgoing.error) ? 'waits' : 'failed')}
                  </Box>{' '}
                  <Button size="small" variant="text" onClick={() => store.again(outgoing.clientId)}>
                    {t('again')}
                  </Button>
                  <Button size="small" variant="text" onClick={() => store.discard(outgoing.clientId)}>
                    {t('discard')}
                  </Button>
                </>
              )}
            </Box>
          ))}
        </Box>
      )}
      <Composer
        text={text}
        onText={setText}
        inputRef={input}
        replyTo={replyTo}
        onNoReply={() => setReplyTo(null)}
        refusal={refusal}
        waitSec={waitSec}
        onSend={send}
        attach={takesFiles && <AttachFile slug={slug} store={store} isDisabled={refusal !== null} />}
      />
      <MessageMenu open={menu} me={me} ownId={own?.id} acts={acts} onClose={() => setMenu(null)} />
      {areSettingsOpen && state.settings && (
        <ChatSettingsDialog
          slug={slug}
          store={store}
          settings={state.settings}
          isOrganizer={me?.role === 'organizer'}
          onClose={() => setSettingsOpen(false)}
        />
      )}
    </Box>
  )
})

/** Acts on messages; the answers are shown at once, refusals said. */
function useActs(slug: string, store: ReturnType<typeof useChat>['store']) {
  const { t } = useTranslation('chat')
  const { api } = useServices()
  const snacks = useSnacks()
  const explain = useErrorSnack()
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      explain(error, { key: 'chat' })
    }
  }
  const on = (endpoint: typeof chat.approve) => (message: ChatMessage) =>
    void attempt(async () => store.learn([await api.call(endpoint, { params: { slug, id: message.id } })]))
  return {
    approve: on(chat.approve),
    refuse: on(chat.refuse),
    remove: on(chat.remove),
    report: (message: ChatMessage) =>
      void attempt(async () => {
        await api.call(chatReports.report, { params: { slug, id: message.id } })
        snacks.success(t('reported'), { key: 'chat-report' })
      }),
    pin: (message: ChatMessage | null) =>
      void attempt(async () => store.learnRoom(await api.call(chat.pin, { params: { slug }, body: { message: message?.id ?? null } }))),
    mute: (message: ChatMessage, minutes: number | null) =>
      void attempt(async () => {
        await api.call(chat.mute, { params: { slug, user: message.user }, body: { minutes, removesMessages: minutes === null } })
        snacks.success(minutes === null ? t('banned', { name: message.name }) : t('timedOut', { name: message.name, count: minutes }))
      }),
  }
}
