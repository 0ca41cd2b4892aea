import AddRounded from '@mui/icons-material/AddRounded'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
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
    <FullHeightPage minHeight={520}>
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
    </FullHeightPage>
  )
}
