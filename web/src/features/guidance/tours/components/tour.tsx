import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Modal from '@mui/material/Modal'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

export interface TourStep {
  /** The element that carries this `data-tour`; a step without one stands in the middle. */
  target?: string
  title: string
  text: string
}

interface TourProps {
  steps: TourStep[]
  /** After the last step, and wherever it is left. */
  onEnd: () => void
}

const gapPx = 12
const marginPx = 16
const cardPx = 360

/**
 * Shows one place after another. It is a dialog: MUI's modal keeps the focus in, ends it on Escape and gives the focus
 * back to where it was. Steps whose place is not on this screen (a phone has no bar full of links) are left out.
 */
export function Tour({ steps, onEnd }: TourProps) {
  const { t } = useTranslation('tours')
  const titleId = useId()
  const textId = useId()
  const [shown] = useState(() => steps.filter(({ target }) => target === undefined || placeOf(target) !== undefined))
  const [index, setIndex] = useState(0)
  const step = shown[index]
  const rect = useRect(step?.target)
  if (!step) return null
  const isLast = index === shown.length - 1
  const next = () => (isLast ? onEnd() : setIndex(index + 1))
  const back = () => setIndex(Math.max(0, index - 1))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') next()
    if (event.key === 'ArrowLeft') back()
  }
  return (
    <Modal open onClose={onEnd} hideBackdrop disableScrollLock>
      <Box
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={textId}
        onKeyDown={onKeyDown}
        tabIndex={-1}
        sx={{ outline: 'none' }}
      >
        <Spotlight rect={rect} />
        <Paper
          style={cardPlace(rect)}
          sx={{
            position: 'fixed',
            width: `min(${cardPx}px, calc(100vw - ${2 * marginPx}px))`,
            p: 2.5,
            borderRadius: '20px',
            bgcolor: 'surface.raised',
            boxShadow: (theme) => theme.vars.palette.shadow.dialog,
          }}
        >
          <Box aria-live="polite">
            <Typography variant="caption" component="p" className="tabular" sx={{ m: 0, color: 'text.secondary' }}>
              {t('progress', { number: index + 1, total: shown.length })}
            </Typography>
            <Typography id={titleId} variant="h4" component="h2" sx={{ mt: 0.5 }}>
              {step.title}
            </Typography>
            <Typography id={textId} variant="body2" sx={{ mt: 0.75, color: 'text.secondary' }}>
              {step.text}
            </Typography>
          </Box>
          <Box sx={{ mt: 2, display: 'flex', gap: 1, alignItems: 'center' }}>
            {!isLast && (
              <Button size="small" variant="text" onClick={onEnd} sx={{ ml: -1.5 }}>
                {t('skip')}
              </Button>
            )}
            <Box sx={{ flex: 1 }} />
            {index > 0 && (
              <Button size="small" onClick={back}>
                {t('back')}
              </Button>
            )}
            <Button size="small" variant="contained" onClick={next} ref={focusOnMount}>
              {t(isLast ? 'done' : 'next')}
            </Button>
          </Box>
        </Paper>
      </Box>
    </Modal>
  )
}

/** The first thing to press has the focus; the later steps leave it where it is. */
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus()

/** Everything but the place in question is dimmed. */
function Spotlight({ rect }: { rect: DOMRect | undefined }) {
  const place: CSSProperties = rect
    ? { left: rect.left - 6, top: rect.top - 6, width: rect.width + 12, height: rect.height + 12 }
    : { left: '50%', top: '50%', width: 0, height: 0 }
  return (
    <Box
      aria-hidden
      style={place}
      sx={(theme) => ({
        position: 'fixed',
        borderRadius: '12px',
        outline: rect ? '2px solid' : 'none',
        outlineColor: theme.vars.palette.secondary.main,
        boxShadow: `0 0 0 200vmax ${theme.vars.palette.onArt.shade}`,
        pointerEvents: 'none',
        transition: theme.transitions.create(['left', 'top', 'width', 'height']),
        '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
      })}
    />
  )
}

/** Below its place where there is more room, else above it; never outside the window. */
function cardPlace(rect: DOMRect | undefined): CSSProperties {
  if (!rect) return { left: '50%', top: '50%', transform: 'translate(-50%, -50%)' }
  const width = Math.min(cardPx, innerWidth - 2 * marginPx)
  const left = Math.min(Math.max(marginPx, rect.left + rect.width / 2 - width / 2), innerWidth - width - marginPx)
  const isUpper = rect.top + rect.height / 2 < innerHeight / 2
  return isUpper
    ? { left, top: Math.min(rect.bottom + gapPx, innerHeight / 2) }
    : { left, bottom: Math.min(Math.max(marginPx, innerHeight - rect.top + gapPx), innerHeight / 2) }
}

function placeOf(target: string): Element | undefined {
  return [...document.querySelectorAll(`[data-tour="${target}"]`)].find((element) => isVisible(element))
}

function isVisible(element: Element): boolean {
  // A browser without the check (a test's) takes what is in the page for visible.
  return typeof element.checkVisibility === 'function' ? element.checkVisibility() : true
}

/** Where the place is now: it is brought into view first, and followed when the page moves. */
function useRect(target: string | undefined): DOMRect | undefined {
  const [rect, setRect] = useState<DOMRect>()
  useEffect(() => {
    const place = target === undefined ? undefined : placeOf(target)
    place?.scrollIntoView({ block: 'nearest' })
    const read = () => setRect(place?.getBoundingClientRect())
    read()
    if (!place) return undefined
    addEventListener('scroll', read, { passive: true, capture: true })
    addEventListener('resize', read)
    return () => {
      removeEventListener('scroll', read, { capture: true })
      removeEventListener('resize', read)
    }
  }, [target])
  return rect
}
