import type { Channel } from '@e-events/shared/contract/catalogue/channels.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'
import { RouterLink } from '../../../../components/navigation/router-link.tsx'
import { paths } from '../../../../config/paths.ts'
import { ChannelLinks } from './channel-links.tsx'
import { reviewHours } from './channel-status.tsx'
import type { ReactNode } from 'react'

/** The top of a channel's page: the cover across the page, the profile picture over its edge, then who this is. */
export function ChannelHead({ channel, action }: { channel: Channel; action?: ReactNode }) {
  const { t } = useTranslation('channels')
  // Beside a profile picture of its own the logo signs the words.
  const signs = channel.logoUrl !== null && channel.logoUrl !== channel.profileUrl
  return (
    <>
      <Picture
        src={channel.coverUrl}
        alt=""
        ratio="auto"
        eager
        fallback={{ title: channel.title, bare: true }}
        sx={{ display: 'block', height: { xs: 150, sm: 220, md: 300 }, borderRadius: { xs: 0, md: '0 0 20px 20px' } }}
      />
      <Box
        sx={{
          px: 'var(--ee-gutter)',
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '168px minmax(0,1fr)' },
          columnGap: 4,
        }}
      >
        <Box sx={{ position: 'relative', mt: { xs: '-52px', md: '-84px' } }}>
          <Picture
            src={channel.profileUrl}
            alt={channel.profileUrl ? t('page.profile', { title: channel.title }) : ''}
            ratio="1:1"
            sizes="168px"
            eager
            fallback={{ title: channel.title, bare: true, ratio: '1:1' }}
            sx={{
              width: { xs: 104, md: 168 },
              height: { xs: 104, md: 168 },
              borderRadius: '50%',
              border: 4,
              borderColor: 'background.default',
            }}
          />
        </Box>
        <Box sx={{ pt: { xs: 1.5, md: 3 }, minWidth: 0 }}>
          {channel.status !== 'published' && (
            <Alert severity="info" sx={{ mb: 2 }}>
              {t('page.hidden', { status: t(`status.${channel.status}`), meaning: t(`meaning.${channel.status}`, { hours: reviewHours }) })}
            </Alert>
          )}
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Typography variant="h1" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {channel.title}
            </Typography>
            {signs && (
              <Picture
                src={channel.logoUrl}
                alt={t('page.logo', { title: channel.title })}
                ratio="1:1"
                sizes="48px"
                sx={{ width: 48, height: 48, borderRadius: '10px', flexShrink: 0 }}
              />
            )}
          </Box>
          {channel.businessName && (
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {channel.businessName}
            </Typography>
          )}
          {channel.shortDescription && (
            <Typography sx={{ mt: 1.5, maxWidth: 720, whiteSpace: 'pre-line', overflowWrap: 'anywhere', textWrap: 'pretty' }}>
              {channel.shortDescription}
            </Typography>
          )}
          <Box sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 1 }}>
            {channel.classification && (
              <Chip
                clickable
                component={RouterLink}
                href={paths.category(channel.classification.slug)}
                label={channel.classification.title}
              />
            )}
            {channel.tags.map((tag) => (
              <Chip key={tag} variant="outlined" label={tag} />
            ))}
            <ChannelLinks channel={channel} />
          </Box>
          {action && <Box sx={{ mt: 2.5 }}>{action}</Box>}
        </Box>
      </Box>
    </>
  )
}
