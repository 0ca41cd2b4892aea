import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { ManagedProducts } from '../../../../features/catalogue/product-list/components/managed-products.tsx'
import { sheet } from './products.tsx'

export function Component() {
  const { t } = useTranslation('product-list')
  useDocumentMeta({ title: t('open.title'), noIndex: true })
  return (
    <Box sx={sheet}>
      <PageHeader title={t('open.title')} lead={t('open.lead')} actions={<Button href={paths.manageProducts}>{t('title')}</Button>} />
      <ManagedProducts kind="open" />
    </Box>
  )
}
