import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { PlayerView } from '../../../features/live/player/components/player-view.tsx'
import { StatePanel } from '../../../features/live/player/components/state-panel.tsx'
import { rehearsalQuery } from '../../../features/live/player/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices, useSession } from '../../../lib/services.ts'

/** /rehearsals/{key}: the picture of a rehearsal, and that it is one. It counts nobody and has no chat. */
export function Component() {
  const { key = '' } = useParams()
  const session = useSession()
  if (session.status !== 'authenticated') return session.status === 'restoring' ? null : <Navigate to={paths.home} replace />
  return <Rehearsal key={key} link={key} />
}

function Rehearsal({ link }: { link: string }) {
  const { t } = useTranslation('player')
  const { api } = useServices()
  const { data, error, isFetching, refetch } = useQuery(rehearsalQuery(api, link, useLanguage()))
  const title = data && t('rehearsal.title', { title: data.product.title })
  useDocumentMeta({ title, noIndex: true })
  const onRefresh = useCallback(async () => {
    const { data: fresh } = await refetch()
    return fresh?.state === 'on_air' ? fresh.media.feeds : undefined
  }, [refetch])
  if (data?.state === 'on_air') {
    return (
      <PlayerView
        product={{ ...data.product, title: title ?? data.product.title }}
        feeds={data.media.feeds}
        viewers={0}
        isOnDemand={false}
        takesReports={false}
        onRefresh={onRefresh}
        notes={
          <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
            {t('rehearsal.note')}
          </Typography>
        }
      />
    )
  }
  if (data) {
    return (
      <StatePanel
        kind="finished"
        slug={data.product.slug}
        name={data.product.title}
        imageUrl={data.product.heroUrl ?? data.product.posterUrl}
        title={t('rehearsal.over')}
        text={t('rehearsal.overText')}
        actions={
          <Button variant="soft" href={paths.home}>
            {t('rehearsal.home')}
          </Button>
        }
      />
    )
  }
  return (
    <Box
      component="main"
      id="content"
      tabIndex={-1}
      sx={{ '&:focus': { outline: 'none' }, minHeight: '100dvh', display: 'grid', placeContent: 'center' }}
    >
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} retrying={isFetching} heading="h1" />
      ) : (
        <CircularProgress color="inherit" size={40} aria-label={t('loading')} />
      )}
    </Box>
  )
}
