import type { ShownSectionOf } from '@e-events/shared/contract/storefront/shown-sections.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'
import { verbOf } from '../../../../components/media/product-event.ts'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'

export function FeaturedProduct({ section: { title, product } }: { section: ShownSectionOf<'featured_product'> }) {
  const { t } = useTranslation('home')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const price = product.price ? money(product.price.minor, product.price.currency, language) : tc('price.free')
  return (
    <Feature
      heading={title || t('featured.product')}
      name={product.title}
      note={[product.category, product.channel.title].filter(Boolean).join(' · ')}
      text={product.shortDescription}
      to={paths.product(product.slug)}
      button={t(`hero.${verbOf(product)}`, { price })}
      src={product.heroUrl ?? product.posterUrl}
    />
  )
}

export function FeaturedChannel({ section: { title, channel } }: { section: ShownSectionOf<'featured_channel'> }) {
  const { t } = useTranslation('home')
  return (
    <Feature
      heading={title || t('featured.channel')}
      name={channel.title}
      note={channel.classification ?? ''}
      text={channel.shortDescription}
      to={paths.channel(channel.slug)}
      button={t('featured.openChannel')}
      src={channel.coverUrl ?? channel.logoUrl}
      logoUrl={channel.logoUrl}
    />
  )
}

interface FeatureProps {
  heading: string
  name: string
  note: string
  text: string
  to: string
  button: string
  src: string | null
  logoUrl?: string | null
}

/** One thing with the width of the page: its picture, its words, its door. */
function Feature({ heading, name, note, text, to, button, src, logoUrl }: FeatureProps) {
  const headingId = useId()
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ mt: { xs: 5, md: 7 }, px: 'var(--ee-gutter)' }}>
      <Typography variant="h3" component="h2" id={headingId} sx={{ mb: 2, minHeight: 36, display: 'flex', alignItems: 'center' }}>
        {heading}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(0, 6fr) minmax(0, 5fr)' },
          alignItems: 'center',
          columnGap: { md: 4, lg: 6 },
          borderRadius: '20px',
          overflow: 'hidden',
          bgcolor: 'surface.sunken',
          border: 1,
          borderColor: 'border.subtle',
        }}
      >
        <Picture src={src} alt="" fallback={{ title: name, bare: true }} sizes="(min-width:960px) 52vw, 100vw" />
        <Box sx={{ p: { xs: 2.5, md: 0 }, pr: { md: 4, lg: 6 } }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            {logoUrl && <Picture src={logoUrl} alt="" ratio="1:1" sizes="44px" sx={{ width: 44, borderRadius: '50%', flexShrink: 0 }} />}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {note}
            </Typography>
          </Box>
          <Typography variant="h2" component="h3" sx={{ mt: logoUrl ? 1.5 : 0.5, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography sx={{ mt: 1, maxWidth: 620, color: 'text.secondary' }}>{text}</Typography>
          <Button variant="contained" color="inherit" href={to} sx={{ mt: 2.5, width: { xs: 1, sm: 'auto' } }}>
            {button}
          </Button>
        </Box>
      </Box>
    </Box>
  )
}
