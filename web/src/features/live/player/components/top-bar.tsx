import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import IosShareRounded from '@mui/icons-material/IosShareRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { paths } from '../../../../config/paths.ts'

/** Least size of a target for a finger. */
const underFingers = { '@media (pointer: coarse)': { '& .MuiButtonBase-root': { minWidth: 44, minHeight: 44 } } }

/** Back, what is being watched, and a link to share. */
export function TopBar({ product }: { product: Playback['product'] }) {
  const { t } = useTranslation('player')
  const snacks = useSnacks()
  const share = async () => {
    const url = new URL(paths.product(product.slug), location.href).href
    if (typeof navigator.share === 'function') {
      await navigator.share({ title: product.title, url }).catch(() => undefined)
      return
    }
    await navigator.clipboard.writeText(url)
    snacks.success(t('shared'))
  }
  return (
    <Box
      component="header"
      sx={{
        px: { xs: 1, md: 2 },
        height: 60,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        maxWidth: 1680,
        mx: 'auto',
        ...underFingers,
      }}
    >
      <IconButton aria-label={t('back')} href={paths.product(product.slug)}>
        <ArrowBackRounded />
      </IconButton>
      <ArtImage
        src={product.channel.logoUrl}
        fallback={{ title: product.channel.title, bare: true, ratio: '1:1' }}
        alt=""
        ratio="1 / 1"
        eager
        sx={{ width: 34, height: 34, flexShrink: 0, borderRadius: '50%' }}
      />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography
          variant="h5"
          component="h1"
          // A phone has room for two lines rather than for half a title.
          sx={{
            display: '-webkit-box',
            overflow: 'hidden',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: { xs: '2', md: '1' },
            lineHeight: { xs: 1.2, md: 1.4 },
            overflowWrap: 'anywhere',
          }}
        >
          {product.title}
        </Typography>
        <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }} noWrap>
          {product.channel.title}
        </Typography>
      </Box>
      <Button
        size="small"
        variant="soft"
        startIcon={<IosShareRounded />}
        onClick={() => void share()}
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        {t('share')}
      </Button>
      <IconButton aria-label={t('share')} onClick={() => void share()} sx={{ display: { sm: 'none' } }}>
        <IosShareRounded />
      </IconButton>
    </Box>
  )
}
