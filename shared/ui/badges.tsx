import VisibilityRounded from '@mui/icons-material/VisibilityRounded'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface LiveBadgeProps {
  /** The word in the viewer's language, in capitals: 'EN DIRECTO', 'LIVE'. */
  label: string
  size?: 'sm' | 'md' | 'lg'
}

/** Only for a signal that is live now. */
export function LiveBadge({ label, size = 'md' }: LiveBadgeProps) {
  const height = { sm: 20, md: 24, lg: 30 }[size]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        height,
        px: size === 'sm' ? 0.875 : 1.125,
        borderRadius: '6px',
        bgcolor: 'live.badge',
        color: 'primary.contrastText',
        fontSize: { sm: 10.5, md: 11.5, lg: 13 }[size],
        fontWeight: 720,
        letterSpacing: '.045em',
        whiteSpace: 'nowrap',
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{ width: 6, height: 6, borderRadius: '50%', bgcolor: 'currentColor', animation: 'ee-pulse 1.8s ease-out infinite' }}
      />
      {label}
    </Box>
  )
}

/** A caption on top of artwork: dark glass in every mode, because the art below does not change with the mode. */
export function OverArt({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      data-mode="dark"
      className="tabular"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        height: 24,
        px: 1,
        borderRadius: '6px',
        bgcolor: 'onArt.glass',
        color: 'text.primary',
        fontSize: 12,
        fontWeight: 600,
        whiteSpace: 'nowrap',
        backdropFilter: 'blur(8px)',
      }}
    >
      {children}
    </Box>
  )
}

/** `viewers` is already formatted; `word` is what a screen reader says after it. */
export function ViewerCount({ viewers, word }: { viewers: string; word: string }) {
  return (
    <OverArt>
      <VisibilityRounded sx={{ fontSize: 14 }} aria-hidden />
      {viewers}
      <span className="visually-hidden">{word}</span>
    </OverArt>
  )
}

/** A leaf of a desk calendar. */
export function DateTile({ day, month, size = 'md' }: { day: string; month: string; size?: 'md' | 'lg' }) {
  const big = size === 'lg'
  return (
    <Box
      sx={{
        width: big ? 60 : 46,
        flexShrink: 0,
        borderRadius: big ? '12px' : '10px',
        overflow: 'hidden',
        textAlign: 'center',
        bgcolor: 'surface.raised',
        color: 'text.primary',
        border: 1,
        borderColor: 'border.subtle',
      }}
    >
      <Box
        sx={{
          fontSize: big ? 12 : 11,
          lineHeight: big ? '20px' : '17px',
          fontWeight: 650,
          color: 'text.secondary',
          bgcolor: 'tint.neutral',
          textTransform: 'capitalize',
        }}
      >
        {month}
      </Box>
      <Box
        className="tabular"
        sx={{ fontSize: big ? 24 : 18, lineHeight: big ? '36px' : '27px', fontWeight: 700, letterSpacing: '-.03em' }}
      >
        {day}
      </Box>
    </Box>
  )
}

export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'neutral'
const dotOf = {
  green: 'success.light',
  amber: 'warning.light',
  red: 'error.light',
  blue: 'secondary.light',
  neutral: 'text.disabled',
} as const satisfies Record<Tone, string>

/**
 * State in a table or a panel: a dot and a word, so that colour is never the only carrier. A word without room ends
 * with an ellipsis.
 */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.875,
        maxWidth: '100%',
        fontSize: 'min(1em, 0.875rem)',
        color: 'text.primary',
        whiteSpace: 'nowrap',
      }}
    >
      <Box component="span" aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: dotOf[tone], flexShrink: 0 }} />
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {children}
      </Box>
    </Box>
  )
}
