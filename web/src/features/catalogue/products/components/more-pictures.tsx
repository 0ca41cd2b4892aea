import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

/** The second picture of a product, beside its words. */
export function SecondPicture({ product }: { product: ProductDetail }) {
  const { t } = useTranslation('products')
  if (product.secondaryImageUrl === null) return null
  return (
    <Box sx={{ mt: { xs: 3, md: 4 }, maxWidth: 720 }}>
      <ArtImage src={product.secondaryImageUrl} alt={t('picture.second', { title: product.title })} sx={{ borderRadius: '16px' }} />
    </Box>
  )
}

/** The organizer's own banner, said to be one. */
export function AdBanner({ product }: { product: Pick<ProductDetail, 'adBannerUrl' | 'bannerUrl' | 'channel'> }) {
  const { t } = useTranslation('products')
  if (product.adBannerUrl === null) return null
  const picture = (
    <ArtImage
      src={product.adBannerUrl}
      alt={t('picture.bannerAlt', { channel: product.channel.title })}
      ratio="3 / 1"
      sx={{ borderRadius: '12px' }}
    />
  )
  return (
    <Box component="aside" aria-label={t('picture.banner')} sx={{ mt: { xs: 5, md: 7 }, maxWidth: 720 }}>
      <Typography variant="caption" component="p" sx={{ m: 0, mb: 0.75, color: 'text.secondary' }}>
        {t('picture.banner')}
      </Typography>
      {product.bannerUrl === null ? (
        picture
      ) : (
        <Link href={product.bannerUrl} target="_blank" rel="noopener noreferrer nofollow sponsored" sx={{ display: 'block' }}>
          {picture}
        </Link>
      )}
    </Box>
  )
}
