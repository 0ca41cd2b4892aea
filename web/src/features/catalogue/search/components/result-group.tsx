import { Notice } from '@e-events/shared/ui/notice.tsx'
import SearchOffRounded from '@mui/icons-material/SearchOffRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { RemoveFilters } from '../../../../components/forms/remove-filters.tsx'
import { CardGrid } from '../../../../components/media/card-grid.tsx'
import { MediaCardSkeleton } from '../../../../components/media/media-card.tsx'
import { NextPage } from '../../../../components/navigation/next-page.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { searchQuery } from '../queries.ts'
import type { SearchState } from '../search-state.ts'
import { FacetBar } from './facet-bar.tsx'
import { HitCard } from './hit-card.tsx'

interface ResultGroupProps {
  /** Absent: everything of the chosen category. */
  keyword: string | undefined
  /** In place of the keyword. */
  title: string
  state: SearchState
  /** One group on the page has the chips; several would each say something else. */
  withFacets: boolean
  onChange: (change: Partial<SearchState>) => void
  suggestions: ReactNode
}

/** Results for one keyword, best match first. */
export function ResultGroup({ keyword, title, state, withFacets, onChange, suggestions }: ResultGroupProps) {
  const { t } = useTranslation('search')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const id = useId()
  const language = useLanguage()
  const { kind, type, category } = state
  const list = useInfiniteQuery({ ...searchQuery(api, keyword, { kind, type, category, language }), placeholderData: keepPreviousData })
  const first = list.data?.pages[0]
  const hits = list.data?.pages.flatMap((page) => page.items) ?? []
  const isNarrowed = kind !== undefined || type !== undefined || (keyword !== undefined && category !== undefined)
  const clear = () => onChange({ kind: undefined, type: undefined, ...(keyword === undefined ? {} : { category: undefined }) })
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: { xs: 4, md: 5 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
        <Typography variant="h2" id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography role="status" className="tabular" sx={{ color: 'text.secondary', minHeight: 24 }}>
          {list.isPending ? tc('page.loading') : first ? t('found', { count: first.total }) : ''}
        </Typography>
      </Box>
      {withFacets && first && (first.total > 0 || isNarrowed) && (
        <Box sx={{ mt: 2 }}>
          <FacetBar facets={first.facets} state={state} onChange={onChange} />
        </Box>
      )}
      {list.isPending && (
        <CardGrid>
          {Array.from({ length: 8 }, (_, index) => (
            <li key={index}>
              <MediaCardSkeleton />
            </li>
          ))}
        </CardGrid>
      )}
      {list.isError && !list.data && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} heading="h2" />
      )}
      {first && hits.length === 0 && (
        <Notice
          icon={SearchOffRounded}
          title={t('empty.title')}
          heading="h3"
          actions={
            isNarrowed ? (
              <RemoveFilters variant="contained" color="inherit" onRemove={clear}>
                {t('empty.clear')}
              </RemoveFilters>
            ) : (
              <Button variant="contained" color="inherit" href={paths.schedule}>
                {t('empty.schedule')}
              </Button>
            )
          }
        >
          {isNarrowed ? t('empty.narrowed') : t('empty.text')}
          {!isNarrowed && suggestions}
        </Notice>
      )}
      {hits.length > 0 && (
        // Out of date while the next answer is on its way.
        <CardGrid isStale={list.isPlaceholderData}>
          {hits.map((hit, index) => (
            <li key={keyOf(hit)}>
              <HitCard hit={hit} eager={index < 4} />
            </li>
          ))}
        </CardGrid>
      )}
      <NextPage list={list} label={t('more')} errorText={t('moreError')} />
    </Box>
  )
}

type Hit = Parameters<typeof HitCard>[0]['hit']
function keyOf(hit: Hit): string {
  switch (hit.kind) {
    case 'channel':
      return `channel-${hit.channel.slug}`
    case 'speaker':
      return `speaker-${hit.speaker.slug}`
    case 'page':
      return `page-${hit.page.slug}`
    default:
      return hit.product.id
  }
}
