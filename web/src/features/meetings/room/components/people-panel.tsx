import { handsOf, sends } from '@e-events/shared/rtc/meeting/layout.ts'
import type { MeetPerson } from '@e-events/shared/signaling/meet-requests.ts'
import BackHandRounded from '@mui/icons-material/BackHandRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import MicOffRounded from '@mui/icons-material/MicOffRounded'
import MicRounded from '@mui/icons-material/MicRounded'
import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { initialsOf } from '../lobby/initials.ts'
import type { RoomActs } from '../hooks/use-acts.ts'

interface PeoplePanelProps {
  people: readonly MeetPerson[]
  ownId: string | null
  /** This person has host powers. */
  isHost: boolean
  acts: RoomActs
  onClose: () => void
}

/** Above this many somebody looks for a name. */
const searchFrom = 8

/** Everybody in the room: raised hands first, then in the order in which they came. Hosts act on each. */
export function PeoplePanel({ people, ownId, isHost, acts, onClose }: PeoplePanelProps) {
  const { t } = useTranslation('room')
  const [search, setSearch] = useState('')
  const [menu, setMenu] = useState<{ id: string; anchor: HTMLElement } | null>(null)
  const [leaving, setLeaving] = useState<MeetPerson | null>(null)
  const hands = handsOf(people)
  const wanted = plain(search)
  const listed = [...hands, ...people.filter((person) => !hands.includes(person))].filter(({ name }) => plain(name).includes(wanted))
  const chosen = people.find(({ id }) => id === menu?.id)
  const act = (work: () => void) => {
    setMenu(null)
    work()
  }
  return (
    <Box component="section" aria-label={t('people')} sx={{ height: 1, display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', pl: 2, pr: 1, minHeight: 48, borderBottom: 1, borderColor: 'border.subtle' }}>
        <Typography component="h2" variant="subtitle2" sx={{ flex: 1 }}>
          {t('peopleCount', { count: people.length })}
        </Typography>
        {isHost && (
          <Button size="small" variant="text" startIcon={<MicOffRounded />} onClick={() => acts.mute(null, 'microphone')}>
            {t('host.muteAll')}
          </Button>
        )}
        <IconButton size="small" aria-label={t('closePanel')} onClick={onClose}>
          <CloseRounded fontSize="small" />
        </IconButton>
      </Box>
      {people.length >= searchFrom && (
        <Box sx={{ p: 1.5, pb: 0.5 }}>
          <TextField
            size="small"
            fullWidth
            type="search"
            label={t('search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Box>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 1, flex: 1, minHeight: 0, overflowY: 'auto' }}>
        {listed.map((person) => (
          <Box component="li" key={person.id} sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: 1, minHeight: 52 }}>
            <Avatar
              aria-hidden
              alt=""
              {...(person.avatarUrl === null ? {} : { src: person.avatarUrl })}
              sx={{ width: 34, height: 34, fontSize: 13, bgcolor: 'tint.blue', color: 'secondary.main' }}
            >
              {initialsOf(person.name)}
            </Avatar>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" noWrap>
                {person.id === ownId ? t('you', { name: person.name }) : person.name}
              </Typography>
              {person.isHost && (
                <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                  {t('isHost')}
                </Typography>
              )}
            </Box>
            {person.handRaisedAtMs !== null && (
              <BackHandRounded
                sx={{ fontSize: 18, color: 'warning.main' }}
                titleAccess={t('handAt', { n: hands.findIndex(({ id }) => id === person.id) + 1 })}
              />
            )}
            {sends(person, 'microphone') ? (
              <MicRounded sx={{ fontSize: 18, color: 'text.secondary' }} titleAccess={t('notMuted')} />
            ) : (
              <MicOffRounded sx={{ fontSize: 18, color: 'text.tertiary' }} titleAccess={t('muted')} />
            )}
            {isHost && person.id !== ownId && (
              <IconButton
                size="small"
                aria-label={t('host.menu', { name: person.name })}
                aria-haspopup="menu"
                aria-expanded={menu?.id === person.id}
                onClick={(event) => setMenu({ id: person.id, anchor: event.currentTarget })}
              >
                <MoreVertRounded fontSize="small" />
              </IconButton>
            )}
          </Box>
        ))}
        {listed.length === 0 && (
          <Box component="li" sx={{ p: 2, color: 'text.secondary', typography: 'body2' }}>
            {t('nobodyFound')}
          </Box>
        )}
      </Box>
      <Menu data-mode="dark" open={chosen !== undefined} anchorEl={menu?.anchor ?? null} onClose={() => setMenu(null)}>
        {chosen && [
          sends(chosen, 'microphone') && (
            <MenuItem key="mute" onClick={() => act(() => acts.mute(chosen.id, 'microphone'))}>
              {t('host.mute')}
            </MenuItem>
          ),
          sends(chosen, 'camera') && (
            <MenuItem key="camera" onClick={() => act(() => acts.mute(chosen.id, 'camera'))}>
              {t('host.camera')}
            </MenuItem>
          ),
          sends(chosen, 'screen') && (
            <MenuItem key="screen" onClick={() => act(() => acts.mute(chosen.id, 'screen'))}>
              {t('host.screen')}
            </MenuItem>
          ),
          chosen.handRaisedAtMs !== null && (
            <MenuItem key="hand" onClick={() => act(() => acts.lowerHand(chosen.id))}>
              {t('host.hand')}
            </MenuItem>
          ),
          <MenuItem key="powers" onClick={() => act(() => acts.promote(chosen.id, !chosen.isHost))}>
            {chosen.isHost ? t('host.demote') : t('host.promote')}
          </MenuItem>,
          <MenuItem key="remove" onClick={() => act(() => setLeaving(chosen))} sx={{ color: 'error.main' }}>
            {t('host.remove')}
          </MenuItem>,
        ]}
      </Menu>
      <ConfirmDialog
        open={leaving !== null}
        title={t('host.removeTitle', { name: leaving?.name ?? '' })}
        confirmLabel={t('host.remove')}
        destructive
        onConfirm={() => {
          if (leaving) acts.remove(leaving.id)
          setLeaving(null)
        }}
        onClose={() => setLeaving(null)}
      >
        {t('host.removeText')}
      </ConfirmDialog>
    </Box>
  )
}

/** 'José' is found by 'jose'. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim()
