import type { Category } from '@e-events/shared/contract/catalogue/categories.ts'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../../config/paths.ts'

/** The ways into the catalogue: each leads to the published items of one category. */
export function CategoryChips({ categories, current }: { categories: readonly Category[]; current?: string | undefined }) {
  const { t } = useTranslation('search')
  if (categories.length === 0) return null
  return (
    <Box
      component="nav"
      aria-label={t('categories.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& .MuiChip-label': { maxWidth: '40ch' } }}
    >
      {categories.map((category) => (
        <Chip
          key={category.slug}
          component={Link}
          to={paths.category(category.slug)}
          clickable
          label={category.title}
          aria-current={category.slug === current ? 'page' : undefined}
          variant={category.slug === current ? 'filled' : 'outlined'}
          sx={{ minHeight: 36 }}
        />
      ))}
    </Box>
  )
}
