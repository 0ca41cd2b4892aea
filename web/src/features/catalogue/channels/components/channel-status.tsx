import type { ChannelStatus as Status } from '@e-events/shared/domain/states.ts'
import { limits } from '@e-events/shared/limits.ts'
import { StatusDot, type Tone } from '@e-events/shared/ui/badges.tsx'
import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'

const tones: Record<Status, Tone> = {
  draft: 'neutral',
  revision: 'amber',
  published: 'green',
  private: 'blue',
  deactivated: 'amber',
  banned: 'red',
}

export const reviewHours = limits.channelReviewMs / 3_600_000

/** The state of a channel as a dot and a word; what it means comes on pointing at it or reaching it. */
export function ChannelStatus({
  status,
  reachable = false,
}: {
  status: Status
  /** By keyboard, too: where no text beside it says the same. */ reachable?: boolean
}) {
  const { t } = useTranslation('channels')
  return (
    <Tooltip title={t(`meaning.${status}`, { hours: reviewHours })} describeChild>
      <Box component="span" {...(reachable ? { tabIndex: 0 } : {})} sx={{ display: 'inline-flex', borderRadius: '6px' }}>
        <StatusDot tone={tones[status]}>{t(`status.${status}`)}</StatusDot>
      </Box>
    </Tooltip>
  )
}
