import type { EventState } from '@e-events/shared/domain/event-state.ts'
import { LiveBadge } from '@e-events/shared/ui/badges.tsx'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'

const colors = {
  coming: 'secondary',
  moved: 'secondary',
  room_open: 'secondary',
  interrupted: 'secondary',
  ended_with_recording: 'success',
  ended: 'default',
  never_aired: 'default',
  cancelled: 'error',
} as const

interface EventMarkProps {
  state: EventState
  size?: 'sm' | 'md'
  /** Its next date is no show. */
  isMeeting?: boolean
}

/** The state of an event in a word: the red badge for what is sent now, a chip for the rest. */
export function EventMark({ state, size = 'md', isMeeting = false }: EventMarkProps) {
  const { t } = useTranslation()
  if (state === 'on_air') return <LiveBadge label={t('live.badge')} size={size} />
  return (
    <Chip
      label={t(`eventState.${isMeeting && state === 'coming' ? 'comingMeeting' : state}`)}
      color={colors[state]}
      {...(size === 'sm' ? { size: 'small' } : {})}
      data-event-state={state}
    />
  )
}
