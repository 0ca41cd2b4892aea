import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { CategoriesDialog } from '../../../../features/catalogue/categories/components/categories-dialog.tsx'
import { ManagedProducts } from '../../../../features/catalogue/product-list/components/managed-products.tsx'

export function Component() {
  const { t } = useTranslation('product-list')
  const { t: tk } = useTranslation('categories')
  const [managesCategories, setManagesCategories] = useState(false)
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <Box sx={sheet}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <Button aria-haspopup="dialog" onClick={() => setManagesCategories(true)}>
              {tk('button')}
            </Button>
            <Button href={paths.manageProductsOpen}>{t('open.title')}</Button>
            <Button variant="contained" color="inherit" startIcon={<AddRounded />} href={paths.manageHub}>
              {t('new')}
            </Button>
          </>
        }
      />
      <ManagedProducts kind="all" />
      <CategoriesDialog open={managesCategories} onClose={() => setManagesCategories(false)} />
    </Box>
  )
}

/** The table scrolls inside its card, so that its head and its pages stay in sight. */
export const sheet = {
  display: 'flex',
  flexDirection: 'column',
  height: { md: 'calc(100dvh - 56px - 40px)' },
  minHeight: { md: 520 },
} as const
