import AddRounded from '@mui/icons-material/AddRounded'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { OwnProducts } from '../../../../features/catalogue/product-list/components/own-products.tsx'

/** The products of all own channels. */
export function Component() {
  const { t } = useTranslation('product-list')
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <FullHeightPage minHeight={520}>
      <PageHeader
        title={t('title')}
        lead={t('ownLead')}
        actions={
          <Button variant="contained" color="inherit" startIcon={<AddRounded />} href={paths.newProduct}>
            {t('new')}
          </Button>
        }
      />
      <OwnProducts />
    </FullHeightPage>
  )
}
