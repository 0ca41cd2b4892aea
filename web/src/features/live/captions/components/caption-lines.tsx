import { cueRuns, cuesAt } from '@e-events/shared/domain/webvtt.ts'
import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import type { captionLooks, captionSizes } from '../caption-style.ts'
import type { Captions } from '../use-captions.ts'

const sizes: Record<(typeof captionSizes)[number], string> = {
  small: 'clamp(13px, 1.9cqw, 28px)',
  normal: 'clamp(16px, 2.6cqw, 40px)',
  large: 'clamp(20px, 3.6cqw, 56px)',
  huge: 'clamp(26px, 5cqw, 76px)',
}
const looks: Record<(typeof captionLooks)[number], SxProps<Theme>> = {
  box: { color: 'onArt.paper', bgcolor: 'onArt.shade' },
  outline: {
    color: 'onArt.paper',
    textShadow: (theme) => [3, 3, 5, 8].map((blur) => `0 0 ${blur}px ${theme.vars?.palette.onArt.ink}`).join(', '),
  },
  yellow: { color: 'warning.light', bgcolor: 'onArt.shade' },
  paper: { color: 'onArt.ink', bgcolor: 'onArt.paper' },
}

interface CaptionLinesProps {
  captions: Captions
  positionSec: number
  /** Pixels at the foot of the picture that the controls have. */
  foot: number
}

/** Words over the picture. They lie above the controls while those are shown. */
export function CaptionLines({ captions, positionSec, foot }: CaptionLinesProps) {
  const cues = cuesAt(captions.cues, positionSec)
  if (captions.shown === null || cues.length === 0) return null
  const { size, look } = captions.style
  return (
    <Box
      data-testid="captions"
      lang={captions.shown}
      dir="auto"
      sx={{
        position: 'absolute',
        insetInline: '4%',
        bottom: `max(${foot}px, 4%)`,
        display: 'grid',
        justifyItems: 'center',
        gap: 0.5,
        pointerEvents: 'none',
        // Above the shade of the controls, below their menu.
        zIndex: 1,
        fontSize: sizes[size],
        lineHeight: 1.35,
        fontWeight: 560,
        textAlign: 'center',
      }}
    >
      {cues.map((cue) => (
        <Box
          key={`${cue.startSec} ${cue.text}`}
          component="span"
          sx={{
            ...(looks[look] as object),
            px: '0.45em',
            py: '0.08em',
            borderRadius: '0.25em',
            whiteSpace: 'pre-line',
            overflowWrap: 'anywhere',
            maxWidth: 1,
          }}
        >
          {cueRuns(cue.text).map((run) => (
            <span
              key={run.at}
              style={{
                ...(run.isBold ? { fontWeight: 750 } : {}),
                ...(run.isItalic ? { fontStyle: 'italic' } : {}),
                ...(run.isUnderlined ? { textDecoration: 'underline' } : {}),
              }}
            >
              {run.text}
            </span>
          ))}
        </Box>
      ))}
    </Box>
  )
}
