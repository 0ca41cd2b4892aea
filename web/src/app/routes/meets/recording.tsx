import { recordingId, type RecordingId } from '@e-events/shared/domain/ids.ts'
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
import { StatePanel } from '../../../features/live/player/components/panels/state-panel.tsx'
import { recordingQuery } from '../../../features/meetings/room/recordings/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices, useSession } from '../../../lib/services.ts'

/** /meets/{slug}/recordings/{id}: a recording of a meeting, for those who may watch it. */
export function Component() {
  const { slug = '', id = '' } = useParams()
  const session = useSession()
  const parsed = recordingId.safeParse(id)
  if (session.status === 'restoring') return null
  if (session.status !== 'authenticated' || !parsed.success) return <Navigate to={paths.home} replace />
  return <Recording key={id} slug={slug} id={parsed.data} />
}

function Recording({ slug, id }: { slug: string; id: RecordingId }) {
  const { t } = useTranslation('room')
  const { t: tp } = useTranslation('player')
  const { api } = useServices()
  const { data, error, isFetching, refetch } = useQuery(recordingQuery(api, { slug, id }, useLanguage()))
  const title = data && t('recordings.page', { title: data.product.title })
  const media = data?.state === 'finished' ? data.recording : null
  useDocumentMeta({ title, noIndex: true })
  const onRefresh = useCallback(async () => {
    const { data: fresh } = await refetch()
    return fresh?.state === 'finished' ? fresh.recording?.feeds : undefined
  }, [refetch])
  const back = (
    <Button variant="soft" href={paths.productOfType('meet', slug)}>
      {t('recordings.back')}
    </Button>
  )
  if (data && media) {
    return (
      <PlayerView
        product={data.product}
        hasBar={false}
        feeds={media.feeds}
        viewers={0}
        isOnDemand
        placeKey={`${slug}/${id}`}
        onRefresh={onRefresh}
        notes={
          <>
            <Typography variant="h5" component="h1" sx={{ mb: 2 }}>
              {title}
            </Typography>
            {back}
          </>
        }
      />
    )
  }
  if (data) {
    return (
      <StatePanel
        kind="finished"
        slug={slug}
        name={data.product.title}
        imageUrl={data.product.heroUrl ?? data.product.posterUrl}
        title={t('recordings.preparing')}
        text={t('recordings.preparingText')}
        actions={back}
      />
    )
  }
  return (
    <Box
      component="main"
      id="content"
      tabIndex={-1}
      sx={{ '&:focus': { outline: 'none' }, minHeight: '100dvh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2 }}
    >
      {error ? (
        <>
          <ErrorNotice error={error} onRetry={() => void refetch()} retrying={isFetching} heading="h1" />
          {back}
        </>
      ) : (
        <CircularProgress color="inherit" size={40} aria-label={tp('loading')} />
      )}
    </Box>
  )
}
