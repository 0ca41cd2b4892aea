import { pictureSet } from '@e-events/shared/domain/picture-set.ts'
import type { ListedProduct } from '@e-events/shared/contract/catalogue/products.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { DateTile, LiveBadge, OverArt, ViewerCount } from '@e-events/shared/ui/badges.tsx'
import { clock, count, date, money, zoneMark } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLanguage } from '../../lib/language.ts'
import { useViewerZone } from '../../lib/services.ts'
import { CardTags } from './card-tags.ts'
import { dateAhead, runsNow, saidState } from './product-event.ts'
import { useStockWords } from './stock-note.tsx'
import { useProductPath } from './use-product-path.ts'

interface MediaCardProps {
  product: ListedProduct
  eager?: boolean
  heading?: 'h2' | 'h3'
}

/** Columns of a rail at each breakpoint, for the browser's choice of picture. */
export const cardSizes = '(min-width:1600px) 19vw, (min-width:1280px) 23vw, (min-width:960px) 30vw, (min-width:600px) 44vw, 78vw'

/** One card for every product. The poster is the card; the words below it are quiet and never wrap past two lines. */
export function MediaCard({ product, eager = false, heading = 'h3' }: MediaCardProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const viewer = useViewerZone()
  const tags = useContext(CardTags)
  const productPath = useProductPath()
  const state = product.event?.state
  const said = saidState(product)
  const stockWords = useStockWords(product)
  const isRunning = runsNow(product)
  const session = dateAhead(product)
  const isMarkedFree = tags.free && product.price === null
  const mark = session && zoneMark(session.startsAt, session.timezone, { locale: language, viewer })
  const meta = session
    ? `${[date(session.startsAt, 'time', language, session.timezone), mark].filter(Boolean).join(' ')} · ${product.channel.title}`
    : [product.category, product.channel.title].filter(Boolean).join(' · ')
  return (
    <Box
      component={Link}
      to={productPath(product)}
      sx={{
        display: 'block',
        color: 'text.primary',
        borderRadius: '12px',
        '&:hover img': { transform: 'scale(1.035)' },
        '&:hover .art': { boxShadow: (theme) => theme.vars.palette.shadow.lift },
      }}
    >
      <Box className="art" sx={{ position: 'relative', borderRadius: '12px', overflow: 'hidden', transition: 'box-shadow 200ms' }}>
        <ArtImage
          src={product.posterUrl}
          alt=""
          fallback={{ title: product.title, kicker: product.channel.title }}
          eager={eager}
          sizes={cardSizes}
          srcSet={pictureSet(product.posterUrl)}
          sx={{ transition: (theme) => theme.transitions.create('transform') }}
        />
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            inset: 0,
            borderRadius: 'inherit',
            boxShadow: (theme) => `inset 0 0 0 1px ${theme.vars.palette.onArt.hairline}`,
          }}
        />
        <Box sx={{ position: 'absolute', top: 10, left: 10, right: 10, display: 'flex', gap: 0.75, alignItems: 'flex-start' }}>
          {state === 'on_air' && <LiveBadge label={t('live.badge')} />}
          {said !== null && <OverArt>{t(`eventState.${said}`)}</OverArt>}
          {stockWords !== null && <OverArt>{stockWords}</OverArt>}
          {state !== 'on_air' && said === null && stockWords === null && tags.type && <OverArt>{t(`type.${product.type}`)}</OverArt>}
          <Box sx={{ flex: 1 }} />
          {isMarkedFree && (
            // Said once: below the picture it is only heard.
            <Box aria-hidden data-tag="free">
              <OverArt>{t('price.free')}</OverArt>
            </Box>
          )}
          {isRunning && product.viewers !== null && product.viewers > 0 && (
            <ViewerCount viewers={count(product.viewers, language)} word={t('live.watching')} />
          )}
        </Box>
        {!isRunning && product.durationMs !== null && !session && (
          <Box sx={{ position: 'absolute', right: 10, bottom: 10 }}>
            <OverArt>{clock(product.durationMs / 1000)}</OverArt>
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5, pt: 1.5, alignItems: 'flex-start' }}>
        {session && (
          <DateTile
            day={date(session.startsAt, 'dayNumber', language, session.timezone)}
            month={date(session.startsAt, 'month', language, session.timezone)}
          />
        )}
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="h5" component={heading} noWrap>
            {product.title}
          </Typography>
          <Box sx={{ display: 'flex', gap: 1, mt: 0.25, color: 'text.secondary', typography: 'body2' }}>
            <Typography variant="body2" component="span" noWrap sx={{ minWidth: 0, flex: 1 }}>
              {meta}
            </Typography>
            <Box
              component="span"
              className={isMarkedFree ? 'visually-hidden' : 'tabular'}
              sx={{ flexShrink: 0, color: 'text.primary', fontWeight: 580 }}
            >
              {product.price ? money(product.price.minor, product.price.currency, language) : t('price.free')}
            </Box>
          </Box>
        </Box>
      </Box>
    </Box>
  )
}

/** Same boxes, same gaps, same heights as MediaCard: when the content lands nothing moves. */
export function MediaCardSkeleton({ date = false }: { date?: boolean }) {
  return (
    <Box aria-hidden>
      <Skeleton sx={{ width: 1, height: 'auto', aspectRatio: '16 / 9', borderRadius: '12px' }} />
      <Box sx={{ display: 'flex', gap: 1.5, pt: 1.5, height: 58 }}>
        {date && <Skeleton sx={{ width: 46, height: 46, flexShrink: 0, borderRadius: '10px' }} />}
        <Box sx={{ flex: 1 }}>
          <Skeleton sx={{ width: '72%', height: 15, mt: '3px' }} />
          <Skeleton sx={{ width: '48%', height: 13, mt: '10px' }} />
        </Box>
      </Box>
    </Box>
  )
}
