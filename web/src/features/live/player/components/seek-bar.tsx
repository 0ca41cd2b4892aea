import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'
import Box from '@mui/material/Box'
import Slider from '@mui/material/Slider'
import { clock } from '@e-events/shared/ui/format.ts'
import { useCallback, useRef, useState, type CSSProperties, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { chapterAt } from '../../../../lib/chapters.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { PlayerSnapshot } from '../engine/types.ts'
import { useSeekPicture } from '../hooks/use-seek-picture.ts'
import { useSeekPreviews } from '../hooks/use-seek-previews.ts'
import { previewAt, type SeekPreview } from '../seek-previews.ts'

export interface SeekBarProps {
  engine: PlayerEngine
  snapshot: PlayerSnapshot
  /** Address of the small pictures of an uploaded film. */
  previewsUrl?: string | null | undefined
  chapters?: readonly Chapter[]
}

const noChapters: readonly Chapter[] = []
const stepSec = 0.1

/** A place of the bar, and the moment that lay under it when it was pointed at. */
interface Pointed {
  share: number
  sec: number
}

/**
 * Red up to where we are, pale up to what is loaded. Dragging moves the knob at once and the picture when it is let go;
 * a small one shows what is there.
 */
export function SeekBar({ engine, snapshot, previewsUrl, chapters = noChapters }: SeekBarProps) {
  const { t } = useTranslation('player')
  const [draggedSec, setDraggedSec] = useState<number | null>(null)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  // A press may end before its last place was drawn.
  const wish = useRef<number | null>(null)
  const previews = useSeekPreviews(previewsUrl)
  const { startSec, endSec } = snapshot
  const spanSec = Math.max(0.1, endSec - startSec)
  const valueSec = draggedSec ?? Math.min(endSec, Math.max(startSec, snapshot.isFollowingLive ? endSec : snapshot.positionSec))
  const behindSec = Math.max(0, endSec - valueSec)
  const words = snapshot.isLive
    ? snapshot.isFollowingLive
      ? t('controls.positionAtLive')
      : t('controls.positionLive', { behind: clock(behindSec) })
    : t('controls.positionVod', { position: clock(valueSec), total: clock(endSec) })
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width))
    // The bar of a live show grows on. Under a pointer that rests the moment stays the one that was pointed at, else
    // its picture would be sought anew several times a second, and another moment be gone to than was seen.
    if (endSec > startSec && share !== pointed?.share) setPointed({ share, sec: startSec + share * spanSec })
  }
  const seenAt = (sec: number) => (pointed && Math.abs(sec - startSec - pointed.share * spanSec) <= stepSec ? pointed.sec : sec)
  // A finger does not hover: what it drags to is shown above it.
  const pointedSec = draggedSec ?? pointed?.sec ?? null
  const preview = pointedSec === null || snapshot.isLive ? undefined : previewAt(previews, pointedSec)
  // Made for an uploaded film; elsewhere the show's own segments have them.
  const picture = useSeekPicture(engine, previewsUrl ? null : pointedSec)
  return (
    <Box sx={{ position: 'relative', mb: { xs: -1, sm: 0 } }} onPointerMove={onMove} onPointerLeave={() => setPointed(null)}>
      {pointedSec !== null && endSec > startSec && (
        <SeekTip
          at={draggedSec === null && pointed ? pointed.share : (pointedSec - startSec) / spanSec}
          preview={preview}
          picture={picture}
          chapter={chapters[chapterAt(chapters, pointedSec)]?.title}
        >
          {snapshot.isLive ? `−${clock(endSec - pointedSec)}` : clock(pointedSec)}
        </SeekTip>
      )}
      <Slider
        aria-label={t('controls.position')}
        getAriaValueText={() => words}
        min={startSec}
        max={startSec + spanSec}
        step={stepSec}
        marks={chapters.filter(({ startMs }) => startMs > 0).map(({ startMs }) => ({ value: startMs / 1000 }))}
        value={valueSec}
        disabled={endSec <= startSec}
        style={{ '--loaded': `${((snapshot.bufferedEndSec - startSec) / spanSec) * 100}%` } as CSSProperties}
        onChange={(_, value) => {
          wish.current = seenAt(value)
          setDraggedSec(wish.current)
        }}
        onChangeCommitted={(_, value) => {
          engine.seek(wish.current ?? seenAt(value))
          wish.current = null
          setDraggedSec(null)
        }}
        sx={{
          color: 'live.main',
          height: 5,
          py: 1.5,
          display: 'block',
          // A finger needs more than a line.
          '@media (pointer: coarse)': { py: '19.5px', my: -1 },
          '&.Mui-disabled': { color: 'live.main' },
          '& .MuiSlider-track': { transition: 'none' },
          // Gaps between chapters.
          '& .MuiSlider-mark': { width: 3, height: 5, borderRadius: 0, opacity: 1, bgcolor: 'onArt.ink' },
          '& .MuiSlider-rail': {
            opacity: 1,
            bgcolor: 'onArt.rail',
            backgroundImage: (theme) => `linear-gradient(to right, ${theme.vars?.palette.onArt.rail} var(--loaded), transparent 0)`,
          },
          '& .MuiSlider-thumb': {
            width: 15,
            height: 15,
            transition: 'none',
            boxShadow: (theme) => `0 0 0 4px ${theme.vars?.palette.live.halo}`,
          },
        }}
      />
    </Box>
  )
}

const pictureWidth = 176

interface SeekTipProps {
  at: number
  preview: SeekPreview | undefined
  picture: HTMLVideoElement | undefined
  chapter: string | undefined
  children: string
}

/** Stays inside the bar at both ends, so that a picture is never cut off. */
function SeekTip({ at, preview, picture, chapter, children }: SeekTipProps) {
  const half = (preview?.width ?? (picture || chapter ? pictureWidth : 64)) / 2
  const hold = useCallback(
    (node: HTMLElement | null) => {
      if (picture) node?.replaceChildren(picture)
    },
    [picture],
  )
  return (
    <Box
      aria-hidden
      className="tabular"
      style={{ left: `clamp(${half}px, ${at * 100}%, calc(100% - ${half}px))` }}
      sx={{
        position: 'absolute',
        bottom: 30,
        transform: 'translateX(-50%)',
        overflow: 'hidden',
        borderRadius: '6px',
        bgcolor: 'onArt.glass',
        fontSize: 12.5,
        fontWeight: 600,
        textAlign: 'center',
        pointerEvents: 'none',
        zIndex: 1,
      }}
    >
      {preview && (
        <Box
          data-testid="seek-preview"
          style={{
            width: preview.width,
            height: preview.height,
            backgroundImage: `url("${preview.sheetUrl}")`,
            backgroundPosition: `-${preview.x}px -${preview.y}px`,
          }}
          sx={{ bgcolor: 'onArt.ink' }}
        />
      )}
      {picture && (
        <Box
          ref={hold}
          data-testid="seek-picture"
          sx={{
            position: 'relative',
            width: pictureWidth,
            height: (pictureWidth * 9) / 16,
            bgcolor: 'onArt.ink',
            '& video': { display: 'block', width: '100%', height: '100%', objectFit: 'contain' },
          }}
        />
      )}
      {chapter !== undefined && (
        <Box
          sx={{
            width: preview?.width ?? pictureWidth,
            px: 1,
            lineHeight: '24px',
            mb: -0.75,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {chapter}
        </Box>
      )}
      <Box sx={{ px: 1, lineHeight: '24px' }}>{children}</Box>
    </Box>
  )
}
