import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'
import type { PlaybackFeed } from '@e-events/shared/contract/live/playback.ts'
import { LiveBadge, OverArt, ViewerCount } from '@e-events/shared/ui/badges.tsx'
import { count } from '@e-events/shared/ui/format.ts'
import VolumeOffRounded from '@mui/icons-material/VolumeOffRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { Feedback } from '../feedback.ts'
import { useSelected, type PlayerState } from '../hooks/use-snapshot.ts'
import type { LatencyChoice } from '../hooks/use-low-latency.ts'
import type { SoundOption } from '../hooks/use-sounds.ts'
import { useStageChrome } from '../hooks/use-stage-chrome.ts'
import { Bezel } from './bezel.tsx'
import { Controls } from './controls.tsx'
import { FeedButtons, type FeedChoiceProps } from './feed-switcher.tsx'
import { CaptionLines } from '../../captions/components/caption-lines.tsx'
import type { Captions } from '../../captions/use-captions.ts'
import { SettingsMenu } from './settings-menu.tsx'
import { isAtLive } from '../engine/read-snapshot.ts'
import { CatchUpNote } from './catch-up-note.tsx'
import { ResumeNote } from './resume-note.tsx'
import { StandInNote } from './stand-in-note.tsx'
import { StatsPanel } from './stats-panel.tsx'
import { StageOverlay, type NextUp, type OverlayKind } from './stage-overlay.tsx'

interface StageProps {
  engine: PlayerEngine
  state: PlayerState
  captions: Captions
  chapters: readonly Chapter[]
  /** The video did not begin at its beginning. */
  resumedSec: number | undefined
  sounds: readonly SoundOption[]
  feed: PlaybackFeed | undefined
  /** The feed that the viewer chose, while it sends nothing or cannot be played and another one is shown. */
  awayLabel: string | undefined
  areStatsOpen: boolean
  onToggleStats: () => void
  viewers: number
  posterUrl: string | null
  overlay: OverlayKind | null
  next: NextUp | null
  surveyUrl: string | null
  /** No other feed is offered below it: the picture may have that room, too. */
  isAlone: boolean
  isTheatre: boolean
  isFullscreen: boolean
  /** A phone on its side: the picture has the whole screen, and what stands above it elsewhere lies on it. */
  isShort: boolean
  /** The way back and the title, where they lie on the picture. */
  topBar: ReactNode
  /** The pictures to choose from, where they lie on this one. */
  cameras: FeedChoiceProps | undefined
  areCamerasOpen: boolean
  feedback: Feedback | null
  stageRef: RefObject<HTMLDivElement | null>
  onToggleTheatre: () => void
  onToggleFullscreen: () => void
  onTogglePictureInPicture: () => void
  onToggleHelp: () => void
  onToggleCameras: (() => void) | undefined
  latency: LatencyChoice
}

/** The picture and everything that lies on it. In full screen menus are built in place: portals would stay outside. */
export function Stage(props: StageProps) {
  const { engine, state, feed, overlay, isAlone, isTheatre, isFullscreen, isShort, stageRef, cameras, feedback } = props
  const { t } = useTranslation('player')
  const [isMenuOpen, setMenuOpen] = useState(false)
  const settingsButton = useRef<HTMLButtonElement>(null)
  const attach = useCallback((node: HTMLDivElement | null) => engine.attach(node), [engine])
  const chrome = useStageChrome(state.phase === 'playing' && !isMenuOpen && !(cameras && props.areCamerasOpen))
  const { isHidden: isChromeHidden, wake } = chrome
  // A key that moves the picture shows where it is now.
  useEffect(() => {
    if (feedback) wake()
  }, [feedback, wake])
  const closeMenu = () => {
    setMenuOpen(false)
    settingsButton.current?.focus()
  }
  const isWhole = isFullscreen || isShort
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  return (
    <Box
      component="section"
      ref={stageRef}
      aria-label={t('stage')}
      onPointerMove={(event) => {
        if (event.pointerType !== 'touch') wake()
      }}
      onPointerDownCapture={chrome.onPointerDown}
      onKeyDown={wake}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) wake()
      }}
      sx={{
        position: 'relative',
        aspectRatio: isWhole ? undefined : '16 / 9',
        width: 1,
        maxHeight: isWhole
          ? undefined
          : { xs: '56.25vw', md: `calc(100dvh - ${(isTheatre ? 0 : 60) + (isAlone ? (isTheatre ? 0 : 24) : 212)}px)` },
        height: isWhole ? '100dvh' : undefined,
        overflow: 'hidden',
        borderRadius: isTheatre || isWhole ? 0 : { md: '14px' },
        bgcolor: 'onArt.ink',
        containerType: 'inline-size',
        cursor: isChromeHidden ? 'none' : undefined,
        touchAction: isShort ? 'pan-y' : undefined,
        '& video': {
          position: 'absolute',
          inset: 0,
          width: '100%',
          height: '100%',
          objectFit: 'contain',
          transition: (theme) => `opacity ${theme.transitions.duration.shortest}ms linear`,
        },
      }}
    >
      <Poster url={state.phase === 'loading' || state.phase === 'idle' ? props.posterUrl : null} />
      <Box
        ref={attach}
        data-testid="stage-picture"
        onClick={() => {
          if (!chrome.takePress()) engine.togglePlay()
        }}
        onDoubleClick={props.onToggleFullscreen}
        sx={{ position: 'absolute', inset: 0 }}
      />
      <StageOverlay
        kind={overlay}
        next={props.next}
        surveyUrl={props.surveyUrl}
        onRetry={() => engine.retryNow()}
        onAgain={() => {
          engine.seek(engine.getSnapshot().startSec)
          engine.play()
        }}
      />
      {props.captions.shown !== null && <Cues engine={engine} captions={props.captions} foot={isChromeHidden ? 0 : 104} />}
      <Bezel feedback={feedback} engine={engine} />
      <Box
        data-testid="stage-chrome"
        data-hidden={isChromeHidden}
        sx={{
          opacity: isChromeHidden ? 0 : 1,
          transition: (theme) => `opacity ${theme.transitions.duration.shorter}ms`,
          pointerEvents: isChromeHidden ? 'none' : undefined,
        }}
      >
        {props.topBar && (
          <Box sx={{ position: 'absolute', inset: '0 0 auto 0' }}>
            <Box
              aria-hidden
              sx={{
                position: 'absolute',
                inset: '0 0 -36px 0',
                transform: 'rotate(180deg)',
                backgroundImage: (theme) => theme.vars?.palette.onArt.foot,
                pointerEvents: 'none',
              }}
            />
            <Box sx={{ position: 'relative' }}>{props.topBar}</Box>
          </Box>
        )}
        {state.isLive && feed?.state !== 'ended' && (
          <TopBadges
            below={props.topBar ? 60 : 0}
            engine={engine}
            state={state}
            viewers={props.viewers}
            isReconnecting={overlay === 'reconnecting'}
          />
        )}
        <Box
          sx={{
            position: 'absolute',
            inset: 'auto 0 0 0',
            height: 'min(58%, 220px)',
            backgroundImage: (theme) => theme.vars?.palette.onArt.foot,
            pointerEvents: 'none',
          }}
        />
        {cameras && props.areCamerasOpen && (
          <Box
            component="section"
            id="stage-cameras"
            aria-label={t('feeds.title')}
            sx={{ position: 'absolute', insetInline: 0, bottom: { xs: 84, sm: 96 }, px: { xs: 1.5, sm: 2.25 }, zIndex: 1 }}
          >
            <FeedButtons {...cameras} columns={isShort ? '112px' : '168px'} />
          </Box>
        )}
        {isMenuOpen && (
          <SettingsMenu
            engine={engine}
            state={state}
            captions={props.captions}
            sounds={props.sounds}
            latency={props.latency}
            areStatsOpen={props.areStatsOpen}
            isSheet={isNarrow && !isWhole}
            onToggleStats={props.onToggleStats}
            onClose={closeMenu}
          />
        )}
        <Controls
          engine={engine}
          state={state}
          previewsUrl={feed?.seekPreviewsUrl}
          chapters={props.chapters}
          isMenuOpen={isMenuOpen}
          isFullscreen={isFullscreen}
          areCamerasOpen={props.areCamerasOpen}
          captions={props.captions}
          settingsButton={settingsButton}
          onToggleMenu={() => setMenuOpen(!isMenuOpen)}
          onToggleCameras={cameras && props.onToggleCameras}
          onToggleTheatre={props.onToggleTheatre}
          onToggleFullscreen={props.onToggleFullscreen}
          onTogglePictureInPicture={props.onTogglePictureInPicture}
          onToggleHelp={props.onToggleHelp}
        />
      </Box>
      {props.areStatsOpen && <StatsPanel engine={engine} feed={feed?.label} onClose={props.onToggleStats} />}
      {props.awayLabel !== undefined && (
        <StandInNote
          away={props.awayLabel}
          shown={feed?.label ?? ''}
          hasFailed={state.awayFeedId === null}
          onStay={() => engine.keepShown()}
        />
      )}
      {props.awayLabel === undefined && !props.areStatsOpen && <CatchUpNote engine={engine} state={state} />}
      {props.resumedSec !== undefined && !props.areStatsOpen && (
        <ResumeNote engine={engine} resumedSec={props.resumedSec} hasPicture={state.phase === 'playing' || state.phase === 'paused'} />
      )}
      {state.isSoundBlocked && overlay === null && (
        <Box
          sx={{
            position: 'absolute',
            left: 0,
            right: 0,
            top: { xs: 48, md: 64 },
            display: 'grid',
            justifyItems: 'center',
            pointerEvents: 'none',
          }}
        >
          <Button
            variant="contained"
            color="inherit"
            startIcon={<VolumeOffRounded />}
            onClick={() => engine.setMuted(false)}
            sx={{ pointerEvents: 'auto' }}
          >
            {t('sound')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

function Poster({ url }: { url: string | null }) {
  if (url === null) return null
  return (
    <Box
      component="img"
      src={url}
      alt=""
      sx={{
        position: 'absolute',
        inset: 0,
        width: 1,
        height: 1,
        objectFit: 'cover',
        filter: 'blur(14px) brightness(.6)',
        transform: 'scale(1.08)',
      }}
    />
  )
}

/** Words of this instant. */
function Cues({ engine, ...props }: { engine: PlayerEngine; captions: Captions; foot: number }) {
  return <CaptionLines positionSec={useSelected(engine, ({ positionSec }) => positionSec)} {...props} />
}

interface TopBadgesProps {
  engine: PlayerEngine
  state: PlayerState
  viewers: number
  /** Nothing comes now: that is not called live. */
  isReconnecting: boolean
  /** Pixels of the picture's upper edge that something else has. */
  below: number
}

function TopBadges({ engine, state, viewers, isReconnecting, below }: TopBadgesProps) {
  const { t } = useTranslation('player')
  const language = useLanguage()
  const isLiveNow = useSelected(engine, isAtLive) && !isReconnecting
  const tenths = useSelected(engine, ({ latencySec }) => (latencySec === null ? null : Math.round(latencySec * 10)))
  const seconds =
    tenths === null ? undefined : (tenths / 10).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <>
      <Box
        sx={{
          position: 'absolute',
          top: below || { xs: 12, md: 18 },
          left: { xs: 12, md: 18 },
          display: 'flex',
          gap: 1,
          pointerEvents: 'none',
        }}
      >
        {isLiveNow ? <LiveBadge label={t('live')} /> : <OverArt>{t('behind')}</OverArt>}
        {state.byClock === 'free' && <OverArt>{t('deferred')}</OverArt>}
        {viewers > 0 && <ViewerCount viewers={count(viewers, language)} word={t('watching', { count: viewers })} />}
      </Box>
      {seconds !== undefined && isLiveNow && state.isFollowingLive && (
        <Box
          sx={{ position: 'absolute', top: below || { xs: 12, md: 18 }, right: { xs: 12, md: 18 }, display: 'flex', pointerEvents: 'none' }}
        >
          <OverArt>
            <Box component="span" aria-hidden sx={{ width: 7, height: 7, mr: 0.25, borderRadius: '50%', bgcolor: 'success.light' }} />
            {t('latency', { seconds })}
          </OverArt>
        </Box>
      )}
    </>
  )
}
