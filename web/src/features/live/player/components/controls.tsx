import Forward10Rounded from '@mui/icons-material/Forward10Rounded'
import FullscreenExitRounded from '@mui/icons-material/FullscreenExitRounded'
import FullscreenRounded from '@mui/icons-material/FullscreenRounded'
import KeyboardRounded from '@mui/icons-material/KeyboardRounded'
import PauseRounded from '@mui/icons-material/PauseRounded'
import PictureInPictureAltRounded from '@mui/icons-material/PictureInPictureAltRounded'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Replay10Rounded from '@mui/icons-material/Replay10Rounded'
import ReplayRounded from '@mui/icons-material/ReplayRounded'
import SettingsRounded from '@mui/icons-material/SettingsRounded'
import VolumeOffRounded from '@mui/icons-material/VolumeOffRounded'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded'
import ClosedCaptionOffOutlined from '@mui/icons-material/ClosedCaptionOffOutlined'
import ClosedCaptionRounded from '@mui/icons-material/ClosedCaptionRounded'
import Crop75Rounded from '@mui/icons-material/Crop75Rounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Slider from '@mui/material/Slider'
import Tooltip from '@mui/material/Tooltip'
import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { clock } from '@e-events/shared/ui/format.ts'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { chapterAt } from '../../../../lib/chapters.ts'
import { useLanguage } from '../../../../lib/language.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { PlayerSnapshot } from '../engine/types.ts'
import { useSelected, useSnapshot, type PlayerState } from '../hooks/use-snapshot.ts'
import type { Captions } from '../../captions/use-captions.ts'
import { SeekBar, type SeekBarProps } from './seek-bar.tsx'

interface ControlsProps {
  engine: PlayerEngine
  state: PlayerState
  previewsUrl: string | null | undefined
  chapters: readonly Chapter[]
  isMenuOpen: boolean
  isFullscreen: boolean
  areCamerasOpen: boolean
  captions: Captions
  settingsButton: Ref<HTMLButtonElement>
  onToggleMenu: () => void
  /** Left out where the cameras lie below the picture, or there is one only. */
  onToggleCameras: (() => void) | undefined
  onToggleTheatre: () => void
  onToggleFullscreen: () => void
  onTogglePictureInPicture: () => void
  onToggleHelp: () => void
}

export function Controls(props: ControlsProps) {
  const { engine, state, isMenuOpen, isFullscreen, captions } = props
  const { t } = useTranslation('player')
  const { t: tCaptions } = useTranslation('captions')
  const isPlaying = state.phase === 'playing' || state.phase === 'waiting' || state.phase === 'loading'
  const isInStep = state.byClock === 'in step'
  const playLabel = state.phase === 'ended' ? t('controls.again') : isPlaying ? t('controls.pause') : t('controls.play')
  return (
    <Box sx={{ position: 'absolute', left: 0, right: 0, bottom: 0, px: { xs: 1.5, sm: 2.25 }, pb: { xs: 0.5, sm: 1.25 } }}>
      {!isInStep && <MovingSeekBar engine={engine} previewsUrl={props.previewsUrl} chapters={props.chapters} />}
      <Box
        role="group"
        aria-label={t('controls.group')}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: { xs: 0, sm: 0.5 },
          '& .MuiIconButton-root': { color: 'text.primary' },
          '@media (pointer: coarse)': { '& .MuiButtonBase-root': { minWidth: 44, minHeight: 44 } },
        }}
      >
        {!isInStep && (
          <>
            <Control label={playLabel} onClick={() => engine.togglePlay()}>
              {state.phase === 'ended' ? (
                <ReplayRounded sx={{ fontSize: 26 }} />
              ) : isPlaying ? (
                <PauseRounded sx={{ fontSize: 28 }} />
              ) : (
                <PlayArrowRounded sx={{ fontSize: 30 }} />
              )}
            </Control>
            <Control label={t('controls.back')} onClick={() => engine.seekBy(-10)}>
              <Replay10Rounded sx={{ fontSize: 24 }} />
            </Control>
            <Control label={t('controls.forward')} onClick={() => engine.seekBy(10)}>
              <Forward10Rounded sx={{ fontSize: 24 }} />
            </Control>
          </>
        )}
        <Control label={state.isMuted ? t('controls.unmute') : t('controls.mute')} onClick={() => engine.setMuted(!state.isMuted)}>
          {state.isMuted || state.isSoundBlocked ? <VolumeOffRounded sx={{ fontSize: 24 }} /> : <VolumeUpRounded sx={{ fontSize: 24 }} />}
        </Control>
        <Slider
          aria-label={t('controls.volume')}
          value={state.isMuted ? 0 : Math.round(state.volume * 100)}
          onChange={(_, value) => engine.setVolume(value / 100)}
          size="small"
          sx={{ width: 72, mx: 1, display: { xs: 'none', md: 'block' }, color: 'text.primary' }}
        />
        {state.isLive ? <LiveButton engine={engine} state={state} /> : <Time engine={engine} chapters={props.chapters} />}
        <Box sx={{ flex: 1 }} />
        <Box sx={{ display: { xs: 'none', lg: 'contents' } }}>
          <Control label={t('controls.help')} onClick={props.onToggleHelp}>
            <KeyboardRounded sx={{ fontSize: 22 }} />
          </Control>
        </Box>
        {captions.languages.length > 0 && (
          <Control label={tCaptions('button')} onClick={captions.toggle} pressed={captions.shown !== null}>
            {captions.shown === null ? <ClosedCaptionOffOutlined sx={{ fontSize: 24 }} /> : <ClosedCaptionRounded sx={{ fontSize: 24 }} />}
          </Control>
        )}
        {props.onToggleCameras && (
          <Control label={t('controls.cameras')} onClick={props.onToggleCameras} expanded={props.areCamerasOpen}>
            <VideocamOutlined sx={{ fontSize: 24 }} />
          </Control>
        )}
        <Control label={t('controls.settings')} onClick={props.onToggleMenu} expanded={isMenuOpen} hasMenu buttonRef={props.settingsButton}>
          <SettingsRounded sx={{ fontSize: 22 }} />
        </Control>
        <Box sx={{ display: { xs: 'none', md: 'contents' } }}>
          <Control label={t('controls.pip')} onClick={props.onTogglePictureInPicture}>
            <PictureInPictureAltRounded sx={{ fontSize: 22 }} />
          </Control>
          <Control label={t('controls.theatre')} onClick={props.onToggleTheatre}>
            <Crop75Rounded sx={{ fontSize: 24 }} />
          </Control>
        </Box>
        <Control label={isFullscreen ? t('controls.exitFullscreen') : t('controls.fullscreen')} onClick={props.onToggleFullscreen}>
          {isFullscreen ? <FullscreenExitRounded sx={{ fontSize: 27 }} /> : <FullscreenRounded sx={{ fontSize: 27 }} />}
        </Control>
      </Box>
    </Box>
  )
}

/** While it plays, the bar is drawn anew where that can be seen: after a thousandth of it, and each second at least. */
const isSameBar = (before: PlayerSnapshot, now: PlayerSnapshot) =>
  now.phase === 'playing' &&
  before.phase === now.phase &&
  before.isSeeking === now.isSeeking &&
  before.isLive === now.isLive &&
  before.isFollowingLive === now.isFollowingLive &&
  (['startSec', 'endSec', 'positionSec', 'bufferedEndSec'] as const).every(
    (key) => Math.abs(now[key] - before[key]) < Math.min(1, Math.max(0.1, (now.endSec - now.startSec) / 1_000)),
  )

function MovingSeekBar({ engine, ...props }: Omit<SeekBarProps, 'snapshot'>) {
  return <SeekBar engine={engine} snapshot={useSnapshot(engine, isSameBar)} {...props} />
}

interface ControlProps {
  label: string
  children: ReactNode
  onClick: () => void
  expanded?: boolean
  pressed?: boolean
  hasMenu?: boolean
  buttonRef?: Ref<HTMLButtonElement>
}

function Control({ label, children, onClick, expanded, pressed, hasMenu, buttonRef }: ControlProps) {
  return (
    <Tooltip title={label} slotProps={{ popper: { disablePortal: true } }}>
      <IconButton
        aria-label={label}
        onClick={onClick}
        {...(hasMenu ? { 'aria-haspopup': 'menu' } : {})}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
        {...(buttonRef ? { ref: buttonRef } : {})}
        sx={{ bgcolor: expanded ? 'tint.neutral' : undefined }}
      >
        {children}
      </IconButton>
    </Tooltip>
  )
}

/** At the edge it states so; behind it says how far and is the way back. */
function LiveButton({ engine, state }: { engine: PlayerEngine; state: PlayerState }) {
  const { t } = useTranslation('player')
  const language = useLanguage()
  const behind = useSelected(engine, ({ endSec, positionSec }) => clock(Math.max(0, endSec - positionSec)))
  const isAtLive = state.isFollowingLive
  return (
    <Button
      size="small"
      variant="text"
      onClick={() => engine.goLive()}
      aria-label={isAtLive ? t('atLive') : `${t('toLive')}, −${behind}`}
      sx={{ px: 1.25, ml: 0.5, fontSize: 13, gap: 1, flexShrink: 0, color: 'text.primary' }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{ width: 8, height: 8, flexShrink: 0, borderRadius: '50%', bgcolor: isAtLive ? 'live.main' : 'text.secondary' }}
      />
      <Box component="span" sx={{ display: isAtLive ? 'inline' : { xs: 'none', sm: 'inline' } }}>
        {isAtLive ? t('atLive') : t('toLive')}
      </Box>
      {!isAtLive && (
        <Box component="span" className="tabular" sx={{ color: 'text.secondary', fontWeight: 480 }}>
          −{behind}
          {state.rate !== 1 && ` · ${state.rate.toLocaleString(language)}×`}
        </Box>
      )}
    </Button>
  )
}

function Time({ engine, chapters }: { engine: PlayerEngine; chapters: readonly Chapter[] }) {
  const position = useSelected(engine, ({ positionSec }) => clock(positionSec))
  const total = useSelected(engine, ({ endSec }) => clock(endSec))
  const chapter = chapters[useSelected(engine, ({ positionSec }) => chapterAt(chapters, positionSec))]
  return (
    <Box
      component="span"
      className="tabular"
      sx={{ ml: 1, fontSize: 13, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}
    >
      {position}{' '}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        / {total}
      </Box>
      {chapter && (
        <Box component="span" data-testid="chapter" sx={{ display: { xs: 'none', sm: 'inline' }, ml: 1 }}>
          {chapter.title}
        </Box>
      )}
    </Box>
  )
}
