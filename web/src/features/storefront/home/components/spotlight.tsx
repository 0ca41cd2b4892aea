import type { ShownSectionOf } from '@e-events/shared/contract/storefront/shown-sections.ts'
import { LiveBadge, ViewerCount } from '@e-events/shared/ui/badges.tsx'
import { count, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'

interface SpotlightProps {
  product: ShownSectionOf<'product_slider'>['items'][number]
  title: string
}

/** One single show on air: a shelf with one card would look forgotten, so it gets the whole width and its words. */
export function Spotlight({ product, title }: SpotlightProps) {
  const { t } = useTranslation('home')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  return (
    <Box component="section" aria-label={title} sx={{ mt: { xs: 5, md: 7 }, px: 'var(--ee-gutter)' }}>
      <Typography variant="h3" component="h2" sx={{ mb: 2, minHeight: 36, display: 'flex', alignItems: 'center' }}>
        {title}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(0, 5fr) minmax(0, 6fr)', xl: 'minmax(0, 4fr) minmax(0, 7fr)' },
          alignItems: 'center',
          columnGap: { md: 4, lg: 6 },
          borderRadius: '20px',
          overflow: 'hidden',
          bgcolor: 'surface.sunken',
          border: 1,
          borderColor: 'border.subtle',
        }}
      >
        <Box sx={{ position: 'relative' }}>
          <Picture
            src={product.posterUrl}
            alt=""
            fallback={{ title: product.title, kicker: product.channel.title }}
            sizes="(min-width:960px) 45vw, 100vw"
          />
          <Box sx={{ position: 'absolute', top: 14, left: 14, display: 'flex', gap: 1 }}>
            <LiveBadge label={tc('live.badge')} />
            {product.viewers !== null && product.viewers > 0 && (
              <ViewerCount viewers={count(product.viewers, language)} word={tc('live.watching')} />
            )}
          </Box>
        </Box>
        <Box sx={{ p: { xs: 2.5, md: 0 }, pr: { md: 4, lg: 6 } }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[product.category, product.channel.title].filter(Boolean).join(' · ')}
          </Typography>
          <Typography variant="h2" component="h3" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
            {product.title}
          </Typography>
          <Typography sx={{ mt: 1, maxWidth: 620, color: 'text.secondary' }}>{product.shortDescription}</Typography>
          <Button variant="contained" color="inherit" href={paths.product(product.slug)} sx={{ mt: 2.5, width: { xs: 1, sm: 'auto' } }}>
            {t('hero.enterLive', {
              price: product.price ? money(product.price.minor, product.price.currency, language) : tc('price.free'),
            })}
          </Button>
        </Box>
      </Box>
    </Box>
  )
}
