import type { PlaybackFeed } from '@e-events/shared/contract/live/playback.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { OverArt } from '@e-events/shared/ui/badges.tsx'
import ScreenShareOutlined from '@mui/icons-material/ScreenShareOutlined'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlayerSnapshot } from '../engine/types.ts'

export interface FeedChoiceProps {
  feeds: readonly PlaybackFeed[]
  shownId: string | null
  switchingTo: string | null
  onPick: (feedId: string) => void
}

interface FeedSwitcherProps extends FeedChoiceProps {
  /** Last measured offset of picture and sound of two feeds. */
  step: PlayerSnapshot['step']
}

const thumbnailEveryMs = 10_000

/** Every picture of the show, with a recent still. The sound stays where it is. */
export function FeedSwitcher({ step, ...choice }: FeedSwitcherProps) {
  const { t } = useTranslation('player')
  if (choice.feeds.length < 2) return null
  return (
    <Box component="section" aria-label={t('feeds.title')} sx={{ pt: 2, pb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', mb: 1.25 }}>
        <Typography variant="h5" component="h2">
          {t('feeds.title')}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {step === 'in step' ? t('feeds.synced', { count: 2 }) : step === 'aligning' ? t('feeds.aligning') : null}
        </Typography>
      </Box>
      <FeedButtons {...choice} columns={{ xs: '40%', md: 'minmax(0, 220px)' }} />
    </Box>
  )
}

/** A still of each picture in a row; more than fit are scrolled to. */
export function FeedButtons({
  feeds,
  shownId,
  switchingTo,
  onPick,
  columns,
}: FeedChoiceProps & { columns: string | Record<string, string> }) {
  const tick = useTick(thumbnailEveryMs)
  return (
    <Box
      sx={{
        display: 'grid',
        gridAutoFlow: 'column',
        gridAutoColumns: columns,
        gap: 1.25,
        overflowX: 'auto',
        p: '3px',
        m: '-3px',
        scrollbarWidth: 'none',
      }}
    >
      {feeds.map((feed, index) => (
        <FeedButton
          key={feed.id}
          feed={feed}
          number={index + 1}
          tick={tick}
          isShown={feed.id === shownId}
          isSwitching={feed.id === switchingTo}
          onPick={() => onPick(feed.id)}
        />
      ))}
    </Box>
  )
}

interface FeedButtonProps {
  feed: PlaybackFeed
  number: number
  tick: number
  isShown: boolean
  isSwitching: boolean
  onPick: () => void
}

function FeedButton({ feed, number, tick, isShown, isSwitching, onPick }: FeedButtonProps) {
  const { t } = useTranslation('player')
  const isOut = feed.state === 'reconnecting' || feed.state === 'preparing'
  const note = isSwitching
    ? t('feeds.switching')
    : feed.state === 'reconnecting'
      ? t('feeds.lost')
      : feed.state === 'preparing'
        ? t('feeds.preparing')
        : null
  return (
    <Box
      component="button"
      type="button"
      aria-pressed={isShown}
      aria-busy={isSwitching}
      onClick={onPick}
      sx={{
        all: 'unset',
        cursor: 'pointer',
        minWidth: 0,
        '&:focus-visible .thumb': { outline: '2px solid', outlineColor: 'secondary.main', outlineOffset: 2 },
        '&:hover .thumb': { opacity: 1 },
      }}
    >
      <Box
        className="thumb"
        sx={{
          position: 'relative',
          borderRadius: '10px',
          overflow: 'hidden',
          opacity: isShown ? 1 : 0.82,
          filter: isOut ? 'grayscale(.8)' : undefined,
          boxShadow: (theme) => (isShown ? `0 0 0 2px ${theme.vars?.palette.onArt.paper}` : 'none'),
          transition: (theme) => theme.transitions.create(['opacity', 'box-shadow'], { duration: theme.transitions.duration.shortest }),
        }}
      >
        <Still url={feed.thumbnailUrl} tick={feed.state === 'live' ? tick : 0} kind={feed.kind} />
        {/* The number is drawn by the style sheet: as text it would have to be part of the button's name. */}
        <Box
          className="tabular"
          sx={{ position: 'absolute', left: 6, bottom: 6, '& [data-number]::before': { content: 'attr(data-number)' } }}
        >
          <OverArt>{note ?? <span data-number={number} />}</OverArt>
        </Box>
      </Box>
      <Box
        sx={{
          mt: 0.75,
          fontSize: 13,
          fontWeight: isShown ? 620 : 450,
          color: isShown ? 'text.primary' : 'text.secondary',
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          minWidth: 0,
        }}
      >
        {isShown && (
          <Box component="span" aria-hidden sx={{ width: 7, height: 7, flexShrink: 0, borderRadius: '50%', bgcolor: 'live.main' }} />
        )}
        <Typography component="span" variant="inherit" noWrap>
          {feed.label}
        </Typography>
      </Box>
    </Box>
  )
}

/** The newest still stays until the next one has loaded; a feed without one yet shows what kind it is. */
function Still({ url, tick, kind }: { url: string | null; tick: number; kind: PlaybackFeed['kind'] }) {
  const Icon = kind === 'screen' || kind === 'window' ? ScreenShareOutlined : VideocamOutlined
  return (
    <Box sx={{ position: 'relative', aspectRatio: '16 / 9', bgcolor: 'surface.raised', color: 'text.tertiary' }}>
      <Box sx={{ position: 'absolute', inset: 0, display: 'grid', placeContent: 'center' }}>
        <Icon aria-hidden />
      </Box>
      {url !== null && <ArtImage src={`${url}?t=${tick}`} alt="" eager sx={{ position: 'absolute', inset: 0, bgcolor: 'transparent' }} />}
    </Box>
  )
}

function useTick(everyMs: number): number {
  const [tick, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((n) => n + 1), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return tick
}
