import type { OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import { channelActNames, type ChannelAct } from '@e-events/shared/domain/channels.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'
import { paths } from '../../../../config/paths.ts'
import { ActDialog } from './act-dialog.tsx'
import { ChannelStatus, reviewHours } from './channel-status.tsx'

/** The main act stands out; there may be several others. */
const loud: ReadonlySet<ChannelAct> = new Set(['requestPublication', 'approve'])

/** Where a channel is in its life, what that means, and every step that is open to whoever looks. */
export function StatePanel({ channel }: { channel: OwnChannelDetail }) {
  const { t } = useTranslation('channels')
  const [asked, setAsked] = useState<ChannelAct | null>(null)
  const language = useLanguage()
  const zone = useViewerZone()
  const acts = channelActNames.filter((act) => channel.allowed[act]).toSorted((a, b) => Number(loud.has(a)) - Number(loud.has(b)))
  const { review } = channel
  return (
    <Card
      component="section"
      aria-label={t('state.label')}
      sx={{ p: 2, mb: 3, display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
    >
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
        <Typography variant="subtitle2" component="p" sx={{ m: 0 }}>
          <ChannelStatus status={channel.status} />
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', textWrap: 'pretty' }}>
          {t(`meaning.${channel.status}`, { hours: reviewHours })}
          {review && (
            <Box component="span" sx={{ display: 'block', color: review.overdue ? 'error.main' : 'inherit' }}>
              {t(review.overdue ? 'state.overdue' : channel.allowed.approve ? 'state.dueForStaff' : 'state.due', {
                at: date(review.dueAt, 'full', language, zone),
              })}
            </Box>
          )}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="text" href={paths.channel(channel.slug)}>
          {t('state.seePage')}
        </Button>
        {acts.map((act) => (
          <Button
            key={act}
            {...(loud.has(act) ? { variant: 'contained' as const, color: 'inherit' as const } : {})}
            onClick={() => setAsked(act)}
            data-tour={`channel-${act}`}
          >
            {t(`act.${act}.button`)}
          </Button>
        ))}
      </Box>
      {channel.statusReason && (
        <Alert
          severity={channel.status === 'draft' ? 'warning' : 'error'}
          sx={{ flex: '1 0 100%', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {t('state.reason', { reason: channel.statusReason })}
        </Alert>
      )}
      {asked && <ActDialog act={asked} channel={channel} onClose={() => setAsked(null)} />}
    </Card>
  )
}
