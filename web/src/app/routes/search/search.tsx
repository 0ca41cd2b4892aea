import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { SearchField } from '../../../components/forms/search-field.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { CategoryChips } from '../../../features/catalogue/search/components/category-chips.tsx'
import { ResultGroup } from '../../../features/catalogue/search/components/result-group.tsx'
import { categoriesQuery } from '../../../features/catalogue/search/queries.ts'
import { keywordsOf, readSearch, searchable, writeSearch, type SearchState } from '../../../features/catalogue/search/search-state.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'

export function Component() {
  const { t } = useTranslation('search')
  const { api } = useServices()
  const language = useLanguage()
  const [params, setParams] = useSearchParams()
  const state = readSearch(params)
  const keywords = searchable(state.keywords)
  const isTooShort = state.keywords.length > 0 && keywords.length < state.keywords.length
  const categories = useQuery(categoriesQuery(api, language))
  const items = categories.data?.items ?? []
  const category = items.find(({ slug }) => slug === state.category)
  useDocumentMeta({
    title: keywords.length > 0 ? t('titleOf', { keywords: keywords.join(', ') }) : (category?.title ?? t('title')),
    noIndex: true,
  })
  const [startsEmpty] = useState(keywords.length === 0 && state.category === undefined)
  const change = (wanted: Partial<SearchState>) => setParams(writeSearch({ ...state, ...wanted }), { preventScrollReset: true })
  // Typing is one search, not one history entry for every letter.
  const search = (text: string) =>
    setParams(writeSearch({ ...state, keywords: keywordsOf(text) }), { replace: state.keywords.length > 0, preventScrollReset: true })

  const groups = keywords.length > 0 ? keywords : state.category === undefined || isTooShort ? [] : [undefined]
  return (
    <Page maxWidth={1440} sx={{ pt: { xs: 3, md: 5 }, pb: 6 }}>
      <Typography variant="h1">{t('title')}</Typography>
      <Box role="search" data-filters sx={{ mt: 2.5, maxWidth: 720 }}>
        <SearchField
          label={t('field.label')}
          placeholder={t('field.placeholder')}
          value={state.keywords.join(', ')}
          onSearch={search}
          // Results that came with the address are read first.
          focused={startsEmpty}
          sx={{ width: 1 }}
        />
        <Typography variant="body2" role="status" sx={{ mt: 1, minHeight: 20, color: 'text.secondary' }}>
          {isTooShort ? t('field.short', { count: limits.searchMinChars }) : t('field.hint')}
        </Typography>
      </Box>
      {keywords.length === 0 && (
        <Box sx={{ mt: 2, minHeight: 36 }}>
          <CategoryChips categories={items} current={state.category} />
        </Box>
      )}
      {groups.map((keyword) => (
        <ResultGroup
          key={keyword ?? ''}
          keyword={keyword}
          title={keyword === undefined ? (category?.title ?? t('category')) : t('quoted', { keyword })}
          state={state}
          withFacets={groups.length === 1}
          onChange={change}
          suggestions={
            <Box sx={{ mt: 2, '& > nav': { justifyContent: 'center' } }}>
              <CategoryChips categories={items.slice(0, 8)} />
            </Box>
          }
        />
      ))}
    </Page>
  )
}
