import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { MediaCard } from '../../../../components/media/media-card.tsx'
import { Rail } from '../../../../components/media/rail.tsx'
import { useLanguage } from '../../../../lib/language.ts'

/** Products of a bundle, each with what it is to the visitor. */
export function BundleContents({ bundle }: Pick<ProductDetail, 'bundle'>) {
  const { t } = useTranslation('products')
  return (
    <Rail title={t('bundle.title')}>
      {bundle.map((product) => (
        <li key={product.id}>
          <MediaCard product={product} />
          {product.part !== 'included' && (
            <Box sx={{ mt: 1, typography: 'caption' }}>
              <StatusDot tone={product.part === 'owned' ? 'green' : 'neutral'}>{t(`bundle.${product.part}`)}</StatusDot>
            </Box>
          )}
        </li>
      ))}
    </Rail>
  )
}

/** Saving by a bundle, and the deduction for this visitor. */
export function BundlePrice({ price }: { price: NonNullable<ProductDetail['bundlePrice']> }) {
  const { t } = useTranslation('products')
  const language = useLanguage()
  const amount = ({ minor, currency }: { minor: number; currency: string }) => money(minor, currency, language)
  const { separately, saves, deducted } = price
  return (
    <Typography variant="body2" component="p" className="tabular" sx={{ m: 0, mt: 1.5, color: 'text.secondary', textWrap: 'pretty' }}>
      {t(saves.minor > 0 ? 'bundle.saves' : 'bundle.alone', { separately: amount(separately), saves: amount(saves) })}
      {deducted.minor > 0 && <> {t('bundle.deducted', { deducted: amount(deducted) })}</>}
    </Typography>
  )
}
