import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { datedTypes } from '@e-events/shared/domain/product-rules.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import type { Offer } from '../offer.ts'
import { OfferAction } from './offer-action.tsx'

interface StickyOfferProps {
  product: ProductDetail
  offer: Offer
}

/** On a phone the price and the one button never leave the thumb. */
export function StickyOffer({ product, offer }: StickyOfferProps) {
  const { t } = useTranslation('products')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const session = product.nextSession
  return (
    <Box
      component="aside"
      aria-label={t('offer.bar')}
      // Other elements at the bottom of the screen stay above it.
      data-bottom-bar
      sx={{
        display: { xs: 'flex', md: 'none' },
        position: 'fixed',
        // Above what plays on.
        bottom: 'var(--ee-foot, 0px)',
        left: 0,
        right: 0,
        zIndex: 'appBar',
        alignItems: 'center',
        gap: 2,
        px: 2,
        pt: 1.25,
        pb: 'max(10px, env(safe-area-inset-bottom))',
        bgcolor: 'surface.glass',
        backdropFilter: 'saturate(160%) blur(18px)',
        borderTop: 1,
        borderColor: 'border.default',
      }}
    >
      <Box sx={{ flexShrink: 0 }}>
        <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: 22 }}>
          {product.subscriptionOnly
            ? product.channel.title
            : product.owned
              ? t(`${datedTypes.has(product.type) ? 'owned' : 'kept'}.short`)
              : product.price
                ? money(product.price.minor, product.price.currency, language)
                : tc('price.free')}
        </Typography>
        {session && (
          <Typography variant="caption" component="p" className="tabular" sx={{ m: 0, color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {date(session.startsAt, 'dayTime', language, session.timezone)}
          </Typography>
        )}
      </Box>
      {/* A refusal stands over the button that caused it. */}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column-reverse', gap: 1 }}>
        <OfferAction product={product} offer={offer} />
      </Box>
    </Box>
  )
}
