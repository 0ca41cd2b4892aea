import type { RunningBroadcast } from '@e-events/shared/contract/live/on-air.ts'
import { count, date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { onAirQuery } from '../queries.ts'

/** All broadcasts that run, for administrators. */
export function OnAirList() {
  const { t } = useTranslation('on-air')
  const { api } = useServices()
  const list = useQuery(onAirQuery(api))
  return (
    <Box component="section" aria-labelledby="on-air-title" sx={{ mb: 3 }}>
      <Typography id="on-air-title" variant="h4" component="h2" sx={{ mb: 1.5 }}>
        {t('title')}
      </Typography>
      {list.isPending && <Skeleton variant="rounded" sx={{ height: 88, borderRadius: '16px' }} />}
      {list.isError && !list.data && (
        <Card sx={{ borderRadius: '16px' }}>
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
        </Card>
      )}
      {list.data?.items.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>}
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))',
        }}
      >
        {list.data?.items.map((broadcast) => (
          <RunningCard key={broadcast.id} broadcast={broadcast} />
        ))}
      </Box>
    </Box>
  )
}

function RunningCard({ broadcast }: { broadcast: RunningBroadcast }) {
  const { t } = useTranslation('on-air')
  const language = useLanguage()
  const zone = useViewerZone()
  const { product, channel, kind, state, startedAt, idleClosesAt, viewers, feeds } = broadcast
  const isRehearsal = kind === 'rehearsal'
  const parts = [
    t('since', { time: date(startedAt, 'dayTime', language, zone) }),
    ...(isRehearsal ? [] : [t('viewers', { count: viewers, formatted: count(viewers, language) })]),
  ]
  return (
    <Card component="li" sx={{ borderRadius: '16px', p: 2, display: 'grid', gap: 0.75, alignContent: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Chip size="small" color={state === 'on_air' && !isRehearsal ? 'error' : 'warning'} label={t(`state.${state}`)} />
        {isRehearsal && <Chip size="small" variant="outlined" label={t('rehearsal')} />}
      </Box>
      <Typography variant="h5" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        <Link href={isRehearsal ? paths.manageProduct(product.slug) : paths.product(product.slug)}>{product.title}</Link>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        <Link href={paths.manageChannel(channel.slug)}>{channel.title}</Link> · {parts.join(' · ')}
      </Typography>
      {idleClosesAt !== null && (
        <Typography variant="body2" sx={{ color: 'warning.main' }}>
          {t('closes', { time: date(idleClosesAt, 'time', language, zone) })}
        </Typography>
      )}
      {feeds.length === 0 ? (
        <Typography variant="body2">{t('noFeeds')}</Typography>
      ) : (
        <Box component="ul" aria-label={t('feeds')} sx={{ m: 0, pl: 2.5, typography: 'body2' }}>
          {feeds.map((feed) => (
            <li key={feed.id}>
              {feed.label}: {t(`feedState.${feed.state}`)}
            </li>
          ))}
        </Box>
      )}
    </Card>
  )
}
