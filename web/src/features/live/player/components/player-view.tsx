import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Playback, PlaybackFeed } from '@e-events/shared/contract/live/playback.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import IosShareRounded from '@mui/icons-material/IosShareRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../../../components/use-snacks.ts'
import { paths } from '../../../../config/paths.ts'
import type { FeedSource } from '../engine/types.ts'
import { rememberPoint, resumePoint } from '../../../../lib/resume.ts'
import { useArrivalFocus } from '../hooks/use-arrival-focus.ts'
import { useFeedback } from '../hooks/use-feedback.ts'
import { useLowLatency } from '../hooks/use-low-latency.ts'
import { usePlayer } from '../hooks/use-player.ts'
import { useShortScreen } from '../hooks/use-short-screen.ts'
import { useShortcuts } from '../hooks/use-shortcuts.ts'
import { FeedSwitcher } from './feed-switcher.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { overlayFor, type NextUp } from './stage-overlay.tsx'
import { Stage } from './stage.tsx'

interface PlayerViewProps {
  product: Playback['product']
  feeds: readonly PlaybackFeed[]
  viewers: number
  /** A recording or an on-demand video starts where this device stopped. */
  isOnDemand: boolean
  /** The signed addresses are no longer accepted: resolves with fresh ones, or undefined where access is gone. */
  onRefresh: () => Promise<readonly PlaybackFeed[] | undefined>
  /** A grant for sub-second viewing, asked for when it is wanted; null where there is none. Left out for what is not live. */
  freshGrant?: () => Promise<MediaGrant | null>
  /** Played to the end, or gave up on a show that is over. */
  onEnded?: () => void
  /** Notes on the show beside the picture; null where there are none. */
  notes: ReactNode
  /** Offered at the end. */
  next?: NextUp | null
}

/** Always dark, whatever the mode: light around a picture steals from it. */
export function PlayerView({
  product,
  feeds,
  viewers,
  isOnDemand,
  onRefresh,
  freshGrant = noGrant,
  onEnded,
  notes,
  next = null,
}: PlayerViewProps) {
  const refresh = useCallback(async () => {
    const fresh = await onRefresh()
    return fresh && toSources(fresh)
  }, [onRefresh])
  const { engine, snapshot } = usePlayer(refresh)
  const enterLowLatency = useLowLatency(engine, freshGrant)
  const isOver = snapshot.phase === 'ended' || snapshot.phase === 'failed'
  useEffect(() => {
    if (isOver) onEnded?.()
  }, [isOver, onEnded])
  const stageRef = useRef<HTMLDivElement>(null)
  const [isTheatre, setTheatre] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [areCamerasOpen, setCamerasOpen] = useState(false)
  const { feedback, say } = useFeedback()
  const isShort = useShortScreen()
  const { isFullscreen, toggleFullscreen } = useFullscreen(stageRef)
  useSources(engine, feeds, isOnDemand ? product.slug : null)
  useResume(isOnDemand ? product.slug : null, snapshot.positionSec, snapshot.endSec)
  useFailureNote(feeds.find((feed) => feed.id === snapshot.failedFeedId)?.label)
  const togglePictureInPicture = useCallback(() => {
    if (document.pictureInPictureElement) void document.exitPictureInPicture()
    else void engine.picture?.requestPictureInPicture().catch(() => undefined)
  }, [engine])
  const toggleTheatre = () => setTheatre(!isTheatre)
  const toggleHelp = () => setHelpOpen(!isHelpOpen)
  const toggleCameras = () => setCamerasOpen(!areCamerasOpen)
  // Where the picture has the whole screen, the others lie on it.
  const hasCamerasOnStage = (isFullscreen || isShort) && feeds.length > 1
  useShortcuts({
    engine,
    feedIds: feeds.map((feed) => feed.id),
    toggleFullscreen,
    toggleTheatre,
    togglePictureInPicture,
    toggleHelp,
    toggleCameras: hasCamerasOnStage ? toggleCameras : undefined,
    say,
  })
  const shown = feeds.find((feed) => feed.id === snapshot.feedId) ?? feeds[0]
  const choice = {
    feeds,
    shownId: snapshot.switchingTo ?? snapshot.feedId,
    switchingTo: snapshot.switchingTo,
    onPick: (feedId: string) => engine.showFeed(feedId),
  }
  const isBare = isTheatre || isShort
  const main = useArrivalFocus()
  return (
    <Box data-mode="dark" sx={{ bgcolor: 'surface.canvas', color: 'text.primary', minHeight: '100dvh' }}>
      {!isBare && <TopBar product={product} />}
      <Box
        component="main"
        id="content"
        ref={main}
        tabIndex={-1}
        sx={{
          '&:focus': { outline: 'none' },
          px: { md: isBare ? 0 : 2 },
          maxWidth: isBare ? undefined : 1680,
          mx: 'auto',
          display: 'grid',
          alignItems: 'start',
          columnGap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: isBare || notes === null ? undefined : 'minmax(0, 1fr) 340px' },
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Stage
            engine={engine}
            snapshot={snapshot}
            feed={shown}
            awayLabel={feeds.find((feed) => feed.id === snapshot.awayFeedId)?.label}
            viewers={viewers}
            posterUrl={product.heroUrl ?? product.posterUrl}
            overlay={overlayFor(snapshot, shown?.state)}
            next={next}
            isAlone={feeds.length < 2}
            isTheatre={isTheatre}
            isFullscreen={isFullscreen}
            isShort={isShort}
            topBar={isShort && !isFullscreen && <TopBar product={product} />}
            cameras={hasCamerasOnStage ? choice : undefined}
            areCamerasOpen={areCamerasOpen}
            feedback={feedback}
            stageRef={stageRef}
            onToggleTheatre={toggleTheatre}
            onToggleFullscreen={toggleFullscreen}
            onTogglePictureInPicture={togglePictureInPicture}
            onToggleHelp={toggleHelp}
            onToggleCameras={toggleCameras}
            onLowLatency={freshGrant === noGrant ? undefined : enterLowLatency}
          />
          {!hasCamerasOnStage && (
            <Box sx={{ px: { xs: 1.5, md: isTheatre ? 2 : 0 } }}>
              <FeedSwitcher {...choice} step={snapshot.step} />
            </Box>
          )}
        </Box>
        {notes !== null && (
          <Box
            sx={{
              px: { xs: 2, md: isBare ? 2 : 0 },
              pt: { xs: 2, lg: isBare ? 2 : 0.5 },
              pb: 4,
              maxWidth: { xs: 720, lg: isBare ? 720 : undefined },
            }}
          >
            {notes}
          </Box>
        )}
      </Box>
      <ShortcutHelp open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </Box>
  )
}

const noGrant = () => Promise.resolve(null)

type Engine = ReturnType<typeof usePlayer>['engine']

/** Hands the feeds to the engine: opened once, updated when feeds come and go and when their addresses were renewed. */
function useSources(engine: Engine, feeds: readonly PlaybackFeed[], resumeSlug: string | null): void {
  const opened = useRef(false)
  const sources = toSources(feeds)
  const addresses = sources.map(({ masterUrl }) => masterUrl).join(' ')
  const identity = sources.map(({ id, sends }) => `${id} ${sends}`).join(' ')
  useEffect(() => {
    if (sources.length === 0) return
    if (opened.current) {
      engine.updateSources(sources)
      return
    }
    opened.current = true
    const startSec = resumeSlug === null ? undefined : (resumePoint(resumeSlug) ?? 0)
    engine.open(sources, startSec === undefined ? {} : { startSec })
    return
    // The addresses change with every answer (their token does); what plays takes a younger one in time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- identity and addresses stand for the feeds
  }, [engine, identity, addresses])
  useEffect(
    () => () => {
      opened.current = false
    },
    [],
  )
}

/** A feed that has no segments yet would only be refused. */
function toSources(feeds: readonly PlaybackFeed[]): FeedSource[] {
  const isOnAir = feeds.some(({ state }) => state !== 'ended')
  return feeds
    .filter((feed) => feed.state !== 'preparing')
    .map(({ id, masterUrl, hasAudio, hasVideo, state, rungs }) => ({
      id,
      masterUrl,
      hasAudio,
      hasVideo,
      ...(state === 'ended' ? { rungs } : {}),
      ...(isOnAir ? { sends: state === 'live' } : {}),
    }))
}

/** A picture that was chosen and cannot be played does not leave in silence. */
function useFailureNote(label: string | undefined): void {
  const { t } = useTranslation('player')
  const snacks = useSnacks()
  useEffect(() => {
    if (label !== undefined) snacks.warning(t('feeds.gaveUp', { label }), { key: 'feed-failed' })
  }, [label, snacks, t])
}

function useResume(slug: string | null, positionSec: number, totalSec: number): void {
  const whole = Math.floor(positionSec / 5)
  useEffect(() => {
    if (slug !== null && totalSec > 0) rememberPoint(slug, positionSec, totalSec)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- every five seconds is often enough
  }, [slug, whole])
}

function useFullscreen(target: RefObject<HTMLElement | null>): { isFullscreen: boolean; toggleFullscreen: () => void } {
  const [isFullscreen, setFullscreen] = useState(false)
  useEffect(() => {
    const onChange = () => setFullscreen(document.fullscreenElement === target.current && target.current !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [target])
  const toggleFullscreen = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void target.current?.requestFullscreen().catch(() => undefined)
  }, [target])
  return { isFullscreen, toggleFullscreen }
}

/** Least size of a target for a finger. */
const underFingers = { '@media (pointer: coarse)': { '& .MuiButtonBase-root': { minWidth: 44, minHeight: 44 } } }

function TopBar({ product }: { product: Playback['product'] }) {
  const { t } = useTranslation('player')
  const snacks = useSnacks()
  const share = async () => {
    const url = new URL(paths.product(product.slug), location.href).href
    if (typeof navigator.share === 'function') {
      await navigator.share({ title: product.title, url }).catch(() => undefined)
      return
    }
    await navigator.clipboard.writeText(url)
    snacks.success(t('shared'))
  }
  return (
    <Box
      component="header"
      sx={{
        px: { xs: 1, md: 2 },
        height: 60,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        maxWidth: 1680,
        mx: 'auto',
        ...underFingers,
      }}
    >
      <IconButton aria-label={t('back')} href={paths.product(product.slug)}>
        <ArrowBackRounded />
      </IconButton>
      <ArtImage
        src={product.channel.logoUrl}
        fallback={{ title: product.channel.title, bare: true, ratio: '1:1' }}
        alt=""
        ratio="1 / 1"
        eager
        sx={{ width: 34, height: 34, flexShrink: 0, borderRadius: '50%' }}
      />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography
          variant="h5"
          component="h1"
          // A phone has room for two lines rather than for half a title.
          sx={{
            display: '-webkit-box',
            overflow: 'hidden',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: { xs: '2', md: '1' },
            lineHeight: { xs: 1.2, md: 1.4 },
            overflowWrap: 'anywhere',
          }}
        >
          {product.title}
        </Typography>
        <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }} noWrap>
          {product.channel.title}
        </Typography>
      </Box>
      <Button
        size="small"
        variant="soft"
        startIcon={<IosShareRounded />}
        onClick={() => void share()}
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        {t('share')}
      </Button>
      <IconButton aria-label={t('share')} onClick={() => void share()} sx={{ display: { sm: 'none' } }}>
        <IosShareRounded />
      </IconButton>
    </Box>
  )
}
