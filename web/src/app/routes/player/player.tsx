import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import { isRead } from '@e-events/shared/domain/product-rules.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { useProductPath } from '../../../components/media/use-product-path.ts'
import { paths } from '../../../config/paths.ts'
import { ElsewherePanel } from '../../../features/live/player/components/panels/elsewhere-panel.tsx'
import { EmbeddedPlayer } from '../../../features/live/player/components/embedded-player.tsx'
import { PlayerView } from '../../../features/live/player/components/player-view.tsx'
import { SurveyButton, type NextUp } from '../../../features/live/player/components/stage-overlay.tsx'
import { StatePanel } from '../../../features/live/player/components/panels/state-panel.tsx'
import { WaitingRoom } from '../../../features/live/player/components/waiting-room.tsx'
import { useDue } from '../../../features/live/player/hooks/use-due.ts'
import { usePlayback, type OpenPlayback } from '../../../features/live/player/hooks/use-playback.ts'
import { AdBanner } from '../../../features/catalogue/products/components/more-pictures.tsx'
import { ShowNotes } from '../../../features/catalogue/products/components/show-notes.tsx'
import { productQuery, relatedQuery } from '../../../features/catalogue/products/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices, useSession } from '../../../lib/services.ts'

/** Somebody who watches needs none of it. */
const PodcastView = lazy(async () => ({
  default: (await import('../../../features/catalogue/podcasts/components/podcast-view.tsx')).PodcastView,
}))

/** /player/{slug}: the router lets only logged-in users through; everybody else goes home (PLY-001). */
export function Component() {
  const { slug = '' } = useParams()
  const session = useSession()
  if (session.status === 'restoring') return <Splash />
  if (session.status !== 'authenticated' || !slugSchema.safeParse(slug).success) return <Navigate to={paths.home} replace />
  return <Player key={slug} slug={slug} />
}

function Player({ slug }: { slug: string }) {
  const [params] = useSearchParams()
  const open = usePlayback(slug, { opensRecording: params.has('recording') })
  const { playback, error, elsewhere } = open
  const { refetch } = open
  useDue(
    playback?.event?.changesAt,
    useCallback(() => void refetch(), [refetch]),
  )
  useDocumentMeta({ title: playback?.product.title, noIndex: true })
  if (elsewhere) return <ElsewherePanel slug={slug} product={playback?.product} elsewhere={elsewhere} takeOver={open.takeOver} />
  // Access that was taken back ends on the screen as well: the picture gives way to the word of what is missing.
  if (playback && !open.isAccessLost) return <Playing slug={slug} playback={playback} open={open} />
  if (error) return <Refused slug={slug} error={error} isRetrying={open.isFetching} onRetry={() => void open.refetch()} />
  return <Splash />
}

interface PlayingProps {
  slug: string
  playback: Playback
  open: Pick<OpenPlayback, 'viewers' | 'refetch' | 'openRecording'>
}

function Playing({ slug, playback, open }: PlayingProps) {
  const { t } = useTranslation('player')
  const [params, setParams] = useSearchParams()
  const { surveyUrl, ...around } = useAround(slug)
  const wantsRecording = params.has('recording')
  // A show that ends is watched to its last second before the curtain falls.
  const [onStage, setOnStage] = useState<Extract<Playback, { state: 'on_air' }> | null>(null)
  if (playback.state === 'on_air' && onStage !== playback) setOnStage(playback)
  const { viewers, refetch: onRefetch, openRecording } = open
  // A show that ends on stage is asked for as the recording that it is by then.
  useEffect(() => openRecording(wantsRecording || onStage !== null), [openRecording, wantsRecording, onStage])
  const leave = useCallback(() => setOnStage((shown) => (playback.state === 'on_air' ? shown : null)), [playback.state])
  const onRefresh = useCallback(async () => {
    const { data } = await onRefetch()
    return data === undefined ? undefined : mediaOf(data)?.feeds
  }, [onRefetch])
  const freshGrant = useCallback(async () => {
    const { data } = await onRefetch()
    return data?.state === 'on_air' ? data.media.lowLatency : null
  }, [onRefetch])

  const hasChat = playback.product.type === 'live' || playback.product.type === 'broadcast'
  const recorded = playback.state === 'finished' || playback.state === 'cancelled' ? playback.recording : null
  if (recorded && wantsRecording) {
    return (
      <PlayerView
        key="recording"
        product={playback.product}
        feeds={recorded.feeds}
        captions={recorded.captions}
        media={recorded}
        viewers={0}
        isOnDemand
        measuredAs="video"
        hasChat={hasChat}
        onRefresh={onRefresh}
        surveyUrl={surveyUrl}
        {...around}
      />
    )
  }
  if (playback.state === 'ready' && playback.product.type === 'podcast') {
    return (
      <Suspense fallback={<Splash />}>
        <PodcastView playback={playback} />
      </Suspense>
    )
  }
  if (playback.state === 'ready') {
    return (
      <PlayerView
        key="vod"
        product={playback.product}
        feeds={playback.media.feeds}
        captions={playback.media.captions}
        media={playback.media}
        viewers={0}
        isOnDemand
        measuredAs="video"
        onRefresh={onRefresh}
        surveyUrl={surveyUrl}
        {...around}
      />
    )
  }
  const show = playback.state === 'on_air' ? playback : playback.state === 'finished' ? onStage : null
  if (show) {
    // The feeds of the show to its last second, never those of the recording: they get ready one after the other, and a
    // player whose feed is missing for a moment would start the recording from its beginning.
    return (
      <PlayerView
        key="live"
        product={show.product}
        feeds={show.media.feeds}
        captions={show.media.captions}
        viewers={viewers}
        isOnDemand={false}
        measuredAs="show"
        onRefresh={onRefresh}
        {...(show.media.lowLatency ? { freshGrant, isLowLatencyFirst: show.media.isLowLatencyFirst === true } : {})}
        deferred={show.deferred ?? null}
        hasChat={hasChat}
        onEnded={leave}
        surveyUrl={surveyUrl}
        notes={around.notes}
      />
    )
  }
  if (playback.state === 'embedded') return <EmbeddedPlayer playback={playback} />
  // A text is read, a course followed and a meeting held on a page of its own, whatever address led here.
  const { type } = playback.product
  if (isRead(type) || playback.state === 'own_page') return <Navigate to={paths.door({ type, slug })} replace />
  if (playback.state === 'available_on') return <WaitingRoom playback={playback} inRoom={viewers} hasChat={hasChat} />

  const kind = playback.state === 'on_air' ? 'not_available_yet' : playback.state
  const words =
    kind === 'finished' && recorded
      ? 'finishedWithRecording'
      : kind === 'not_available_yet' && playback.product.type === 'live'
        ? 'video_not_ready'
        : kind
  const support = (
    <Button variant="soft" href={`mailto:${playback.supportEmail}`}>
      {t('state.support')}
    </Button>
  )
  return (
    <StatePanel
      kind={kind}
      slug={slug}
      name={playback.product.title}
      imageUrl={playback.product.heroUrl ?? playback.product.posterUrl}
      title={t(`state.${words}.title`)}
      text={t(`state.${words}.text`)}
      actions={
        <>
          {recorded && (
            <Button variant="contained" color="primary" onClick={() => setParams(withRecording)}>
              {t('state.watchRecording')}
            </Button>
          )}
          {kind === 'finished' && surveyUrl !== null && <SurveyButton href={surveyUrl} />}
          {(kind === 'misconfigured' || kind === 'event_date_passed') && support}
          <Button variant="soft" href={paths.product(slug)}>
            {t('state.product')}
          </Button>
        </>
      }
    />
  )
}

/**
 * The description, programme and people of the product, and what is like it; of a private one nothing without its code.
 */
function useAround(slug: string): { notes: ReactNode; next: NextUp | null; surveyUrl: string | null } {
  const { api } = useServices()
  const language = useLanguage()
  const { data, isError } = useQuery(productQuery(api, { slug, language }))
  const pathOf = useProductPath()
  const { data: others } = useQuery({ ...relatedQuery(api, { slug, language }), enabled: data?.status === 'published' })
  const related = others?.items[0]
  const next = related ? { title: related.title, href: pathOf(related) } : null
  if (data) {
    const notes = (
      <>
        <ShowNotes product={data} />
        <AdBanner product={data} />
      </>
    )
    return { notes, next, surveyUrl: data.surveyUrl }
  }
  // The room is kept while it loads, so that the picture does not jump.
  return { notes: isError ? null : '', next, surveyUrl: null }
}

interface RefusedProps {
  slug: string
  error: unknown
  isRetrying: boolean
  onRetry: () => void
}

/** No access is not an error: it is an offer, or the honest word that it is too late. */
function Refused({ slug, error, isRetrying, onRetry }: RefusedProps) {
  const { t } = useTranslation('player')
  const { api } = useServices()
  const { data: product } = useQuery(productQuery(api, { slug, language: useLanguage() }))
  const code = error instanceof ApiError ? error.code : undefined
  const kind =
    code === 'TICKET_REQUIRED' || code === 'PAYMENT_REQUIRED'
      ? 'ticket'
      : code === 'NOT_PURCHASABLE'
        ? 'notPurchasable'
        : code === 'SUBSCRIPTION_REQUIRED'
          ? 'subscription'
          : null
  if (kind === null) {
    return (
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ '&:focus': { outline: 'none' }, minHeight: '100dvh', display: 'grid', placeContent: 'center' }}
      >
        <ErrorNotice error={error} onRetry={onRetry} retrying={isRetrying} heading="h1" />
      </Box>
    )
  }
  return (
    <StatePanel
      kind={kind}
      slug={slug}
      name={product?.title}
      imageUrl={product?.heroUrl ?? product?.posterUrl}
      title={t(`state.${kind}.title`)}
      text={t(`state.${kind}.text`)}
      actions={
        kind === 'ticket' ? (
          <Button variant="contained" color="primary" href={paths.product(slug)}>
            {t('state.ticket.action')}
          </Button>
        ) : (
          <>
            {kind === 'subscription' && product && (
              <Button variant="contained" color="primary" href={paths.subscribe(product.channel.slug, slug)}>
                {t('state.subscription.action')}
              </Button>
            )}
            <Button variant="soft" href={paths.product(slug)}>
              {t('state.product')}
            </Button>
            <Button variant="text" href={paths.home}>
              {t('state.home')}
            </Button>
          </>
        )
      }
    />
  )
}

const withRecording = (params: URLSearchParams) => {
  params.set('recording', '')
  return params
}

function Splash() {
  const { t } = useTranslation('player')
  return (
    <Box
      data-mode="dark"
      role="status"
      aria-label={t('loading')}
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        bgcolor: 'surface.canvas',
        color: 'text.secondary',
        gap: 2,
      }}
    >
      <CircularProgress color="inherit" size={40} thickness={3} aria-hidden />
      <Box sx={{ typography: 'body2' }}>{t('loading')}</Box>
    </Box>
  )
}

function mediaOf(playback: Playback) {
  if (playback.state === 'on_air' || playback.state === 'ready') return playback.media
  return playback.state === 'finished' || playback.state === 'cancelled' ? playback.recording : null
}
