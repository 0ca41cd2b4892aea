import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { categoriesQuery } from '../queries.ts'
import { CategoryChips } from './category-chips.tsx'

/**
 * Every category as a way on, for the foot of a page; the page does without it where there are none or they do not
 * come.
 */
export function CategoryShelf() {
  const { t } = useTranslation('search')
  const { api } = useServices()
  const categories = useQuery(categoriesQuery(api, useLanguage()))
  const items = categories.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Box sx={{ px: 'var(--ee-gutter)', mt: { xs: 5, md: 7 } }}>
      <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
        {t('categories.label')}
      </Typography>
      <CategoryChips categories={items} />
    </Box>
  )
}
