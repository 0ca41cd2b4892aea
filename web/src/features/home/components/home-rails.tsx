import type { Home, Rail as RailData } from '@e-events/shared/contract/home.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { MediaCard } from '../../../components/media-card.tsx'
import { Rail } from '../../../components/rail.tsx'
import { Spotlight } from './spotlight.tsx'

/** The three places that the navigation leads to always exist, even with nothing in them; category shelves only when they hold something. */
const fixedKinds = ['live', 'upcoming', 'vod'] as const

export function HomeRails({ rails }: { rails: Home['rails'] }) {
  const { t } = useTranslation('home')
  const fixed = fixedKinds.map((kind) => ({ kind, rail: rails.find((rail) => rail.kind === kind && rail.items.length > 0) }))
  const categories = rails.filter((rail) => rail.kind === 'category' && rail.items.length > 0)
  return (
    <>
      {fixed.map(({ kind, rail }) =>
        rail ? (
          <Shelf key={kind} rail={rail} title={t(`rail.${kind}`)} anchor={kind} />
        ) : (
          <EmptyShelf key={kind} title={t(`rail.${kind}`)} anchor={kind} text={t(`empty.${kind}`)} />
        ),
      )}
      {categories.map((rail) => (
        <Shelf key={rail.id} rail={rail} title={rail.title ?? ''} />
      ))}
    </>
  )
}

function Shelf({ rail, title, anchor }: { rail: RailData; title: string; anchor?: string }) {
  const [only] = rail.items
  if (rail.kind === 'live' && rail.items.length === 1 && only) return <Spotlight product={only} title={title} anchor="live" />
  return (
    <Rail title={title} {...(anchor ? { anchor } : {})}>
      {rail.items.map((product) => (
        <li key={product.id}>
          <MediaCard product={product} />
        </li>
      ))}
    </Rail>
  )
}

function EmptyShelf({ title, anchor, text }: { title: string; anchor: string; text: string }) {
  return (
    <Box component="section" id={anchor} aria-label={title} sx={{ mt: { xs: 5, md: 7 }, px: 'var(--ee-gutter)', scrollMarginTop: 96 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 2, minHeight: 36, display: 'flex', alignItems: 'center' }}>
        {title}
      </Typography>
      <Box
        sx={{
          px: 3,
          py: 3,
          borderRadius: '14px',
          border: '1px dashed',
          borderColor: 'border.strong',
          color: 'text.secondary',
          typography: 'body2',
        }}
      >
        {text}
      </Box>
    </Box>
  )
}
