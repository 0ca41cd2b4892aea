import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { partialMatchKey, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { ShownSections } from '../../../features/storefront/home/components/shown-sections.tsx'
import { sectionPageKey, sectionPageQuery } from '../../../features/storefront/home/queries.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'

/** The home page of an entity, or a page: the same sections as `/` under an address of their own. */
function SectionPage({ kind }: { kind: 'store' | 'page' }) {
  const { t } = useTranslation('home')
  const { t: tc } = useTranslation('common')
  const { slug = '' } = useParams()
  const { api } = useServices()
  const language = useLanguage()
  const navigate = useNavigate()
  const page = useQuery({
    ...sectionPageQuery(api, { kind, slug, language }),
    // Another language of the same page; never another page.
    placeholderData: (before, query) => (query && partialMatchKey(query.queryKey, sectionPageKey(kind, slug)) ? before : undefined),
  })
  const present = page.data?.slug
  useDocumentMeta({ title: page.data?.name })
  useEffect(() => {
    if (present !== undefined && present !== slug) void navigate(paths[kind](present), { replace: true })
  }, [present, slug, kind, navigate])

  if (page.isPending)
    return (
      <>
        <Box role="status" className="visually-hidden">
          {tc('page.loading')}
        </Box>
        <PageSkeleton />
      </>
    )
  if (!page.data)
    return (
      <Box sx={{ py: 8, minHeight: 480, display: 'grid', alignContent: 'center' }}>
        <ErrorNotice
          error={page.error}
          onRetry={() => void page.refetch()}
          retrying={page.isFetching}
          title={t('page.error')}
          heading="h1"
        />
      </Box>
    )
  const { name, sections } = page.data
  const startsWithHero = sections[0]?.type === 'hero'
  return (
    <Box sx={{ pb: { xs: 5, md: 7 } }}>
      {!startsWithHero && (
        <Typography variant="h1" sx={{ px: 'var(--ee-gutter)', pt: { xs: 4, md: 6 }, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
      )}
      <ShownSections sections={sections} />
      {sections.length === 0 && (
        <Notice icon={ArticleOutlined} title={t('page.empty')} heading="h2">
          {t('page.emptyText')}
        </Notice>
      )}
    </Box>
  )
}

function PageSkeleton() {
  return (
    <Box aria-hidden sx={{ minHeight: '80vh' }}>
      <Skeleton variant="rectangular" sx={{ width: 1, height: { xs: 320, md: 420 } }} />
      <Box sx={{ px: 'var(--ee-gutter)', mt: 5, display: 'grid', gap: 2 }}>
        <Skeleton sx={{ width: 240, height: 28 }} />
        <Skeleton sx={{ width: '60%', height: 18 }} />
        <Skeleton sx={{ width: '48%', height: 18 }} />
      </Box>
    </Box>
  )
}

export const screens = { store: () => <SectionPage kind="store" />, page: () => <SectionPage kind="page" /> }
