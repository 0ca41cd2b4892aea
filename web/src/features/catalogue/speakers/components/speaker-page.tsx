import Facebook from '@mui/icons-material/Facebook'
import Instagram from '@mui/icons-material/Instagram'
import LinkedIn from '@mui/icons-material/LinkedIn'
import X from '@mui/icons-material/X'
import YouTube from '@mui/icons-material/YouTube'
import type { Speaker } from '@e-events/shared/contract/catalogue/speakers.ts'
import type SvgIcon from '@mui/material/SvgIcon'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Page } from '../../../../components/layout/page.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { MediaCard } from '../../../../components/media/media-card.tsx'
import { Picture } from '../../../../components/media/picture.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { speakerProductsQuery } from '../queries.ts'
import { linkKinds } from '../speaker-form.ts'

const icons: Record<(typeof linkKinds)[number], typeof SvgIcon> = {
  instagram: Instagram,
  facebook: Facebook,
  twitter: X,
  youtube: YouTube,
  linkedin: LinkedIn,
}

/** Who this is, where else they are found, and what they take part in. */
export function SpeakerPage({ speaker }: { speaker: Speaker }) {
  const { t } = useTranslation('speakers')
  const links = linkKinds.flatMap((kind) => (speaker.links[kind] === null ? [] : [{ kind, href: speaker.links[kind], Icon: icons[kind] }]))
  return (
    <Page maxWidth={1440} sx={{ pt: { xs: 3, md: 6 } }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '200px minmax(0,1fr)', md: '280px minmax(0,1fr)' },
          gap: { xs: 2.5, md: 5 },
        }}
      >
        <Picture
          src={speaker.imageUrl}
          alt={speaker.imageUrl ? t('page.picture', { name: speaker.name }) : ''}
          ratio="1:1"
          sizes="(min-width:960px) 280px, 200px"
          eager
          fallback={{ portrait: speaker.name }}
          sx={{ borderRadius: '20px', maxWidth: { xs: 200, sm: 'none' } }}
        />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {speaker.name}
          </Typography>
          {speaker.title && (
            <Typography variant="subtitle1" component="p" sx={{ m: 0, mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {speaker.title}
            </Typography>
          )}
          {speaker.bio && (
            <Typography sx={{ mt: 2, maxWidth: 720, whiteSpace: 'pre-line', overflowWrap: 'anywhere', textWrap: 'pretty' }}>
              {speaker.bio}
            </Typography>
          )}
          {links.length > 0 && (
            <Box
              component="ul"
              aria-label={t('page.links', { name: speaker.name })}
              sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'flex', flexWrap: 'wrap', gap: 0.5 }}
            >
              {links.map(({ kind, href, Icon }) => (
                <li key={kind}>
                  <Tooltip title={t(`field.${kind}`)}>
                    <IconButton
                      component="a"
                      href={href ?? ''}
                      target="_blank"
                      rel="noopener noreferrer nofollow ugc"
                      aria-label={t(`field.${kind}`)}
                    >
                      <Icon />
                    </IconButton>
                  </Tooltip>
                </li>
              ))}
            </Box>
          )}
        </Box>
      </Box>
      <Products slug={speaker.slug} />
    </Page>
  )
}

const grid = {
  display: 'grid',
  gap: { xs: 2, md: 3 },
  gridTemplateColumns: {
    xs: 'minmax(0,1fr)',
    sm: 'repeat(2, minmax(0,1fr))',
    md: 'repeat(3, minmax(0,1fr))',
    lg: 'repeat(4, minmax(0,1fr))',
  },
} as const

function Products({ slug }: { slug: string }) {
  const { t } = useTranslation('speakers')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const list = useInfiniteQuery(speakerProductsQuery(api, { slug, language: useLanguage() }))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Box component="section" aria-labelledby="speaker-products" sx={{ mt: { xs: 5, md: 7 } }}>
      <Typography variant="h2" id="speaker-products" sx={{ mb: 2 }}>
        {t('page.products')}
      </Typography>
      {list.isPending && (
        <Box role="status" sx={grid}>
          <span className="visually-hidden">{tc('page.loading')}</span>
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} variant="rounded" aria-hidden sx={{ aspectRatio: '16 / 9', height: 'auto', borderRadius: '12px' }} />
          ))}
        </Box>
      )}
      {!list.isPending && !list.data && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('page.productsError')} />
      )}
      {list.data && items.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('page.empty')}</Typography>}
      {items.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, ...grid }}>
          {items.map((product) => (
            <li key={product.id}>
              <MediaCard product={product} />
            </li>
          ))}
        </Box>
      )}
      {list.hasNextPage && (
        <Box sx={{ mt: 4, textAlign: 'center' }}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('page.more')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

export function SpeakerPageSkeleton() {
  const { t: tc } = useTranslation('common')
  return (
    <Box
      role="status"
      aria-label={tc('page.loading')}
      sx={{ px: 'var(--ee-gutter)', pt: { xs: 3, md: 6 }, maxWidth: 1440, mx: 'auto', display: 'flex', gap: 4 }}
    >
      <Skeleton variant="rounded" sx={{ width: { xs: 160, md: 280 }, height: { xs: 160, md: 280 }, borderRadius: '20px', flexShrink: 0 }} />
      <Box sx={{ flex: 1 }}>
        <Skeleton sx={{ width: '60%', height: 44 }} />
        <Skeleton sx={{ mt: 1, width: '40%' }} />
        <Skeleton sx={{ mt: 3, width: '90%' }} />
      </Box>
    </Box>
  )
}
