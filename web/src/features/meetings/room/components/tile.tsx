import { sends } from '@e-events/shared/rtc/meeting/layout.ts'
import type { MeetPerson } from '@e-events/shared/signaling/meet-requests.ts'
import BackHandRounded from '@mui/icons-material/BackHandRounded'
import MicOffRounded from '@mui/icons-material/MicOffRounded'
import PushPinRounded from '@mui/icons-material/PushPinRounded'
import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { initialsOf } from '../lobby/initials.ts'
import type { Floating } from '../hooks/use-room-events.ts'
import { TrackVideo } from './track-video.tsx'

interface TileProps {
  person: MeetPerson
  isOwn: boolean
  source: 'camera' | 'screen'
  track: MediaStreamTrack | null
  isSpeaking: boolean
  isPinned: boolean
  /** Place in the queue of hands, from 1; undefined: it is down. */
  hand: number | undefined
  reactions: readonly Floating[]
  height: number
  onPin: ((personId: string | null) => void) | undefined
}

/** One person in the room, or the screen that somebody shows. */
export const Tile = memo(function Tile(props: TileProps) {
  const { person, isOwn, source, track, isSpeaking, isPinned, hand, reactions, height, onPin } = props
  const { t } = useTranslation('room')
  const name = isOwn ? t('you', { name: person.name }) : person.name
  const label = source === 'screen' ? t('screenOf', { name }) : name
  const isMuted = !sends(person, 'microphone')
  const avatar = Math.max(32, Math.min(112, height * 0.36))
  return (
    <Box
      component="li"
      data-person={person.name}
      sx={{
        position: 'relative',
        width: 1,
        height: 1,
        borderRadius: '12px',
        overflow: 'hidden',
        bgcolor: 'surface.raised',
        display: 'grid',
        placeItems: 'center',
        outline: isSpeaking ? '3px solid' : 'none',
        outlineColor: 'success.main',
        outlineOffset: -3,
        '&:hover .pin, &:focus-within .pin': { opacity: 1 },
      }}
    >
      {track ? (
        <TrackVideo track={track} label={label} isMirrored={isOwn && source === 'camera'} isWhole={source === 'screen'} />
      ) : (
        <Avatar
          aria-hidden
          alt=""
          {...(person.avatarUrl === null ? {} : { src: person.avatarUrl })}
          sx={{ width: avatar, height: avatar, fontSize: avatar * 0.38, bgcolor: 'tint.blue', color: 'secondary.main' }}
        >
          {initialsOf(person.name)}
        </Avatar>
      )}
      {isSpeaking && track !== null && (
        <Box aria-hidden sx={{ position: 'absolute', inset: 0, borderRadius: '12px', border: 3, borderColor: 'success.main' }} />
      )}
      <Box
        sx={{
          position: 'absolute',
          left: 8,
          bottom: 8,
          maxWidth: 'calc(100% - 16px)',
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          px: 1,
          py: 0.375,
          borderRadius: '8px',
          bgcolor: 'onArt.glass',
          typography: height < 130 ? 'caption' : 'body2',
        }}
      >
        {isMuted && source === 'camera' && <MicOffRounded sx={{ fontSize: 16 }} titleAccess={t('muted')} />}
        <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {label}
        </Box>
      </Box>
      {hand !== undefined && source === 'camera' && (
        <Box
          role="img"
          aria-label={t('handAt', { n: hand })}
          className="tabular"
          sx={{
            position: 'absolute',
            left: 8,
            top: 8,
            display: 'flex',
            alignItems: 'center',
            gap: 0.5,
            px: 1,
            height: 28,
            borderRadius: '14px',
            bgcolor: 'warning.main',
            color: 'onArt.ink',
            typography: 'label',
          }}
        >
          <BackHandRounded sx={{ fontSize: 16 }} />
          {hand}
        </Box>
      )}
      {reactions.map(({ key, reaction }) => (
        <Box
          key={key}
          aria-hidden
          sx={{
            position: 'absolute',
            bottom: 36,
            right: 12,
            fontSize: Math.max(24, Math.min(48, height * 0.2)),
            '@keyframes rise': { from: { transform: 'translateY(0)', opacity: 1 }, to: { transform: 'translateY(-70px)', opacity: 0 } },
            animation: 'rise 4s ease-out forwards',
            '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
          }}
        >
          {reaction}
        </Box>
      ))}
      {onPin && (
        <IconButton
          className="pin"
          size="small"
          aria-label={isPinned ? t('unpin', { name }) : t('pin', { name })}
          onClick={() => onPin(isPinned ? null : person.id)}
          sx={{
            position: 'absolute',
            right: 8,
            top: 8,
            bgcolor: 'onArt.glass',
            color: 'text.primary',
            opacity: isPinned ? 1 : 0,
            '@media (hover: none)': { opacity: 1 },
          }}
        >
          <PushPinRounded sx={{ fontSize: 18, color: isPinned ? 'secondary.main' : undefined }} />
        </IconButton>
      )}
    </Box>
  )
})
