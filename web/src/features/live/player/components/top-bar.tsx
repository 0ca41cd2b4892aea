import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { PictureFacts } from '@e-events/shared/contract/live/problem-reports.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import IosShareRounded from '@mui/icons-material/IosShareRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShareDialog } from '../../../../components/navigation/share-dialog.tsx'
import { paths } from '../../../../config/paths.ts'
import { ReportProblem } from '../../problems/components/report-problem.tsx'

/** Least size of a target for a finger. */
const underFingers = { '@media (pointer: coarse)': { '& .MuiButtonBase-root': { minWidth: 44, minHeight: 44 } } }

interface TopBarProps {
  product: Playback['product']
  /** Place of the picture; null while there is none to name. */
  placeSec: () => number | null
  /** State of the player, for a report; null where none is taken. */
  pictureFacts: () => PictureFacts | null
}

/** Back, what is being watched, and a link to share. */
export function TopBar({ product, placeSec, pictureFacts }: TopBarProps) {
  const { t } = useTranslation('player')
  const [shared, setShared] = useState<{ atSec: number | null } | null>(null)
  const share = () => setShared({ atSec: placeSec() })
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
      <ReportProblem slug={product.slug} pictureFacts={pictureFacts} />
      <Button
        size="small"
        variant="soft"
        startIcon={<IosShareRounded />}
        aria-haspopup="dialog"
        onClick={share}
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        {t('share')}
      </Button>
      <IconButton aria-label={t('share')} aria-haspopup="dialog" onClick={share} sx={{ display: { sm: 'none' } }}>
        <IosShareRounded />
      </IconButton>
      {shared && (
        <ShareDialog
          isDark
          title={product.title}
          url={new URL(paths.product(product.slug), location.href).href}
          atSec={shared.atSec}
          onClose={() => setShared(null)}
        />
      )}
    </Box>
  )
}
