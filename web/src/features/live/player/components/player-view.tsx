import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { CaptionTrack, DeferredLive, Playback, PlaybackFeed, PlaybackMedia } from '@e-events/shared/contract/live/playback.ts'
import type { ViewingReport } from '@e-events/shared/contract/live/viewings.ts'
import Box from '@mui/material/Box'
import { useCallback, useEffect, useMemo, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChapterList } from '../../../../components/media/chapter-list.tsx'
import { rememberPoint, resumePoint, stopOf } from '../../../../lib/resume.ts'
import { useServices } from '../../../../lib/services.ts'
import { useArrivalFocus } from '../hooks/use-arrival-focus.ts'
import { useFeedback } from '../hooks/use-feedback.ts'
import { useFullscreen } from '../hooks/use-fullscreen.ts'
import { useMediaSession } from '../hooks/use-media-session.ts'
import { useWakeLock } from '../../../../lib/use-wake-lock.ts'
import { useLowLatency } from '../hooks/use-low-latency.ts'
import { usePlayer } from '../hooks/use-player.ts'
import { useShortScreen } from '../../../../lib/use-short-screen.ts'
import { pictureFactsOf, placeOf, useStartAt } from '../hooks/use-start-at.ts'
import { useSelected } from '../hooks/use-snapshot.ts'
import { useShortcuts } from '../hooks/use-shortcuts.ts'
import { useSounds } from '../hooks/use-sounds.ts'
import { toSources, useSources } from '../hooks/use-sources.ts'
import { Transcript } from '../../captions/components/transcript.tsx'
import { useCaptions } from '../../captions/use-captions.ts'
import type { SendViewing } from '../../quality/measure.ts'
import { useViewing } from '../../quality/use-viewing.ts'
import { SidePanel } from '../../chat/components/side-panel.tsx'
import type { PlayerEngine } from '../engine/player-engine.ts'
import { PlayerPlaceContext } from '../player-place.ts'
import { FeedSwitcher } from './feed-switcher.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { overlayFor, type NextUp } from './stage-overlay.tsx'
import type { PlayerSnapshot } from '../engine/types.ts'
import { Stage } from './stage.tsx'
import { TopBar } from './top-bar.tsx'

interface PlayerViewProps {
  product: Playback['product']
  feeds: readonly PlaybackFeed[]
  viewers: number
  /** A recording or an on-demand video starts where its viewer stopped. */
  isOnDemand: boolean
  /** Its chapters, the show that it is of, and where its viewer stopped as the server knows it. */
  media?: Pick<PlaybackMedia, 'chapters' | 'resume' | 'broadcast'> | undefined
  /** Name of the place that this browser keeps; the address of the product, unless there are several videos of it. */
  placeKey?: string
  /** The signed addresses are no longer accepted: resolves with fresh ones, or undefined where access is gone. */
  onRefresh: () => Promise<readonly PlaybackFeed[] | undefined>
  /**
   * A grant for sub-second viewing, asked for when it is wanted; null where there is none. Left out for what is not
   * live.
   */
  freshGrant?: () => Promise<MediaGrant | null>
  /** Viewers who chose nothing get it. */
  isLowLatencyFirst?: boolean
  /** Played to the end, or gave up on a show that is over. */
  onEnded?: () => void
  /**
   * Notes on the show: beside the picture, or below it where something else stands there; null where there are none.
   */
  notes: ReactNode
  /** Stands beside the picture of what has no chat, and right below it on a narrow screen. */
  side?: ReactNode
  /** Offered at the end. */
  next?: NextUp | null
  surveyUrl?: string | null
  /** A video that plays by the clock. */
  deferred?: DeferredLive | null
  /** A show has a chat; behind live and in its recording it is as it was at the moment of the picture. */
  hasChat?: boolean
  /** The bar with the way back, sharing and reporting; a rehearsal has nothing to share. */
  hasBar?: boolean
  captions?: readonly CaptionTrack[] | undefined
  /** Kind of viewing that is measured; left out for what has no report. */
  measuredAs?: ViewingReport['of']
  /** Where the viewing is reported, if not at the product; the same function for as long as it plays. */
  sendViewing?: SendViewing
  /** Told of every change of what plays. */
  onPlayed?: (snapshot: PlayerSnapshot) => void
}

/** Always dark, whatever the mode: light around a picture steals from it. */
export function PlayerView({
  product,
  feeds,
  viewers,
  isOnDemand,
  media,
  placeKey = product.slug,
  onRefresh,
  freshGrant = noGrant,
  isLowLatencyFirst = false,
  onEnded,
  notes,
  side = null,
  next = null,
  surveyUrl = null,
  deferred = null,
  hasChat = false,
  hasBar = true,
  captions: captionTracks,
  measuredAs,
  sendViewing,
  onPlayed,
}: PlayerViewProps) {
  const refresh = useCallback(async () => {
    const fresh = await onRefresh()
    return fresh && toSources(fresh, deferred)
  }, [onRefresh, deferred])
  const { t } = useTranslation('player')
  const { engine, state } = usePlayer(refresh)
  const latency = useLowLatency(engine, state, {
    freshGrant: freshGrant === noGrant ? undefined : freshGrant,
    isFirst: isLowLatencyFirst,
  })
  const isOver = state.phase === 'ended' || state.phase === 'failed'
  useEffect(() => {
    if (isOver) onEnded?.()
  }, [isOver, onEnded])
  useEffect(() => {
    if (!onPlayed) return undefined
    const tell = () => onPlayed(engine.getSnapshot())
    tell()
    return engine.subscribe(tell)
  }, [engine, onPlayed])
  const stageRef = useRef<HTMLDivElement>(null)
  const [isTheatre, setTheatre] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [areCamerasOpen, setCamerasOpen] = useState(false)
  const { feedback, say } = useFeedback()
  const captions = useCaptions(captionTracks)
  const sounds = useSounds(engine, state)
  const nextSound = () => {
    const next = sounds[(sounds.findIndex(({ isShown }) => isShown) + 1) % sounds.length]
    next?.choose()
    say({ kind: 'sound', name: next?.label ?? '' })
  }
  const isShort = useShortScreen()
  const { isFullscreen, toggleFullscreen } = useFullscreen(stageRef)
  const resumedSec = useResume(engine, placeKey, isOnDemand ? media : null)
  useSources(engine, feeds, isOnDemand ? (resumedSec ?? 0) : undefined, deferred)
  useStartAt(engine)
  useMediaSession(engine, product, state)
  useWakeLock(state.phase === 'playing')
  const shown = feeds.find((feed) => feed.id === state.feedId) ?? feeds[0]
  useViewing(engine, {
    slug: product.slug,
    of: measuredAs,
    isSent: deferred !== null || shown?.state === 'live',
    deferred,
    send: sendViewing,
  })
  const togglePictureInPicture = useCallback(() => {
    if (document.pictureInPictureElement) void document.exitPictureInPicture()
    else void engine.picture?.requestPictureInPicture().catch(() => undefined)
  }, [engine])
  const [areStatsOpen, setStatsOpen] = useState(false)
  const toggleStats = () => setStatsOpen(!areStatsOpen)
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
    toggleStats,
    toggleCameras: hasCamerasOnStage ? toggleCameras : undefined,
    toggleCaptions: captions.languages.length > 0 ? captions.toggle : undefined,
    nextSound: sounds.length > 1 ? nextSound : undefined,
    say,
  })
  const choice = {
    feeds,
    shownId: state.switchingTo ?? state.feedId,
    switchingTo: state.switchingTo,
    onPick: (feedId: string) => engine.showFeed(feedId),
  }
  const isBare = isTheatre || isShort
  const isBehind = isOnDemand || (!state.isFollowingLive && !state.isLowLatency)
  const placeSec = useCallback(() => placeOf(engine.getSnapshot()), [engine])
  const pictureFacts = useCallback(() => pictureFactsOf(engine.getSnapshot()), [engine])
  const pictureMs = useCallback(() => engine.getSnapshot().capturedAtMs, [engine])
  const place = useMemo(() => placeIn(engine), [engine])
  const showMoment = useCallback((momentMs: number) => engine.seekToMoment(momentMs), [engine])
  // The words of what is still to come would run ahead of the clock.
  const transcript = isOnDemand && captions.languages.length > 0 && <Transcript captions={captions} place={place} />
  const chapters = media?.chapters ?? noChapters
  const hasNotes = notes !== null || transcript !== false || chapters.length > 0
  const hasPanel = hasChat || side !== null
  const hasSide = !isBare && (hasPanel || hasNotes)
  const main = useArrivalFocus()
  return (
    <Box data-mode="dark" sx={{ bgcolor: 'surface.canvas', color: 'text.primary', minHeight: '100dvh' }}>
      {hasBar && !isBare && <TopBar product={product} placeSec={placeSec} pictureFacts={pictureFacts} />}
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
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: hasSide ? `minmax(0, 1fr) ${hasPanel ? 380 : 340}px` : undefined },
          // Leaves no gap below the picture where its side is taller.
          gridTemplateRows: { lg: hasSide && side !== null ? 'auto 1fr' : undefined },
        }}
      >
        <Box sx={{ minWidth: 0, gridRow: 1 }}>
          <Stage
            engine={engine}
            state={state}
            captions={captions}
            chapters={chapters}
            resumedSec={resumedSec}
            sounds={sounds}
            feed={shown}
            awayLabel={feeds.find((feed) => feed.id === (state.awayFeedId ?? state.failedFeedId))?.label}
            areStatsOpen={areStatsOpen}
            onToggleStats={toggleStats}
            viewers={viewers}
            posterUrl={product.heroUrl ?? product.posterUrl}
            overlay={overlayFor(state, shown?.state)}
            next={next}
            surveyUrl={surveyUrl}
            isAlone={feeds.length < 2}
            isTheatre={isTheatre}
            isFullscreen={isFullscreen}
            isShort={isShort}
            topBar={hasBar && isShort && !isFullscreen && <TopBar product={product} placeSec={placeSec} pictureFacts={pictureFacts} />}
            cameras={hasCamerasOnStage ? choice : undefined}
            areCamerasOpen={areCamerasOpen}
            feedback={feedback}
            stageRef={stageRef}
            onToggleTheatre={toggleTheatre}
            onToggleFullscreen={toggleFullscreen}
            onTogglePictureInPicture={togglePictureInPicture}
            onToggleHelp={toggleHelp}
            onToggleCameras={toggleCameras}
            latency={latency}
          />
          {!hasCamerasOnStage && (
            <Box sx={{ px: { xs: 1.5, md: isTheatre ? 2 : 0 } }}>
              <FeedSwitcher {...choice} step={state.step} />
            </Box>
          )}
        </Box>
        {hasChat && (
          <Box
            sx={{
              gridRow: { xs: 2, lg: hasSide ? '1 / span 2' : 2 },
              gridColumn: { lg: hasSide ? 2 : undefined },
              position: { lg: hasSide ? 'sticky' : undefined },
              top: { lg: 12 },
              height: { xs: 'min(70dvh, 520px)', lg: hasSide ? 'calc(100dvh - 84px)' : 520 },
              minHeight: 320,
              minWidth: 0,
              mx: { md: isBare ? 2 : 0 },
              my: { xs: 2, lg: hasSide ? 0 : 2 },
            }}
          >
            <Chat
              engine={engine}
              slug={product.slug}
              isBehind={isBehind}
              pictureMs={pictureMs}
              onMoment={state.byClock === 'in step' ? undefined : showMoment}
            />
          </Box>
        )}
        {side !== null && (
          <Box
            sx={{
              gridRow: { xs: 2, lg: hasSide ? '1 / span 2' : 2 },
              gridColumn: { lg: hasSide ? 2 : undefined },
              position: { lg: hasSide ? 'sticky' : undefined },
              top: { lg: 12 },
              maxHeight: { lg: hasSide ? 'calc(100dvh - 24px)' : undefined },
              overflowY: { lg: hasSide ? 'auto' : undefined },
              minWidth: 0,
              px: { xs: 2, md: isBare ? 2 : 0 },
              pt: { xs: 2, lg: hasSide ? 0.5 : 2 },
            }}
          >
            {side}
          </Box>
        )}
        {hasNotes && (
          <Box
            sx={{
              px: { xs: 2, md: isBare ? 2 : 0 },
              // Beside the picture, or below it where something else stands there.
              gridRow: { xs: hasPanel ? 3 : 2, ...(hasSide ? { lg: hasPanel ? 2 : 1 } : {}) },
              gridColumn: { lg: hasSide && !hasPanel ? 2 : 1 },
              pt: { xs: 2, lg: isBare || hasPanel ? 2 : 0.5 },
              pb: 4,
              maxWidth: { xs: 720, lg: isBare ? 720 : side === null ? undefined : 860 },
            }}
          >
            {transcript}
            {chapters.length > 0 && (
              <Box sx={{ mb: 4 }}>
                <Chapters engine={engine} title={t('chapters')} chapters={chapters} />
              </Box>
            )}
            <PlayerPlaceContext value={place}>{notes}</PlayerPlaceContext>
          </Box>
        )}
      </Box>
      <ShortcutHelp open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </Box>
  )
}

interface ChatProps extends Omit<ComponentProps<typeof SidePanel>, 'momentMs'> {
  engine: PlayerEngine
  isBehind: boolean
}

/** Behind live it is the chat of the moment of the picture. */
function Chat({ engine, isBehind, ...props }: ChatProps) {
  return <SidePanel momentMs={useSelected(engine, ({ capturedAtMs }) => (isBehind ? wholeSecond(capturedAtMs) : null))} {...props} />
}

function Chapters({ engine, ...props }: { engine: PlayerEngine; title: string; chapters: NonNullable<PlaybackMedia['chapters']> }) {
  const positionSec = useSelected(engine, (snapshot) => Math.floor(snapshot.positionSec))
  const durationSec = useSelected(engine, ({ endSec }) => endSec)
  return <ChapterList positionSec={positionSec} durationSec={durationSec} onSeek={(sec) => engine.seek(sec)} {...props} />
}

/** The chat is drawn once a second, not with every picture. */
const wholeSecond = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000) * 1000)

const placeIn = (engine: PlayerEngine) => ({
  positionSec: () => engine.getSnapshot().positionSec,
  seek: (sec: number) => engine.seek(sec),
  subscribe: engine.subscribe,
})

const noChapters: NonNullable<PlaybackMedia['chapters']> = []

const noGrant = () => Promise.resolve(null)

/**
 * Keeps the place, also that in a show that goes on: its recording goes on there. Answers where this video began, if
 * not at its beginning; `media` is null for what is not on demand.
 */
function useResume(engine: PlayerEngine, placeKey: string, media: PlayerViewProps['media'] | null): number | undefined {
  const { clock } = useServices()
  const [resumedSec] = useState(() =>
    media === null
      ? undefined
      : resumePoint(placeKey, { known: stopOf(media?.resume), sinceMs: Date.parse(media?.broadcast?.startedAt ?? '') || 0 }),
  )
  const whole = useSelected(engine, ({ positionSec }) => Math.floor(positionSec / 5))
  const hasEnded = useSelected(engine, ({ phase }) => phase === 'ended')
  const isPaused = useSelected(engine, ({ phase }) => phase === 'paused')
  const isThere = useSelected(engine, ({ phase, endSec }) => endSec > 0 && phase !== 'idle' && phase !== 'loading')
  const kept = useRef(-1)
  useEffect(() => {
    const { positionSec, endSec, isLive } = engine.getSnapshot()
    const totalSec = isLive && !hasEnded ? Number.POSITIVE_INFINITY : endSec
    // A paused show that ends meanwhile is left where it was paused, however near to its end that is.
    if (!isThere || (!hasEnded && Math.abs(positionSec - kept.current) < 0.5)) return
    kept.current = positionSec
    rememberPoint(placeKey, { positionSec, totalSec, nowMs: clock.nowMs() })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- every five seconds is often enough
  }, [placeKey, whole, hasEnded, isThere, isPaused])
  return resumedSec
}
