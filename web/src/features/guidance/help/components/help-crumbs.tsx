import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import type { HelpCategory } from '../help-content.ts'

interface HelpCrumbsProps {
  category: HelpCategory
  /** The guide that is open; without it the category itself is. */
  title?: string
}

export function HelpCrumbs({ category, title }: HelpCrumbsProps) {
  const { t } = useTranslation('help')
  const { t: tc } = useTranslation('common')
  const categoryTitle = t(`category.${category}.title`)
  return (
    <Breadcrumbs aria-label={tc('prose.breadcrumbs')} sx={{ mb: 2 }}>
      <Link href={paths.help} sx={{ color: 'text.secondary', fontWeight: 450 }}>
        {t('title')}
      </Link>
      {title ? (
        <Link href={paths.helpCategory(category)} sx={{ color: 'text.secondary', fontWeight: 450 }}>
          {categoryTitle}
        </Link>
      ) : (
        <Typography variant="caption" aria-current="page" sx={{ fontSize: 'inherit', color: 'text.primary' }}>
          {categoryTitle}
        </Typography>
      )}
      {title && (
        <Typography variant="caption" aria-current="page" sx={{ fontSize: 'inherit', color: 'text.primary' }}>
          {title}
        </Typography>
      )}
    </Breadcrumbs>
  )
}
