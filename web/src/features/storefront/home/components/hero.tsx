import { heroSizes } from '@e-events/shared/contract/storefront/first-frame.ts'
import type { ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import { LiveBadge, OverArt, ViewerCount } from '@e-events/shared/ui/badges.tsx'
import { count, date, duration, money } from '@e-events/shared/ui/format.ts'
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'
import { saidState, verbOf } from '../../../../components/media/product-event.ts'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { HeroPicker } from './hero-picker.tsx'

export const heroHeight = { xs: 620, md: 580, lg: 660 }

/**
 * The picture is the interface: one featured product over its own art. The next slide is a choice, never a carousel
 * that moves by itself.
 */
export function Hero({ items, heading = 'h1' }: { items: ProductCard[]; heading?: 'h1' | 'h2' }) {
  const { t } = useTranslation('home')
  const [picked, pick] = useState<ProductCard['id']>()
  const index = Math.max(
    0,
    items.findIndex((item) => item.id === picked),
  )
  const item = items[index]
  if (!item) return null
  return (
    <Box
      component="section"
      data-mode="dark"
      aria-label={t('hero.label')}
      sx={{
        position: 'relative',
        bgcolor: 'surface.canvas',
        overflow: 'hidden',
        minHeight: heroHeight,
        display: 'flex',
        alignItems: 'flex-end',
      }}
    >
      <HeroPicture key={item.id} item={item} />
      <Box
        key={`${item.id}-words`}
        sx={{
          position: 'relative',
          px: 'var(--ee-gutter)',
          pb: { xs: items.length > 1 ? 8 : 4, md: 8 },
          pt: 14,
          width: 1,
          maxWidth: { xs: 1, md: 600, lg: 700 },
          ...(picked ? { animation: (theme) => `ee-rise ${theme.transitions.duration.complex}ms both` } : {}),
        }}
      >
        <HeroWords item={item} heading={heading} />
      </Box>
      {items.length > 1 && <HeroPicker items={items} index={index} onPick={pick} />}
    </Box>
  )
}

function HeroPicture({ item }: { item: ProductCard }) {
  return (
    <Box sx={{ position: 'absolute', inset: 0 }}>
      <Picture
        src={item.heroUrl}
        alt=""
        fallback={{ title: item.title, bare: true }}
        ratio="auto"
        eager
        sizes={heroSizes}
        sx={{
          bgcolor: 'surface.canvas',
          objectPosition: { xs: '52% 0', md: '50% 20%' },
          height: { xs: '68%', md: '100%' },
          width: { md: '86%' },
          ml: { md: '14%' },
        }}
      />
      <Box
        sx={(theme) => ({
          position: 'absolute',
          inset: 0,
          backgroundImage: theme.vars.palette.onArt.heroPhone,
          [theme.breakpoints.up('md')]: { backgroundImage: theme.vars.palette.onArt.heroDesk },
        })}
      />
    </Box>
  )
}

function HeroWords({ item, heading }: { item: ProductCard; heading: 'h1' | 'h2' }) {
  const { t } = useTranslation('home')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const said = saidState(item)
  const facts = [
    item.category,
    item.channel.title,
    item.durationMs === null ? null : duration(item.durationMs / 1000),
    item.languages.length > 1 ? t('hero.languages', { list: item.languages.join(', ').toUpperCase() }) : null,
  ].filter((fact) => fact !== null)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2.5, minHeight: 24 }}>
        {item.event?.state === 'on_air' && <LiveBadge label={tc('live.badge')} />}
        {said !== null && <OverArt>{tc(`eventState.${said}`)}</OverArt>}
        {item.onAir && item.viewers !== null && item.viewers > 0 && (
          <ViewerCount viewers={count(item.viewers, language)} word={tc('live.watching')} />
        )}
        {!item.onAir && item.nextSession && (
          <OverArt>
            <CalendarMonthOutlined sx={{ fontSize: 14 }} aria-hidden />
            {date(item.nextSession.startsAt, 'full', language, item.nextSession.timezone)}
          </OverArt>
        )}
      </Box>
      <Typography variant="display" component={heading} sx={{ overflowWrap: 'anywhere', ...clamp(3) }}>
        {item.title}
      </Typography>
      <Typography variant="subtitle1" component="p" sx={{ mt: 2, color: 'text.secondary', maxWidth: 500, ...clamp(3) }}>
        {item.shortDescription}
      </Typography>
      {/* The dot before the first fact of a line lies outside, where it is cut off. */}
      <Box sx={{ mt: 2, overflow: 'hidden', typography: 'body2', color: 'text.secondary' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: '-28px' }}>
          {[...new Set(facts)].map((fact) => (
            <Box
              component="span"
              key={fact}
              sx={{ display: 'inline-flex', '&::before': { content: '"·" / ""', width: 28, textAlign: 'center' } }}
            >
              {fact}
            </Box>
          ))}
        </Box>
      </Box>
      <Box sx={{ mt: 3.5, display: 'flex' }}>
        <ProductButton product={item} />
      </Box>
    </>
  )
}

/** The one red button of a hero. */
export function ProductButton({ product }: { product: ProductCard }) {
  const { t } = useTranslation('home')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const price = product.price ? money(product.price.minor, product.price.currency, language) : tc('price.free')
  const verb = verbOf(product)
  return (
    <Button
      variant="contained"
      color="primary"
      size="large"
      href={paths.product(product.slug)}
      {...(verb === 'enterLive' ? { startIcon: <PlayArrowRounded /> } : {})}
      sx={{ flex: { xs: '1 1 100%', sm: '0 0 auto' } }}
    >
      {t(`hero.${verb}`, { price })}
    </Button>
  )
}

/** Long titles and texts end in an ellipsis; the full ones stand on the product's own page, one press away. */
export const clamp = (lines: number) => ({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: String(lines),
  overflow: 'hidden',
  // Room for what hangs below the last line, which tight lines would cut off.
  pb: '.14em',
  mb: '-.14em',
})
