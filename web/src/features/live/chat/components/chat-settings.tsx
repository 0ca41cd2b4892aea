import { chat, chatModerators, type ChatSettings } from '@e-events/shared/contract/live/chat.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import type { UserId } from '@e-events/shared/domain/ids.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import type { ChatStore } from '@e-events/shared/client/chat-store.ts'
import { ReportedMessages } from './reported-messages.tsx'

const slowModes = [1, 5, 10, 30, 60, 300]

interface ChatSettingsProps {
  slug: string
  store: ChatStore
  settings: ChatSettings
  /** Names moderators. */
  isOrganizer: boolean
  onClose: () => void
}

/** Settings of a room, who may not write there, and who moderates it. */
export function ChatSettingsDialog({ slug, store, settings, isOrganizer, onClose }: ChatSettingsProps) {
  const { t } = useTranslation('chat')
  const { api } = useServices()
  const explain = useErrorSnack()
  const [wanted, setWanted] = useState({ ...settings, blockedWords: settings.blockedWords.join('\n') })
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const blockedWords = [...new Set(wanted.blockedWords.split('\n').map((word) => word.trim()))].filter((word) => word.length > 1)
    try {
      store.learnSettings(await api.call(chat.configure, { params: { slug }, body: { ...wanted, blockedWords } }))
      onClose()
    } catch (error) {
      explain(error, { key: 'chat' })
      setSaving(false)
    }
  }
  return (
    <Dialog open onClose={onClose} data-mode="dark" maxWidth="xs" fullWidth aria-labelledby="chat-settings-title">
      <DialogTitle id="chat-settings-title">{t('settings.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        <FormControlLabel
          control={<Switch checked={wanted.isEnabled} onChange={(_, isEnabled) => setWanted({ ...wanted, isEnabled })} />}
          label={t('settings.enabled')}
        />
        <TextField
          select
          label={t('settings.moderation')}
          value={wanted.moderation}
          onChange={({ target }) => setWanted({ ...wanted, moderation: target.value as ChatSettings['moderation'] })}
          slotProps={{ select: { MenuProps: { slotProps: { root: { 'data-mode': 'dark' } as object } } } }}
        >
          {(['site', 'on', 'off'] as const).map((value) => (
            <MenuItem key={value} value={value}>
              {t(`settings.moderationIs.${value}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={t('settings.slowMode')}
          value={wanted.slowModeSec}
          onChange={({ target }) => setWanted({ ...wanted, slowModeSec: Number(target.value) })}
          slotProps={{ select: { MenuProps: { slotProps: { root: { 'data-mode': 'dark' } as object } } } }}
        >
          {[...new Set([...slowModes, wanted.slowModeSec])]
            .sort((a, b) => a - b)
            .map((seconds) => (
              <MenuItem key={seconds} value={seconds}>
                {t('settings.everySeconds', { count: seconds })}
              </MenuItem>
            ))}
        </TextField>
        <TextField
          label={t('settings.blockedWords')}
          helperText={t('settings.blockedWordsHelp')}
          multiline
          minRows={2}
          maxRows={6}
          value={wanted.blockedWords}
          onChange={({ target }) => setWanted({ ...wanted, blockedWords: target.value })}
        />
        <ReportedMessages slug={slug} store={store} />
        <MutedPeople slug={slug} />
        {isOrganizer && <Moderators slug={slug} />}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {t('settings.close')}
        </Button>
        <Button variant="contained" color="primary" loading={isSaving} onClick={() => void save()}>
          {t('settings.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function MutedPeople({ slug }: { slug: string }) {
  const { t } = useTranslation('chat')
  const { api } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const queries = useQueryClient()
  const explain = useErrorSnack()
  const key = queryKey(chat.mutes, { params: { slug } })
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(chat.mutes, { params: { slug } }, { signal }),
    staleTime: 0,
  })
  const unmute = async (user: UserId) => {
    try {
      await api.call(chat.unmute, { params: { slug, user } })
    } catch (error) {
      explain(error, { key: 'chat' })
    }
    await queries.invalidateQueries({ queryKey: key })
  }
  if (!data || data.items.length === 0) return null
  return (
    <PeopleList title={t('settings.muted')}>
      {data.items.map(({ user, name, until }) => (
        <PersonRow
          key={user}
          name={name}
          note={until === null ? t('settings.wholeEvent') : t('settings.until', { time: date(until, 'time', language, zone) })}
          act={t('settings.unmute')}
          onAct={() => void unmute(user)}
        />
      ))}
    </PeopleList>
  )
}

function Moderators({ slug }: { slug: string }) {
  const { t } = useTranslation('chat')
  const { api } = useServices()
  const queries = useQueryClient()
  const explain = useErrorSnack()
  const [email, setEmail] = useState('')
  const key = queryKey(chatModerators.list, { params: { slug } })
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(chatModerators.list, { params: { slug } }, { signal }),
    staleTime: 0,
  })
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      explain(error, { key: 'chat' })
    }
    await queries.invalidateQueries({ queryKey: key })
  }
  const add = () =>
    void attempt(async () => {
      await api.call(chatModerators.add, { params: { slug }, body: { email: email.trim() } })
      setEmail('')
    })
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <PeopleList title={t('settings.moderators')}>
        {data?.items.map(({ user, name, email: address }) => (
          <PersonRow
            key={user}
            name={name}
            note={address}
            act={t('settings.removeModerator')}
            onAct={() => void attempt(() => api.call(chatModerators.remove, { params: { slug, user } }))}
          />
        ))}
      </PeopleList>
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (email.trim() !== '') add()
        }}
        sx={{ display: 'flex', gap: 1, alignItems: 'center' }}
      >
        <TextField
          type="email"
          size="small"
          label={t('settings.moderatorEmail')}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          sx={{ flex: 1 }}
        />
        <Button type="submit" variant="soft" disabled={email.trim() === ''}>
          {t('settings.addModerator')}
        </Button>
      </Box>
    </Box>
  )
}

function PeopleList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {children}
      </Box>
    </Box>
  )
}

function PersonRow({ name, note, act, onAct }: { name: string; note: string; act: string; onAct: () => void }) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5 }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', typography: 'body2' }}>
        {name}
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{note}</Box>
      </Box>
      <Button size="small" variant="text" onClick={onAct} aria-label={`${act}: ${name}`}>
        {act}
      </Button>
    </Box>
  )
}
