import { clock } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Slider from '@mui/material/Slider'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chapterAt } from '../../../../lib/chapters.ts'
import type { PodcastSnapshot } from '../engine/types.ts'

interface WaveformSeekProps {
  snapshot: PodcastSnapshot
  /** Values from 0 to 1; null where there are none: then it is a plain bar. */
  peaks: readonly number[] | null
  onSeek: (positionSec: number) => void
}

const bars = 140
const heightPx = 72

/** The shape of the sound with a slider on it: drawn for the eyes, moved and read out by the slider. */
export function WaveformSeek({ snapshot, peaks, onSeek }: WaveformSeekProps) {
  const { t } = useTranslation('podcasts')
  const { positionSec, durationSec, chapters } = snapshot
  const [dragged, setDragged] = useState<number | null>(null)
  const shown = dragged ?? positionSec
  const part = durationSec > 0 ? shown / durationSec : 0
  const clipId = useId()
  const shape = useMemo(() => (peaks ? resample(peaks, bars) : null), [peaks])
  const chapter = chapters[chapterAt(chapters, shown)]
  return (
    <Box>
      <Box sx={{ position: 'relative', height: heightPx }}>
        <Box
          component="svg"
          aria-hidden
          viewBox={`0 0 ${bars * 3} 100`}
          preserveAspectRatio="none"
          sx={{ position: 'absolute', inset: 0, width: 1, height: 1, '& rect': { transition: 'none' } }}
        >
          <clipPath id={clipId}>
            <rect x="0" y="0" width={part * bars * 3} height="100" />
          </clipPath>
          {(['text.tertiary', 'live.main'] as const).map((color, layer) => (
            <Box
              key={color}
              component="g"
              {...(layer === 1 ? { clipPath: `url(#${clipId})` } : {})}
              sx={{ fill: 'currentColor', color, opacity: layer === 0 ? 0.55 : 1 }}
            >
              {shape ? (
                shape.map((value, index) => {
                  const size = Math.max(4, value * 96)
                  // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
                  return <rect key={index} x={index * 3} y={50 - size / 2} width="2" height={size} rx="1" />
                })
              ) : (
                <rect x="0" y="46" width={bars * 3} height="8" />
              )}
            </Box>
          ))}
        </Box>
        {durationSec > 0 &&
          chapters.slice(1).map(({ startMs }) => (
            <Box
              key={startMs}
              aria-hidden
              sx={{
                position: 'absolute',
                bottom: 0,
                height: 10,
                width: '2px',
                bgcolor: 'text.primary',
                left: `${(startMs / 10 / durationSec).toFixed(3)}%`,
              }}
            />
          ))}
        <Slider
          aria-label={t('seek.label')}
          min={0}
          max={Math.max(1, Math.floor(durationSec))}
          step={1}
          value={Math.floor(shown)}
          disabled={durationSec <= 0}
          getAriaValueText={(value) =>
            chapter
              ? t('seek.inChapter', { position: clock(value), duration: clock(durationSec), chapter: chapter.title })
              : t('seek.value', { position: clock(value), duration: clock(durationSec) })
          }
          onChange={(_, value) => setDragged(value)}
          onChangeCommitted={(_, value) => {
            setDragged(null)
            onSeek(value)
          }}
          sx={{
            position: 'absolute',
            inset: 0,
            height: heightPx,
            p: '0 !important',
            '& .MuiSlider-rail, & .MuiSlider-track': { opacity: 0 },
            '& .MuiSlider-thumb': {
              width: 3,
              height: heightPx,
              borderRadius: '2px',
              bgcolor: 'text.primary',
              boxShadow: 'none',
              '&::after': { width: 28, height: heightPx },
            },
          }}
        />
      </Box>
      <Box
        className="tabular"
        sx={{ display: 'flex', justifyContent: 'space-between', mt: 1, typography: 'body2', color: 'text.secondary' }}
      >
        <span>{clock(shown)}</span>
        <span>−{clock(Math.max(0, durationSec - shown))}</span>
      </Box>
    </Box>
  )
}

/** The loudest of each part: a quiet sound between two loud ones must not make a hole look deeper than it is. */
export function resample(peaks: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / count))
    return Math.max(0, ...peaks.slice(from, to))
  })
}
