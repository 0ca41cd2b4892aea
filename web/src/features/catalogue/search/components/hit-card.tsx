import type { SearchHit } from '@e-events/shared/contract/catalogue/search.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MediaCard } from '../../../../components/media/media-card.tsx'
import { paths } from '../../../../config/paths.ts'

/** One result in a grid of several kinds: products are cards as everywhere, the others a picture in the same frame. */
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
          <ArticleOutlined aria-hidden sx={{ display: 'block', mx: 'auto', fontSize: 56, color: 'text.secondary' }} />
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

/** As wide and as high as a product beside it. */
function Line({ to, kind, title, text, children }: LineProps) {
  return (
    <Box
      component={Link}
      to={to}
      sx={{
        display: 'block',
        color: 'text.primary',
        borderRadius: '12px',
        '&:hover .art': { boxShadow: (theme) => theme.vars.palette.shadow.lift },
      }}
    >
      <Box
        className="art"
        sx={{
          aspectRatio: '16 / 9',
          borderRadius: '12px',
          bgcolor: 'tint.neutral',
          display: 'grid',
          placeItems: 'center',
          transition: 'box-shadow 200ms',
        }}
      >
        <Box sx={{ width: '34%' }}>{children}</Box>
      </Box>
      <Typography variant="h5" component="h3" noWrap title={title} sx={{ pt: 1.5 }}>
        {title}
      </Typography>
      <Typography variant="body2" noWrap sx={{ mt: 0.25, color: 'text.secondary' }}>
        {[kind, text].filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  )
}
