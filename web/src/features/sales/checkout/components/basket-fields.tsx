import type { ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import type { Money } from '@e-events/shared/domain/money.ts'
import { limits } from '@e-events/shared/limits.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { money } from '@e-events/shared/ui/format.ts'
import AddRounded from '@mui/icons-material/AddRounded'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { StockNote } from '../../../../components/media/stock-note.tsx'
import { useLanguage } from '../../../../lib/language.ts'

interface Choice {
  product: ProductCard
  gross: Money
  quantity: number
  /** One piece of the product whose checkout it is stays. */
  least: 0 | 1
}

interface BasketFieldsProps {
  choices: readonly Choice[]
  onQuantity: (slug: string, quantity: number) => void
}

/** Goods with their quantities: of this product, and of others of its channel. */
export function BasketFields({ choices, onQuantity }: BasketFieldsProps) {
  const { t } = useTranslation('checkout')
  const language = useLanguage()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {choices.map(({ product, gross, quantity, least }) => {
        const most = Math.min(product.left ?? limits.orderItemQuantity, limits.orderItemQuantity)
        return (
          <Box
            component="li"
            key={product.slug}
            sx={{
              display: 'grid',
              gridTemplateColumns: '72px minmax(0,1fr) auto',
              gap: 1.5,
              alignItems: 'center',
              p: 1,
              border: 1,
              borderColor: quantity > 0 ? 'border.default' : 'border.subtle',
              borderRadius: '12px',
            }}
          >
            <ArtImage
              src={product.posterUrl}
              alt=""
              fallback={{ title: product.title, kicker: '' }}
              sizes="72px"
              sx={{ borderRadius: '8px' }}
            />
            <Box sx={{ minWidth: 0 }}>
              <Typography component="p" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
                {product.title}
              </Typography>
              <Box
                className="tabular"
                sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'body2', color: 'text.secondary' }}
              >
                {money(gross.minor, gross.currency, language)}
                <StockNote product={product} />
              </Box>
            </Box>
            <Box role="group" aria-label={t('basket.quantity', { title: product.title })} sx={{ display: 'flex', alignItems: 'center' }}>
              <IconButton
                aria-label={t('basket.less', { title: product.title })}
                disabled={quantity <= least}
                onClick={() => onQuantity(product.slug, quantity - 1)}
              >
                <RemoveRounded />
              </IconButton>
              <Box aria-live="polite" className="tabular" sx={{ minWidth: 24, textAlign: 'center', fontWeight: 600 }}>
                {quantity}
              </Box>
              <IconButton
                aria-label={t('basket.more', { title: product.title })}
                disabled={quantity >= most}
                onClick={() => onQuantity(product.slug, quantity + 1)}
              >
                <AddRounded />
              </IconButton>
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
