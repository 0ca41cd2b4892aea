import type { SearchHit } from '@e-events/shared/contract/search.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MediaCard } from '../../../components/media-card.tsx'
import { paths } from '../../../config/paths.ts'

/** One result in a grid of several kinds: products are cards as everywhere, the others a picture with two lines beside it. */
export function HitCard({ hit, eager }: { hit: SearchHit; eager: boolean }) {
  const { t } = useTranslation('search')
  switch (hit.kind) {
    case 'channel':
      return (
        <Line to={paths.channel(hit.channel.slug)} kind={t('one.channel')} title={hit.channel.title} text={hit.channel.shortDescription}>
          <ArtImage
            src={hit.channel.logoUrl}
            alt=""
            ratio="1 / 1"
            fallback={{ title: hit.channel.title, bare: true, ratio: '1:1' }}
            sx={{ borderRadius: '50%' }}
          />
        </Line>
      )
    case 'speaker':
      return (
        <Line to={paths.speaker(hit.speaker.slug)} kind={t('one.speaker')} title={hit.speaker.name} text={hit.speaker.title}>
          <ArtImage
            src={hit.speaker.imageUrl}
            alt=""
            ratio="1 / 1"
            fallback={{ portrait: hit.speaker.name }}
            sx={{ borderRadius: '14px' }}
          />
        </Line>
      )
    case 'page':
      return (
        <Line to={paths.page(hit.page.slug)} kind={t('one.page')} title={hit.page.name} text="">
          <Box sx={{ aspectRatio: '1 / 1', borderRadius: '14px', bgcolor: 'tint.neutral', display: 'grid', placeItems: 'center' }}>
            <ArticleOutlined aria-hidden sx={{ fontSize: 32, color: 'text.secondary' }} />
          </Box>
        </Line>
      )
    default:
      return <MediaCard product={hit.product} eager={eager} />
  }
}

interface LineProps {
  to: string
  kind: string
  title: string
  text: string
  children: ReactNode
}

function Line({ to, kind, title, text, children }: LineProps) {
  return (
    <Box
      component={Link}
      to={to}
      sx={{
        display: 'grid',
        gridTemplateColumns: '88px minmax(0, 1fr)',
        gap: 2,
        alignItems: 'center',
        height: 1,
        p: 2,
        borderRadius: '16px',
        border: 1,
        borderColor: 'border.subtle',
        color: 'text.primary',
        '&:hover': { borderColor: 'border.strong', bgcolor: 'action.hover' },
      }}
    >
      {children}
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {kind}
        </Typography>
        <Typography variant="h5" component="h3" noWrap title={title}>
          {title}
        </Typography>
        <Typography
          variant="body2"
          sx={{ color: 'text.secondary', display: '-webkit-box', WebkitLineClamp: 3, WebkitBoxOrient: 'vertical', overflow: 'hidden' }}
        >
          {text}
        </Typography>
      </Box>
    </Box>
  )
}
