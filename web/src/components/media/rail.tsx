import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface RailProps {
  title: string
  note?: ReactNode
  /** At the end of the title's line: where all of it is. */
  action?: ReactNode
  /** How wide a card is, at each breakpoint. */
  columns?: Partial<Record<'xs' | 'sm' | 'md' | 'lg' | 'xl', string>>
  children: ReactNode
}

/** Cards of products: 1.3 to 5.2 of them, so that one is always cut. */
const productColumns = { xs: '78%', sm: '44%', md: '30.5%', lg: '23.4%', xl: '18.9%' }

/** A shelf that bleeds to the page edge, snaps, and always shows a slice of the next card: the invitation to scroll. */
export function Rail({ title, note, action, columns = productColumns, children }: RailProps) {
  const { t } = useTranslation()
  const headingId = useId()
  const track = useRef<HTMLUListElement>(null)
  const { canGoBack, canGoOn, update } = useEnds(track)
  const slide = (direction: 1 | -1) => track.current?.scrollBy({ left: direction * track.current.clientWidth * 0.8, behavior: 'smooth' })
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ mt: { xs: 5, md: 7 } }}>
      <Box sx={{ px: 'var(--ee-gutter)', mb: 2, minHeight: 36, display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Typography variant="h3" component="h2" id={headingId}>
          {title}
        </Typography>
        {note}
        <Box sx={{ flex: 1 }} />
        {action}
        {/* A shelf that shows everything has nothing to turn to. */}
        {(canGoBack || canGoOn) && (
          <Box sx={{ display: { xs: 'none', md: 'flex' }, gap: 0.5 }}>
            <IconButton size="small" aria-label={t('rail.previous', { title })} disabled={!canGoBack} onClick={() => slide(-1)}>
              <ChevronLeftRounded />
            </IconButton>
            <IconButton size="small" aria-label={t('rail.next', { title })} disabled={!canGoOn} onClick={() => slide(1)}>
              <ChevronRightRounded />
            </IconButton>
          </Box>
        )}
      </Box>
      <Box
        component="ul"
        ref={track}
        onScroll={update}
        // A region that scrolls must be reachable by keyboard even while its cards are skeletons.
        tabIndex={0}
        aria-labelledby={headingId}
        sx={{
          // Visually hidden parts of a card are placed by this box too; else they would make the page as wide as all
          // cards.
          position: 'relative',
          listStyle: 'none',
          m: 0,
          display: 'grid',
          gridAutoFlow: 'column',
          gridAutoColumns: columns,
          gap: { xs: 1.5, md: 2.5 },
          overflowX: 'auto',
          scrollSnapType: 'x proximity',
          px: 'var(--ee-gutter)',
          scrollPaddingInline: 'var(--ee-gutter)',
          pt: 0.5,
          pb: 1,
          scrollbarWidth: 'none',
          '& > li': { scrollSnapAlign: 'start', minWidth: 0 },
        }}
      >
        {children}
      </Box>
    </Box>
  )
}

/** Whether there is more to see on either side. */
function useEnds(track: { current: HTMLElement | null }) {
  const [ends, setEnds] = useState({ canGoBack: false, canGoOn: false })
  const update = useCallback(() => {
    const element = track.current
    if (!element) return
    const canGoBack = element.scrollLeft > 8
    const canGoOn = element.scrollLeft + element.clientWidth < element.scrollWidth - 8
    setEnds((known) => (known.canGoBack === canGoBack && known.canGoOn === canGoOn ? known : { canGoBack, canGoOn }))
  }, [track])
  useEffect(() => {
    const element = track.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(update)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [track, update])
  return { ...ends, update }
}
