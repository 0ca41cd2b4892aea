import type { OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import { StatusDot, type Tone } from '@e-events/shared/ui/badges.tsx'
import { date } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'

type Revision = OwnChannelDetail['revisions'][number]
const tones: Record<Revision['state'], Tone> = { pending: 'amber', approved: 'green', rejected: 'red', withdrawn: 'neutral' }

/**
 * Every request for publication: when, what came of it and why, and when the organizer gave their word about the
 * rights.
 */
export function RequestsTab({ channel }: { channel: OwnChannelDetail }) {
  const { t } = useTranslation('channels')
  const language = useLanguage()
  const zone = useViewerZone()
  const at = (moment: string) => date(moment, 'full', language, zone)
  if (channel.revisions.length === 0) {
    return (
      <Card>
        <Notice icon={FactCheckOutlined} title={t('requests.empty.title')}>
          {t('requests.empty.text')}
        </Notice>
      </Card>
    )
  }
  return (
    <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {channel.revisions.map((revision) => (
        <Box component="li" key={revision.id} sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1, fontSize: 14 }}>
            <StatusDot tone={tones[revision.state]}>{t(`requests.state.${revision.state}`)}</StatusDot>
            <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
              {t('requests.asked', { at: at(revision.requestedAt) })}
            </Box>
          </Box>
          <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
            {t('requests.rights', { at: at(revision.rightsAcceptedAt) })}
            {revision.decidedAt && ` ${t('requests.decided', { at: at(revision.decidedAt) })}`}
          </Typography>
          {revision.reason && (
            <Typography variant="body2" sx={{ mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {t('state.reason', { reason: revision.reason })}
            </Typography>
          )}
        </Box>
      ))}
    </Card>
  )
}
