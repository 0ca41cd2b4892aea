import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { duration } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { countryName } from '../../../../lib/country-name.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { EventMark } from '../../../../components/media/event-mark.tsx'
import type { Moment } from '../../../../components/media/product-event.ts'
import { isSaid } from '../offer.ts'
import { ChannelLogo } from './channel-info.tsx'

export function Headline({ product, moment }: { product: ProductDetail; moment: Moment }) {
  const { t } = useTranslation('products')
  return (
    <Box sx={{ mt: { xs: 3, md: 4 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {moment === 'unscheduled' || moment === 'on_demand' ? (
          isSaid(product, moment) && <Chip label={t(`kind.${moment}`)} color="secondary" />
        ) : (
          <EventMark state={moment} isMeeting={product.type === 'meet'} />
        )}
        {[...new Set(product.labels)].map((label) => (
          <Chip key={label} label={label} />
        ))}
      </Box>
      <Typography variant="h1" sx={{ mt: 1.5, overflowWrap: 'anywhere' }}>
        {product.title}
      </Typography>
      <Box sx={{ mt: 2, display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <ChannelLogo channel={product.channel} size={36} />
        <Link href={paths.channel(product.channel.slug)} color="inherit" sx={{ fontSize: 15, fontWeight: 560, color: 'text.primary' }}>
          {product.channel.title}
        </Link>
      </Box>
      {product.shortDescription && (
        <Typography variant="subtitle1" component="p" sx={{ mt: 3, maxWidth: 680, color: 'text.secondary' }}>
          {product.shortDescription}
        </Typography>
      )}
      {product.type === 'live' && (
        <Typography sx={{ mt: 2, maxWidth: 680, color: 'text.secondary', typography: 'body2' }}>
          {t(product.fakeLive ? 'deferred.inStep' : 'deferred.free')}
        </Typography>
      )}
      <Facts product={product} />
      <Topics product={product} />
    </Box>
  )
}

function Facts({ product }: { product: ProductDetail }) {
  const { t } = useTranslation('products')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const languageName = new Intl.DisplayNames([language], { type: 'language' })
  const facts = [
    tc(`type.${product.type}`),
    product.group,
    product.durationMs === null ? null : duration(product.durationMs / 1000),
    [product.productionCountry && countryName(product.productionCountry, language), product.productionYear].filter(Boolean).join(' ') ||
      null,
    product.director ? t('fact.director', { name: product.director }) : null,
    product.type !== 'physical' && product.languages.length > 0
      ? product.languages.map((code) => languageName.of(code) ?? code).join(' · ')
      : null,
    product.type === 'physical' && product.suggestedAge === 'all' ? null : t(`age.${ageKeys[product.suggestedAge]}`),
  ].filter((fact) => fact !== null)
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2.5, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {[...new Set(facts)].map((fact) => (
        <Box component="li" key={fact} sx={{ maxWidth: 1, '& .MuiChip-label::first-letter': { textTransform: 'uppercase' } }}>
          <Chip label={fact} variant="outlined" sx={{ maxWidth: 1 }} />
        </Box>
      ))}
    </Box>
  )
}

/** Ways on to others like it: its categories, and its tags as searches. */
function Topics({ product }: { product: ProductDetail }) {
  const { t } = useTranslation('products')
  const topics = [
    ...product.categories.map(({ slug, title }) => ({ key: `category-${slug}`, to: paths.category(slug), label: title })),
    ...product.tags.map((tag) => ({ key: `tag-${tag}`, to: paths.search(tag), label: `#${tag}` })),
  ]
  if (topics.length === 0) return null
  return (
    <Box component="nav" aria-label={t('topics')} sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5 }}>
      {topics.map(({ key, to, label }) => (
        <Link key={key} href={to} sx={{ fontSize: 14.5, overflowWrap: 'anywhere' }}>
          {label}
        </Link>
      ))}
    </Box>
  )
}

const ageKeys = { all: 'all', '13+': 'teen', '18+': 'adult' } as const
