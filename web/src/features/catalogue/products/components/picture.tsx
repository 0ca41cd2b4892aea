import { productPictureSizes } from '@e-events/shared/contract/storefront/first-frame.ts'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Box from '@mui/material/Box'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture as Art } from '../../../../components/media/picture.tsx'

/** The product's picture; its trailer plays in the same place, so that nothing on the page moves. */
interface PictureProps {
  product: ProductDetail
  /** The player of a trailer that was uploaded here. */
  trailer: ReactNode
}

export function Picture({ product, trailer }: PictureProps) {
  const { t } = useTranslation('products')
  const [playing, setPlaying] = useState(false)
  // A page elsewhere is opened there: this site embeds nobody.
  const elsewhere = !product.hasTrailer && product.trailerUrl !== null ? product.trailerUrl : null
  return (
    <Box sx={{ position: 'relative', borderRadius: { xs: '14px', md: '20px' }, overflow: 'hidden' }}>
      {playing ? (
        trailer
      ) : (
        <Art
          src={product.heroUrl ?? product.posterUrl}
          alt=""
          fallback={{ title: product.title, kicker: product.channel.title }}
          eager
          sizes={productPictureSizes}
        />
      )}
      {(product.hasTrailer || elsewhere !== null) && !playing && (
        <Box
          {...(elsewhere === null
            ? { component: 'button', type: 'button', onClick: () => setPlaying(true) }
            : { component: 'a', href: elsewhere, target: '_blank', rel: 'noopener noreferrer' })}
          data-mode="dark"
          sx={{
            all: 'unset',
            cursor: 'pointer',
            position: 'absolute',
            left: { xs: 14, md: 24 },
            bottom: { xs: 14, md: 24 },
            display: 'inline-flex',
            alignItems: 'center',
            gap: 1.25,
            height: 52,
            pl: 0.75,
            pr: 2.5,
            borderRadius: '26px',
            bgcolor: 'onArt.glass',
            color: 'text.primary',
            backdropFilter: 'blur(14px)',
            fontSize: 15,
            fontWeight: 600,
            '&:hover': { bgcolor: 'onArt.panel' },
            '&:focus-visible': { outline: '2px solid', outlineColor: 'onArt.paper', outlineOffset: 3 },
          }}
        >
          <Box
            sx={{
              width: 40,
              height: 40,
              borderRadius: '50%',
              bgcolor: 'onArt.paper',
              color: 'onArt.ink',
              display: 'grid',
              placeItems: 'center',
            }}
          >
            <PlayArrowRounded aria-hidden />
          </Box>
          {t('trailer.play')}
        </Box>
      )}
    </Box>
  )
}
